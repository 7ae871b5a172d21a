"""Refusals: the answers that say no. A refusal has a reason from one enum, advice, and has changed nothing.

Faults are something else and share no base with these: a fault is our problem and is logged where it is handled.
"""

from __future__ import annotations

from chieu.table.v1 import refusal_pb2 as pb

__all__ = ["ADVICE", "By", "Reason", "Refused"]

Reason = pb.Reason
By = pb.AnsweredBy

# What a reason advises, unless the place that refuses knows better.
ADVICE: dict[int, pb.Advice.ValueType] = {
    pb.REASON_NOT_SEATED: pb.ADVICE_CHANGE,
    pb.REASON_NO_DEAL: pb.ADVICE_RESYNC,
    pb.REASON_MATCH_OVER: pb.ADVICE_RESYNC,
    pb.REASON_STALE_PROMPT: pb.ADVICE_RESYNC,
    pb.REASON_ILLEGAL_MOVE: pb.ADVICE_CHANGE,
    pb.REASON_MALFORMED: pb.ADVICE_CHANGE,
    pb.REASON_NO_SUCH_TABLE: pb.ADVICE_CHANGE,
    pb.REASON_TABLE_BUSY: pb.ADVICE_RETRY,
    pb.REASON_RATE_LIMITED: pb.ADVICE_RETRY,
    pb.REASON_UNAUTHENTICATED: pb.ADVICE_CHANGE,
    pb.REASON_FORBIDDEN: pb.ADVICE_CHANGE,
    pb.REASON_SEAT_TAKEN: pb.ADVICE_RESYNC,
    pb.REASON_ALREADY_SEATED: pb.ADVICE_RESYNC,
    pb.REASON_TABLE_FULL: pb.ADVICE_RESYNC,
    pb.REASON_BAD_OPTIONS: pb.ADVICE_CHANGE,
    pb.REASON_WRONG_PHASE: pb.ADVICE_RESYNC,
    pb.REASON_REQUEST_REUSED: pb.ADVICE_CHANGE,
    pb.REASON_TABLE_CLOSED: pb.ADVICE_CHANGE,
    pb.REASON_UNAVAILABLE: pb.ADVICE_RETRY,
    pb.REASON_TOO_LARGE: pb.ADVICE_CHANGE,
    pb.REASON_BAD_DEAL_NUMBER: pb.ADVICE_RESYNC,
    pb.REASON_WRONG_GAME: pb.ADVICE_CHANGE,
    pb.REASON_SUPERSEDED: pb.ADVICE_CHANGE,
    pb.REASON_LIMIT_REACHED: pb.ADVICE_RETRY,
}


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
