"""Events on the wire. What an audience may not see is a field that is not set."""

from __future__ import annotations

from typing import assert_never

from chieu.chan.v1 import chan_pb2 as pb
from services.chan import rules
from services.chan.codec.kinds import from_kind, from_kinds, from_seat, to_kind, to_kinds, to_seat
from services.chan.codec.options import HOUSES, HOUSES_BACK
from services.chan.codec.results import decode_result, encode_result
from services.chan.codec.views import from_form, from_stage, to_form, to_stage
from services.core.codec import MalformedMove
from services.core.game import Hidden

__all__ = ["decode_event", "encode_event"]


def encode_event(event: rules.Event) -> pb.Event:  # noqa: C901 - one arm an event, and each is one or two lines
    """An event as its audience is shown it."""
    match event:
        case rules.HandStarted():
            return pb.Event(hand_started=_encode_started(event))
        case rules.Decision(seat, stage):
            return pb.Event(decision=pb.Decision(seat=seat, stage=to_stage(stage)))
        case rules.Discarded(seat, card, door, reason):
            why = pb.DiscardReason.ValueType(reason + 1)
            return pb.Event(discarded=pb.Discarded(seat=seat, card=to_kind(card), door=door, reason=why))
        case rules.StockRevealed(seat, card, left):
            return pb.Event(stock_revealed=pb.StockRevealed(seat=seat, card=to_kind(card), stock_count=left))
        case rules.Claimed(seat, claim):
            return pb.Event(claimed=pb.Claimed(seat=seat, claim=pb.Claim.ValueType(claim)))
        case rules.Passed(seat, card, step, locked):
            own = None if isinstance(locked, Hidden) else locked
            following = pb.NextStep.ValueType(step + 1)
            return pb.Event(passed=pb.Passed(seat=seat, card=to_kind(card), next_step=following, locked=own))
        case rules.Captured():
            return pb.Event(captured=_encode_captured(event))
        case rules.Chiued(seat, card, door, back):
            claimed = pb.Chiued(seat=seat, card=to_kind(card), door=door, return_door=to_seat(back))
            return pb.Event(chiued=claimed)
        case rules.DeadHand(seat):
            return pb.Event(dead_hand=pb.DeadHand(seat=seat))
        case rules.HandEnded(result):
            return pb.Event(hand_ended=pb.HandEnded(result=encode_result(result)))
        case _:
            assert_never(event)


def _encode_started(event: rules.HandStarted) -> pb.HandStarted:
    message = pb.HandStarted(
        hand_no=event.hand_no,
        dealer=event.dealer,
        counts=event.counts,
        stock_count=event.stock_count,
        house=HOUSES[event.house],
    )
    for seat, hand in enumerate(event.hands):
        if not isinstance(hand, Hidden):
            message.seat = seat
            message.cards[:] = to_kinds(hand)
    return message


def _encode_captured(event: rules.Captured) -> pb.Captured:
    return pb.Captured(
        seat=event.seat,
        card=to_kind(event.card),
        door=event.door,
        hand_card=to_kind(event.hand_card),
        form=to_form(event.form),
    )


def decode_event(message: pb.Event) -> rules.Event:  # noqa: C901 - one arm an event, and each is one or two lines
    """The event, as `show` made it."""
    match message.WhichOneof("event"):
        case "hand_started":
            return _decode_started(message.hand_started)
        case "decision":
            return rules.Decision(message.decision.seat, from_stage(message.decision.stage))
        case "discarded":
            down = message.discarded
            return rules.Discarded(down.seat, from_kind(down.card), down.door, rules.DiscardReason(down.reason - 1))
        case "stock_revealed":
            up = message.stock_revealed
            return rules.StockRevealed(up.seat, from_kind(up.card), up.stock_count)
        case "claimed":
            return rules.Claimed(message.claimed.seat, rules.Claim(message.claimed.claim))
        case "passed":
            return _decode_passed(message.passed)
        case "captured":
            got = message.captured
            return rules.Captured(
                got.seat, from_kind(got.card), got.door, from_kind(got.hand_card), from_form(got.form)
            )
        case "chiued":
            got_four = message.chiued
            back = from_seat(is_set=got_four.HasField("return_door"), wire=got_four.return_door)
            return rules.Chiued(got_four.seat, from_kind(got_four.card), got_four.door, back)
        case "dead_hand":
            return rules.DeadHand(message.dead_hand.seat)
        case "hand_ended":
            return rules.HandEnded(decode_result(message.hand_ended.result))
        case _:
            raise MalformedMove("expected an event")


def _decode_started(message: pb.HandStarted) -> rules.HandStarted:
    hands: list[tuple[int, ...] | Hidden] = [Hidden() for _ in message.counts]
    if message.HasField("seat"):
        hands[message.seat] = from_kinds(message.cards)
    return rules.HandStarted(
        message.hand_no,
        message.dealer,
        tuple(message.counts),
        message.stock_count,
        HOUSES_BACK[message.house],
        tuple(hands),
    )


def _decode_passed(message: pb.Passed) -> rules.Passed:
    locked = message.locked if message.HasField("locked") else Hidden()
    return rules.Passed(message.seat, from_kind(message.card), rules.NextStep(message.next_step - 1), locked)
