"""Reads requests where a refusal can be given: gRPC itself takes bytes that are no request for a fault of ours.

It would log a traceback for whoever sends them, token or not, and answer UNKNOWN.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import DecodeError

from services.core.refusal import Reason, Refused
from services.core.rpc.errors import abort
from services.core.rpc.front import Context

__all__ = ["RefusesUnreadable"]

OURS = "/chieu."

Handler: TypeAlias = Any
"""`grpc.RpcMethodHandler`, whose stubs are generic while the class itself is not."""


class RefusesUnreadable(grpc.aio.ServerInterceptor):
    """Answers bytes that are no request with MALFORMED. Links are left alone: they are opened by the service token only."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """The method's handler, made once."""
        method = handler_call_details.method
        known = self._handlers.get(method)
        if known is not None:
            return known
        handler = await continuation(handler_call_details)
        if handler is None or handler.request_streaming or not method.startswith(OURS):
            return handler
        self._handlers[method] = _reading(handler)
        return self._handlers[method]


def _reading(handler: Handler) -> Handler:
    async def read(data: bytes, context: Context) -> Any:
        try:
            return handler.request_deserializer(data)
        except DecodeError:
            await abort(context, Refused(Reason.REASON_MALFORMED, "the request could not be read"))
            raise AssertionError("abort raises") from None

    async def answer(data: bytes, context: Context) -> Any:
        return await handler.unary_unary(await read(data, context), context)

    async def stream(data: bytes, context: Context) -> AsyncIterator[Any]:
        request = await read(data, context)
        async for response in handler.unary_stream(request, context):
            yield response

    if handler.response_streaming:
        return grpc.unary_stream_rpc_method_handler(stream, None, handler.response_serializer)
    return grpc.unary_unary_rpc_method_handler(answer, None, handler.response_serializer)
