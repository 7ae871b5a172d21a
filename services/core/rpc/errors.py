"""Refusals as gRPC statuses: `google.rpc.Status` with an ErrorInfo and the Refusal itself."""

from __future__ import annotations

from typing import Final

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from chieu.table.v1 import refusal_pb2 as pb
from services.core.refusal import Refused

__all__ = ["abort", "status_of"]

_CODES: Final = {
    pb.REASON_NOT_SEATED: grpc.StatusCode.PERMISSION_DENIED,
    pb.REASON_NO_DEAL: grpc.StatusCode.FAILED_PRECONDITION,
    pb.REASON_MATCH_OVER: grpc.StatusCode.FAILED_PRECONDITION,
    pb.REASON_STALE_PROMPT: grpc.StatusCode.FAILED_PRECONDITION,
    pb.REASON_ILLEGAL_MOVE: grpc.StatusCode.INVALID_ARGUMENT,
    pb.REASON_MALFORMED: grpc.StatusCode.INVALID_ARGUMENT,
    pb.REASON_NO_SUCH_TABLE: grpc.StatusCode.NOT_FOUND,
    pb.REASON_TABLE_BUSY: grpc.StatusCode.ABORTED,
    pb.REASON_RATE_LIMITED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    pb.REASON_UNAUTHENTICATED: grpc.StatusCode.UNAUTHENTICATED,
    pb.REASON_FORBIDDEN: grpc.StatusCode.PERMISSION_DENIED,
    pb.REASON_SEAT_TAKEN: grpc.StatusCode.ALREADY_EXISTS,
    pb.REASON_ALREADY_SEATED: grpc.StatusCode.ALREADY_EXISTS,
    pb.REASON_TABLE_FULL: grpc.StatusCode.FAILED_PRECONDITION,
    pb.REASON_BAD_OPTIONS: grpc.StatusCode.INVALID_ARGUMENT,
    pb.REASON_WRONG_PHASE: grpc.StatusCode.FAILED_PRECONDITION,
    pb.REASON_REQUEST_REUSED: grpc.StatusCode.ALREADY_EXISTS,
    pb.REASON_TABLE_CLOSED: grpc.StatusCode.FAILED_PRECONDITION,
    pb.REASON_UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
    pb.REASON_TOO_LARGE: grpc.StatusCode.RESOURCE_EXHAUSTED,
    pb.REASON_BAD_DEAL_NUMBER: grpc.StatusCode.FAILED_PRECONDITION,
    pb.REASON_WRONG_GAME: grpc.StatusCode.INVALID_ARGUMENT,
    pb.REASON_SUPERSEDED: grpc.StatusCode.ABORTED,
    pb.REASON_LIMIT_REACHED: grpc.StatusCode.RESOURCE_EXHAUSTED,
}
DOMAIN: Final = "chieu"


def status_of(refused: Refused) -> status_pb2.Status:
    """The refusal as `google.rpc.Status`."""
    message = refused.message()
    info = error_details_pb2.ErrorInfo(
        reason=pb.Reason.Name(message.reason).removeprefix("REASON_"),
        domain=DOMAIN,
        metadata={
            "advice": pb.Advice.Name(message.advice).removeprefix("ADVICE_"),
            "rule": message.rule,
            "seq": str(message.seq),
            "answered_by": pb.AnsweredBy.Name(message.answered_by).removeprefix("ANSWERED_BY_"),
        },
    )
    status = status_pb2.Status(code=_CODES[refused.reason].value[0], message=str(refused))
    for detail in (info, message):
        packed = AnyMessage()
        packed.Pack(detail)
        status.details.append(packed)
    return status


async def abort(context: grpc.aio.ServicerContext[object, object], refused: Refused) -> None:
    """End a call with a refusal."""
    status = rpc_status.to_status(status_of(refused))
    await context.abort(status.code, status.details, status.trailing_metadata)
