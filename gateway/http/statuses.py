"""Refusals as HTTP and gRPC say them."""

from __future__ import annotations

from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from chieu.table.v1 import refusal_pb2 as pb
from gateway.refusals import refuse

__all__ = ["HTTP_STATUS", "Refused", "refusal_of"]

_DETAILS: Final = "grpc-status-details-bin"
_DOMAIN: Final = "chieu"

HTTP_STATUS: Final = {
    pb.REASON_UNSPECIFIED: 500,
    pb.REASON_NOT_SEATED: 403,
    pb.REASON_NO_DEAL: 409,
    pb.REASON_MATCH_OVER: 409,
    pb.REASON_STALE_PROMPT: 409,
    pb.REASON_ILLEGAL_MOVE: 422,
    pb.REASON_MALFORMED: 400,
    pb.REASON_NO_SUCH_TABLE: 404,
    pb.REASON_TABLE_BUSY: 503,
    pb.REASON_RATE_LIMITED: 429,
    pb.REASON_UNAUTHENTICATED: 401,
    pb.REASON_FORBIDDEN: 403,
    pb.REASON_SEAT_TAKEN: 409,
    pb.REASON_ALREADY_SEATED: 409,
    pb.REASON_TABLE_FULL: 409,
    pb.REASON_BAD_OPTIONS: 422,
    pb.REASON_WRONG_PHASE: 409,
    pb.REASON_REQUEST_REUSED: 409,
    pb.REASON_TABLE_CLOSED: 410,
    pb.REASON_UNAVAILABLE: 503,
    pb.REASON_TOO_LARGE: 413,
    pb.REASON_BAD_DEAL_NUMBER: 409,
    pb.REASON_WRONG_GAME: 400,
    pb.REASON_SUPERSEDED: 409,
    pb.REASON_LIMIT_REACHED: 429,
}
"""The status of each reason."""

_BY_GRPC_CODE: Final = {
    grpc.StatusCode.UNAUTHENTICATED: pb.REASON_UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED: pb.REASON_FORBIDDEN,
    grpc.StatusCode.NOT_FOUND: pb.REASON_NO_SUCH_TABLE,
    grpc.StatusCode.INVALID_ARGUMENT: pb.REASON_MALFORMED,
    grpc.StatusCode.RESOURCE_EXHAUSTED: pb.REASON_RATE_LIMITED,
}


class Refused(Exception):  # noqa: N818 - an answer, not an error of ours
    """A call is refused; the response is that refusal and its status."""

    def __init__(self, refusal: pb.Refusal) -> None:
        super().__init__(pb.Reason.Name(refusal.reason))
        self.refusal = refusal

    @property
    def status(self) -> int:
        """The HTTP status; 500 for a reason that is newer than this gateway."""
        return HTTP_STATUS.get(self.refusal.reason, 500)


def refusal_of(error: grpc.aio.AioRpcError) -> pb.Refusal:
    """The refusal in a gRPC error. What the service did not say in a refusal is not passed on."""
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS and isinstance(value, bytes) and (found := _from_details(value)):
            return found
    return refuse(_BY_GRPC_CODE.get(error.code(), pb.REASON_UNAVAILABLE))


def _from_details(data: bytes) -> pb.Refusal | None:
    """The Refusal among a status's details, else what its ErrorInfo tells."""
    try:
        details = status_pb2.Status.FromString(data).details
        for detail in details:
            refusal = pb.Refusal()
            if detail.Unpack(refusal):
                return refusal
        for detail in details:
            info = error_details_pb2.ErrorInfo()
            if detail.Unpack(info) and info.domain == _DOMAIN:
                return _from_info(info)
    except (DecodeError, ValueError):
        return None
    return None


def _from_info(info: Any) -> pb.Refusal:
    metadata = info.metadata
    seq = metadata.get("seq", "")
    return pb.Refusal(
        reason=pb.Reason.Value(info.reason),
        advice=pb.Advice.Value(metadata.get("advice") or "ADVICE_UNSPECIFIED"),
        rule=metadata.get("rule", ""),
        seq=int(seq) if seq.isascii() and seq.isdigit() else 0,
        answered_by=pb.AnsweredBy.Value(metadata.get("answered_by") or "ANSWERED_BY_UNSPECIFIED"),
    )
