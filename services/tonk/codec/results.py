"""Results on the wire."""

from __future__ import annotations

from chieu.tonk.v1 import tonk_pb2 as pb
from services.core.card_codec import from_cards, to_cards
from services.core.game import Hidden
from services.tonk.codec.enums import PAID, PAID_BACK, REASONS, REASONS_BACK
from services.tonk.rules import Ending, HandResult, Settlement, Transfer

__all__ = [
    "decode_ending",
    "decode_result",
    "decode_settlement",
    "encode_ending",
    "encode_result",
    "encode_settlement",
]


def encode_result(result: HandResult) -> pb.Result:
    """How a hand ended and who pays whom."""
    return pb.Result(
        hand_no=result.hand_no,
        dealer=result.dealer,
        ending=encode_ending(result.ending),
        settlement=encode_settlement(result.settlement),
    )


def decode_result(message: pb.Result) -> HandResult:
    """The result of a message that `encode_result` made."""
    return HandResult(
        message.hand_no, message.dealer, decode_ending(message.ending), decode_settlement(message.settlement)
    )


def encode_ending(ending: Ending) -> pb.Ending:
    """How a hand ended."""
    shown = zip(ending.hands, ending.counts, strict=True)
    return pb.Ending(
        reason=REASONS[ending.reason],
        winners=ending.winners,
        knocker=ending.knocker,
        hands=[_encode_hand(hand, count) for hand, count in shown],
    )


def _encode_hand(hand: tuple[int, ...] | Hidden, count: int | None) -> pb.ShownHand:
    if isinstance(hand, Hidden):
        return pb.ShownHand(shown=False)
    return pb.ShownHand(shown=True, cards=to_cards(hand), count=count)


def decode_ending(message: pb.Ending) -> Ending:
    """The ending of a message that `encode_ending` made."""
    return Ending(
        reason=REASONS_BACK[message.reason],
        winners=tuple(message.winners),
        knocker=message.knocker if message.HasField("knocker") else None,
        counts=tuple([hand.count if hand.HasField("count") else None for hand in message.hands]),
        hands=tuple([from_cards(hand.cards) if hand.shown else Hidden() for hand in message.hands]),
    )


def encode_settlement(settlement: Settlement) -> pb.Settlement:
    """Who pays whom."""
    transfers = [
        pb.Transfer(payer=paid.payer, payee=paid.payee, amount=paid.amount, reason=PAID[paid.reason])
        for paid in settlement.transfers
    ]
    return pb.Settlement(transfers=transfers, net=settlement.net, bankrolls=settlement.bankrolls)


def decode_settlement(message: pb.Settlement) -> Settlement:
    """The settlement of a message that `encode_settlement` made."""
    transfers = [Transfer(paid.payer, paid.payee, paid.amount, PAID_BACK[paid.reason]) for paid in message.transfers]
    return Settlement(tuple(transfers), tuple(message.net), tuple(message.bankrolls))
