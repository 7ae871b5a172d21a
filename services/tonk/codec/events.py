"""Events on the wire. What an audience may not see is a field that is not set."""

from __future__ import annotations

from typing import assert_never

from chieu.tonk.v1 import tonk_pb2 as pb
from services.core.card_codec import from_card, from_cards, optional_card, to_card, to_cards
from services.core.codec import MalformedMove
from services.core.game import Hidden
from services.tonk import rules
from services.tonk.codec.enums import ENDS, ENDS_BACK, KINDS, KINDS_BACK, SOURCES, SOURCES_BACK
from services.tonk.codec.results import decode_ending, decode_settlement, encode_ending, encode_settlement

__all__ = ["decode_event", "encode_event"]


def encode_event(event: rules.Event) -> pb.Event:  # noqa: C901, PLR0912 - one arm an event, each short
    """An event as its audience is shown it."""
    match event:
        case rules.DealerDrawn(cards, dealer):
            return pb.Event(dealer_drawn=pb.DealerDrawn(cards=to_cards(cards), dealer=dealer))
        case rules.SeatShort(seat, bankroll, cover):
            return pb.Event(seat_short=pb.SeatShort(seat=seat, bankroll=bankroll, cover=cover))
        case rules.SeatLeft(seat, position):
            return pb.Event(seat_left=pb.SeatLeft(seat=seat, position=position))
        case rules.HandStarted():
            return pb.Event(hand_started=_encode_started(event))
        case rules.CardsDealt():
            return pb.Event(cards_dealt=_encode_dealt(event))
        case rules.UpcardTurned(card):
            return pb.Event(upcard_turned=pb.UpcardTurned(card=to_card(card)))
        case rules.InitialTonk(seats, hands, totals):
            lucky = zip(seats, hands, totals, strict=True)
            shown = [pb.TonkHand(seat=seat, cards=to_cards(hand), total=total) for seat, hand, total in lucky]
            return pb.Event(initial_tonk=pb.InitialTonk(hands=shown))
        case rules.TurnStarted():
            return pb.Event(turn_started=_encode_turn(event))
        case rules.Drawn():
            return pb.Event(drawn=_encode_drawn(event))
        case rules.SpreadLaid(seat, spread, kind, cards, hand_count):
            laid = pb.SpreadLaid(
                seat=seat, spread=spread, kind=KINDS[kind], cards=to_cards(cards), hand_count=hand_count
            )
            return pb.Event(spread_laid=laid)
        case rules.SpreadHit(seat, spread, owner, card, end, hand_count):
            hit = pb.SpreadHit(
                seat=seat, spread=spread, owner=owner, card=to_card(card), end=ENDS[end], hand_count=hand_count
            )
            return pb.Event(spread_hit=hit)
        case rules.Discarded(seat, card, hand_count, discard_count):
            thrown = pb.Discarded(seat=seat, card=to_card(card), hand_count=hand_count, discard_count=discard_count)
            return pb.Event(discarded=thrown)
        case rules.Knocked(seat):
            return pb.Event(knocked=pb.Knocked(seat=seat))
        case rules.Declined(seat):
            return pb.Event(declined=pb.Declined(seat=seat))
        case rules.HandEnded(ending):
            return pb.Event(hand_ended=pb.HandEnded(ending=encode_ending(ending)))
        case rules.Settled(settlement):
            return pb.Event(settled=pb.Settled(settlement=encode_settlement(settlement)))
        case _:
            assert_never(event)


def _encode_started(event: rules.HandStarted) -> pb.HandStarted:
    return pb.HandStarted(
        hand_no=event.hand_no,
        hands_done=event.hands_done,
        dealer=event.dealer,
        order=event.order,
        bankrolls=event.bankrolls,
        cover=event.cover,
    )


def _encode_dealt(event: rules.CardsDealt) -> pb.CardsDealt:
    message = pb.CardsDealt(counts=event.counts, stock_count=event.stock_count)
    for seat, hand in enumerate(event.hands):
        if not isinstance(hand, Hidden):
            message.seat = seat
            message.cards.extend(to_cards(hand))
    return message


def _encode_turn(event: rules.TurnStarted) -> pb.TurnStarted:
    return pb.TurnStarted(
        seat=event.seat,
        turns=event.turns,
        stock_count=event.stock_count,
        top=to_card(-1 if event.top is None else event.top),
        discard_count=event.discard_count,
        blocks=event.blocks,
        idle=event.idle,
        version=event.version,
    )


def _encode_drawn(event: rules.Drawn) -> pb.Drawn:
    return pb.Drawn(
        seat=event.seat,
        source=SOURCES[event.source],
        card=to_card(-1 if isinstance(event.card, Hidden) else event.card),
        hand_count=event.hand_count,
        stock_count=event.stock_count,
        top=to_card(-1 if event.top is None else event.top),
        discard_count=event.discard_count,
    )


def decode_event(message: pb.Event) -> rules.Event:  # noqa: C901, PLR0912 - one arm an event, each short
    """The event of a message that `encode_event` made for one audience."""
    match message.WhichOneof("event"):
        case "dealer_drawn":
            return rules.DealerDrawn(from_cards(message.dealer_drawn.cards), message.dealer_drawn.dealer)
        case "seat_short":
            short = message.seat_short
            return rules.SeatShort(short.seat, short.bankroll, short.cover)
        case "seat_left":
            return rules.SeatLeft(message.seat_left.seat, message.seat_left.position)
        case "hand_started":
            return _decode_started(message.hand_started)
        case "cards_dealt":
            return _decode_dealt(message.cards_dealt)
        case "upcard_turned":
            return rules.UpcardTurned(from_card(message.upcard_turned.card))
        case "initial_tonk":
            hands = message.initial_tonk.hands
            return rules.InitialTonk(
                tuple([hand.seat for hand in hands]),
                tuple([from_cards(hand.cards) for hand in hands]),
                tuple([hand.total for hand in hands]),
            )
        case "turn_started":
            return _decode_turn(message.turn_started)
        case "drawn":
            return _decode_drawn(message.drawn)
        case "spread_laid":
            laid = message.spread_laid
            return rules.SpreadLaid(
                laid.seat, laid.spread, KINDS_BACK[laid.kind], from_cards(laid.cards), laid.hand_count
            )
        case "spread_hit":
            hit = message.spread_hit
            return rules.SpreadHit(
                hit.seat, hit.spread, hit.owner, from_card(hit.card), ENDS_BACK[hit.end], hit.hand_count
            )
        case "discarded":
            thrown = message.discarded
            return rules.Discarded(thrown.seat, from_card(thrown.card), thrown.hand_count, thrown.discard_count)
        case "knocked":
            return rules.Knocked(message.knocked.seat)
        case "declined":
            return rules.Declined(message.declined.seat)
        case "hand_ended":
            return rules.HandEnded(decode_ending(message.hand_ended.ending))
        case "settled":
            return rules.Settled(decode_settlement(message.settled.settlement))
        case _:
            raise MalformedMove("expected an event")


def _decode_started(message: pb.HandStarted) -> rules.HandStarted:
    return rules.HandStarted(
        message.hand_no,
        message.hands_done,
        message.dealer,
        tuple(message.order),
        tuple(message.bankrolls),
        message.cover,
    )


def _decode_dealt(message: pb.CardsDealt) -> rules.CardsDealt:
    hands: list[tuple[int, ...] | Hidden] = [Hidden() for _ in message.counts]
    if message.HasField("seat"):
        hands[message.seat] = from_cards(message.cards)
    return rules.CardsDealt(tuple(message.counts), message.stock_count, tuple(hands))


def _decode_turn(message: pb.TurnStarted) -> rules.TurnStarted:
    return rules.TurnStarted(
        message.seat,
        message.turns,
        message.stock_count,
        optional_card(message.top),
        message.discard_count,
        tuple(message.blocks),
        message.idle,
        message.version,
    )


def _decode_drawn(message: pb.Drawn) -> rules.Drawn:
    return rules.Drawn(
        message.seat,
        SOURCES_BACK[message.source],
        from_card(message.card) if message.card else Hidden(),
        message.hand_count,
        message.stock_count,
        optional_card(message.top),
        message.discard_count,
    )
