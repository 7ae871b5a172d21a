"""What each reason of a refusal advises, whoever refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chieu.table.v1 import refusal_pb2 as pb

__all__ = ["ADVICE"]

ADVICE: Final[Mapping[int, pb.Advice.ValueType]] = {
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
"""By reason; the place that refuses may know better."""
