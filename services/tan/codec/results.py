"""Results on the wire."""

from __future__ import annotations

from typing import Final

from chieu.tan.v1 import tan_pb2 as pb
from services.core.card_codec import from_cards, to_cards
from services.tan.rules import Reason, Reveal, SetResult

__all__ = ["decode_result", "encode_result"]

_REASONS: Final = {
    Reason.LAST_SEAT: pb.END_REASON_LAST_SEAT,
    Reason.STALEMATE: pb.END_REASON_STALEMATE,
    Reason.NO_LEAD: pb.END_REASON_NO_LEAD,
}
_REASONS_BACK: Final = {wire: reason for reason, wire in _REASONS.items()}


def encode_result(result: SetResult) -> pb.Result:
    """How a set ended, with all cards shown."""
    reveal = result.reveal
    hands = [
        pb.RevealedHand(hand=to_cards(hand), aside=to_cards(aside))
        for hand, aside in zip(reveal.hands, reveal.aside, strict=True)
    ]
    return pb.Result(
        reason=_REASONS[result.reason],
        ranks=result.ranks,
        points=result.points,
        totals=result.totals,
        hands=hands,
        stock=to_cards(reveal.stock),
    )


def decode_result(message: pb.Result) -> SetResult:
    """The result of a message that `encode_result` made."""
    reveal = Reveal(
        hands=tuple([from_cards(hand.hand) for hand in message.hands]),
        aside=tuple([from_cards(hand.aside) for hand in message.hands]),
        stock=from_cards(message.stock),
    )
    return SetResult(
        reason=_REASONS_BACK[message.reason],
        ranks=tuple(message.ranks),
        points=tuple(message.points),
        totals=tuple(message.totals),
        reveal=reveal,
    )
