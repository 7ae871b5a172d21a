"""The refusals that the gateway makes itself. Those of the services pass through it as they are."""

from __future__ import annotations

from typing import Final

from chieu.table.v1 import refusal_pb2 as pb

__all__ = ["refuse"]

_ADVICE: Final = {
    pb.REASON_MALFORMED: pb.ADVICE_CHANGE,
    pb.REASON_NO_SUCH_TABLE: pb.ADVICE_CHANGE,
    pb.REASON_TABLE_BUSY: pb.ADVICE_RETRY,
    pb.REASON_RATE_LIMITED: pb.ADVICE_RETRY,
    pb.REASON_UNAUTHENTICATED: pb.ADVICE_CHANGE,
    pb.REASON_FORBIDDEN: pb.ADVICE_CHANGE,
    pb.REASON_UNAVAILABLE: pb.ADVICE_RETRY,
    pb.REASON_TOO_LARGE: pb.ADVICE_CHANGE,
    pb.REASON_WRONG_GAME: pb.ADVICE_CHANGE,
    pb.REASON_LIMIT_REACHED: pb.ADVICE_CHANGE,
}


def refuse(reason: pb.Reason.ValueType, detail: str = "", advice: pb.Advice.ValueType | None = None) -> pb.Refusal:
    """A refusal with the advice that goes with its reason, unless another is given."""
    return pb.Refusal(reason=reason, advice=_ADVICE[reason] if advice is None else advice, detail=detail)
