"""The refusals that the gateway makes itself. Those of the services pass through it as they are."""

from __future__ import annotations

from chieu.table.v1 import refusal_pb2 as pb
from wire.refusals import ADVICE

__all__ = ["refuse"]


def refuse(reason: pb.Reason.ValueType, detail: str = "", advice: pb.Advice.ValueType | None = None) -> pb.Refusal:
    """A refusal with the advice that goes with its reason, unless another is given."""
    return pb.Refusal(reason=reason, advice=ADVICE[reason] if advice is None else advice, detail=detail)
