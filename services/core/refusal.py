"""Refusals: the answers that say no. A refusal has a reason from one enum, advice, and has changed nothing.

Faults are something else and share no base with these: a fault is our problem and is logged where it is handled.
"""

from __future__ import annotations

from chieu.table.v1 import refusal_pb2 as pb
from wire.refusals import ADVICE

__all__ = ["By", "Reason", "Refused"]

Reason = pb.Reason
By = pb.AnsweredBy


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """A typed "no" that changed nothing.

    `rule` is the rulebook's code where the rules refused; `seq` the audience's update count where one is known.
    """

    def __init__(
        self,
        reason: pb.Reason.ValueType,
        detail: str = "",
        *,
        rule: str = "",
        answered_by: pb.AnsweredBy.ValueType = pb.ANSWERED_BY_UNSPECIFIED,
        seq: int = 0,
    ) -> None:
        super().__init__(detail or pb.Reason.Name(reason))
        self.reason = reason
        self.detail = detail
        self.rule = rule
        self.answered_by = answered_by
        self.seq = seq

    def message(self) -> pb.Refusal:
        """The refusal as it goes over the wire."""
        return pb.Refusal(
            reason=self.reason,
            advice=ADVICE[self.reason],
            rule=self.rule,
            detail=self.detail,
            seq=self.seq,
            answered_by=self.answered_by,
        )
