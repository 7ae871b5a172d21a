"""Results on the wire."""

from __future__ import annotations

from typing import Final

from chieu.chan.v1 import chan_pb2 as pb
from services.chan.codec.kinds import from_kind, from_kinds, from_seat, to_kind, to_kinds, to_seat
from services.chan.rules import Cuoc, CuocLine, HandResult, Pair, Reason

__all__ = ["decode_result", "encode_result"]

_REASONS: Final = {
    Reason.WON: pb.END_REASON_WON,
    Reason.STOCK_EXHAUSTED: pb.END_REASON_STOCK_EXHAUSTED,
}
_REASONS_BACK: Final = {wire: reason for reason, wire in _REASONS.items()}


def encode_result(result: HandResult) -> pb.Result:
    """How a hand ended, with all cards shown."""
    return pb.Result(
        reason=_REASONS[result.reason],
        winner=to_seat(result.winner),
        card=to_kind(result.card),
        door=to_seat(result.door),
        pairs=[
            pb.Pair(first=to_kind(pair.first), second=to_kind(pair.second), is_exposed=pair.is_exposed)
            for pair in result.pairs
        ],
        cuoc=[_encode_line(line) for line in result.cuoc],
        points=result.points,
        settlement=result.settlement,
        totals=result.totals,
        hands=[
            pb.RevealedHand(hand=to_kinds(hand), opening=to_kinds(opening))
            for hand, opening in zip(result.hands, result.openings, strict=True)
        ],
        stock=to_kinds(result.stock),
    )


def _encode_line(line: CuocLine) -> pb.CuocLine:
    cuoc = pb.Cuoc.ValueType(line.cuoc + 1)
    return pb.CuocLine(cuoc=cuoc, count=line.count, main=line.main, extra=line.extra, points=line.points)


def _decode_line(line: pb.CuocLine) -> CuocLine:
    return CuocLine(Cuoc(line.cuoc - 1), line.count, line.main, line.extra, line.points)


def decode_result(message: pb.Result) -> HandResult:
    """The result of a message that `encode_result` made."""
    return HandResult(
        reason=_REASONS_BACK[message.reason],
        winner=from_seat(is_set=message.HasField("winner"), wire=message.winner),
        card=from_kind(message.card),
        door=from_seat(is_set=message.HasField("door"), wire=message.door),
        pairs=tuple([Pair(from_kind(each.first), from_kind(each.second), each.is_exposed) for each in message.pairs]),
        cuoc=tuple([_decode_line(line) for line in message.cuoc]),
        points=message.points,
        settlement=tuple(message.settlement),
        totals=tuple(message.totals),
        hands=tuple([from_kinds(each.hand) for each in message.hands]),
        openings=tuple([from_kinds(each.opening) for each in message.hands]),
        stock=from_kinds(message.stock),
    )
