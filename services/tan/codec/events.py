"""Events on the wire. What an audience may not see is a field that is not set."""

from __future__ import annotations

from typing import Final, assert_never

from chieu.tan.v1 import tan_pb2 as pb
from services.core.card_codec import from_card, from_cards, from_suit, to_card, to_cards, to_suit
from services.core.codec import MalformedMove
from services.core.game import Hidden
from services.tan import rules
from services.tan.codec.results import decode_result, encode_result
from services.tan.codec.views import PHASES, PHASES_BACK

__all__ = ["decode_event", "encode_event"]

_RESULTS: Final = {
    rules.RoundResult.DEFENDED: pb.ROUND_RESULT_DEFENDED,
    rules.RoundResult.TAKEN: pb.ROUND_RESULT_TAKEN,
}
_RESULTS_BACK: Final = {wire: result for result, wire in _RESULTS.items()}


def encode_event(event: rules.Event) -> pb.Event:  # noqa: C901, PLR0912 - one arm an event, and each is one line
    """An event as its audience is shown it."""
    match event:
        case rules.SetStarted(set_no, royal, leader, pack_size):
            started = pb.SetStarted(set_no=set_no, royal=to_suit(royal), leader=leader, pack_size=pack_size)
            return pb.Event(set_started=started)
        case rules.HandDealt():
            return pb.Event(hand_dealt=_encode_dealt(event))
        case rules.TributePaid(payer, king, card):
            return pb.Event(tribute_paid=pb.TributePaid(payer=payer, king=king, card=to_card(card)))
        case rules.TributeSkipped(seat):
            return pb.Event(tribute_skipped=pb.TributeSkipped(seat=seat))
        case rules.TributeReturned(king, payer, given):
            shown = to_card(-1 if isinstance(given, Hidden) else given)
            return pb.Event(tribute_returned=pb.TributeReturned(king=king, payer=payer, card=shown))
        case rules.RoundStarted(round_no, main, defender, order):
            begun = pb.RoundStarted(round_no=round_no, main=main, defender=defender, order=order)
            return pb.Event(round_started=begun)
        case rules.TurnChanged(seat, phase, limit, can_stop, version):
            turn = pb.TurnChanged(seat=seat, phase=PHASES[phase], limit=limit, can_stop=can_stop, version=version)
            return pb.Event(turn_changed=turn)
        case rules.WaveAttacked(seat, wave_no, cards, hand_count):
            wave = pb.WaveAttacked(seat=seat, wave=wave_no, cards=to_cards(cards), hand_count=hand_count)
            return pb.Event(wave_attacked=wave)
        case rules.WaveDefended(seat, pairs, hand_count):
            wire = [pb.Pair(attack=to_card(attack), defence=to_card(defence)) for attack, defence in pairs]
            return pb.Event(wave_defended=pb.WaveDefended(seat=seat, pairs=wire, hand_count=hand_count))
        case rules.AttackStopped(seat):
            return pb.Event(attack_stopped=pb.AttackStopped(seat=seat))
        case rules.TableTaken(seat, cards, hand_count):
            return pb.Event(table_taken=pb.TableTaken(seat=seat, cards=to_cards(cards), hand_count=hand_count))
        case rules.TableDiscarded(cards, discard_count):
            gone = pb.TableDiscarded(cards=to_cards(cards), discard_count=discard_count)
            return pb.Event(table_discarded=gone)
        case rules.CardsDrawn():
            return pb.Event(cards_drawn=_encode_drawn(event))
        case rules.SeatOut(seat, rank):
            return pb.Event(seat_out=pb.SeatOut(seat=seat, rank=rank))
        case rules.SeatBusted(seat, rank, hand_count, aside_count):
            busted = pb.SeatBusted(seat=seat, rank=rank, hand_count=hand_count, aside_count=aside_count)
            return pb.Event(seat_busted=busted)
        case rules.RoundEnded(result, next_main, quiet):
            return pb.Event(round_ended=pb.RoundEnded(result=_RESULTS[result], next_main=next_main, quiet=quiet))
        case rules.LeadSkipped(seat):
            return pb.Event(lead_skipped=pb.LeadSkipped(seat=seat))
        case rules.StallWarning(rounds_left):
            return pb.Event(stall_warning=pb.StallWarning(rounds_left=rounds_left))
        case rules.SetEnded(result):
            return pb.Event(set_ended=pb.SetEnded(result=encode_result(result)))
        case _:
            assert_never(event)


def _encode_dealt(event: rules.HandDealt) -> pb.HandDealt:
    message = pb.HandDealt(counts=event.counts, stock_count=event.stock_count)
    for seat, hand in enumerate(event.hands):
        if not isinstance(hand, Hidden):
            message.seat = seat
            message.cards.extend(to_cards(hand))
    return message


def _encode_drawn(event: rules.CardsDrawn) -> pb.CardsDrawn:
    return pb.CardsDrawn(
        seat=event.seat,
        count=event.count,
        hand_count=event.hand_count,
        stock_count=event.stock_count,
        cards=[] if isinstance(event.cards, Hidden) else to_cards(event.cards),
    )


def decode_event(message: pb.Event) -> rules.Event:  # noqa: C901, PLR0912 - one arm an event, and each is one line
    """The event of a message that `encode_event` made for one audience."""
    match message.WhichOneof("event"):
        case "set_started":
            begun = message.set_started
            return rules.SetStarted(begun.set_no, from_suit(begun.royal), begun.leader, begun.pack_size)
        case "hand_dealt":
            return _decode_dealt(message.hand_dealt)
        case "tribute_paid":
            paid = message.tribute_paid
            return rules.TributePaid(paid.payer, paid.king, from_card(paid.card))
        case "tribute_skipped":
            return rules.TributeSkipped(message.tribute_skipped.seat)
        case "tribute_returned":
            back = message.tribute_returned
            return rules.TributeReturned(back.king, back.payer, from_card(back.card) if back.card else Hidden())
        case "round_started":
            started = message.round_started
            return rules.RoundStarted(started.round_no, started.main, started.defender, tuple(started.order))
        case "turn_changed":
            turn = message.turn_changed
            return rules.TurnChanged(turn.seat, PHASES_BACK[turn.phase], turn.limit, turn.can_stop, turn.version)
        case "wave_attacked":
            wave = message.wave_attacked
            return rules.WaveAttacked(wave.seat, wave.wave, from_cards(wave.cards), wave.hand_count)
        case "wave_defended":
            held = message.wave_defended
            pairs = [(from_card(pair.attack), from_card(pair.defence)) for pair in held.pairs]
            return rules.WaveDefended(held.seat, tuple(pairs), held.hand_count)
        case "attack_stopped":
            return rules.AttackStopped(message.attack_stopped.seat)
        case "table_taken":
            taken = message.table_taken
            return rules.TableTaken(taken.seat, from_cards(taken.cards), taken.hand_count)
        case "table_discarded":
            return rules.TableDiscarded(
                from_cards(message.table_discarded.cards), message.table_discarded.discard_count
            )
        case "cards_drawn":
            return _decode_drawn(message.cards_drawn)
        case "seat_out":
            return rules.SeatOut(message.seat_out.seat, message.seat_out.rank)
        case "seat_busted":
            busted = message.seat_busted
            return rules.SeatBusted(busted.seat, busted.rank, busted.hand_count, busted.aside_count)
        case "round_ended":
            ended = message.round_ended
            next_main = ended.next_main if ended.HasField("next_main") else None
            return rules.RoundEnded(_RESULTS_BACK[ended.result], next_main, ended.quiet)
        case "lead_skipped":
            return rules.LeadSkipped(message.lead_skipped.seat)
        case "stall_warning":
            return rules.StallWarning(message.stall_warning.rounds_left)
        case "set_ended":
            return rules.SetEnded(decode_result(message.set_ended.result))
        case _:
            raise MalformedMove("expected an event")


def _decode_dealt(message: pb.HandDealt) -> rules.HandDealt:
    hands: list[tuple[int, ...] | Hidden] = [Hidden() for _ in message.counts]
    if message.HasField("seat"):
        hands[message.seat] = from_cards(message.cards)
    return rules.HandDealt(tuple(message.counts), message.stock_count, tuple(hands))


def _decode_drawn(message: pb.CardsDrawn) -> rules.CardsDrawn:
    cards = from_cards(message.cards) if message.cards else Hidden()
    return rules.CardsDrawn(message.seat, message.count, message.hand_count, message.stock_count, cards)
