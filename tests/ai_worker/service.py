"""A service of Tấn that answers `Play` by a script, over real gRPC."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from chieu.tan.v1.tan_service_pb2 import (
    GetViewRequest,
    GetViewResponse,
    PlayRequest,
    PlayResponse,
    WatchRequest,
    WatchResponse,
)
from chieu.tan.v1.tan_service_pb2_grpc import TanServiceServicer, add_TanServiceServicer_to_server

__all__ = ["Scene", "ScriptedTan", "accept", "refuse", "serving"]

Scene = Callable[[PlayRequest, Any], Awaitable[PlayResponse]]
"""What the service does with one call."""


async def accept(request: PlayRequest, context: Any) -> PlayResponse:
    """The move counts."""
    del request, context
    return PlayResponse(seq=1)


def refuse(reason: str, code: grpc.StatusCode = grpc.StatusCode.FAILED_PRECONDITION, **metadata: str) -> Scene:
    """The move is refused for that reason."""

    async def scene(request: PlayRequest, context: Any) -> PlayResponse:
        del request
        detail = AnyMessage()
        detail.Pack(ErrorInfo(reason=reason, domain="chieu", metadata=metadata))
        status = Status(code=code.value[0], message="no", details=[detail])
        await context.abort_with_status(rpc_status.to_status(status))
        raise AssertionError("abort raises")

    return scene


class ScriptedTan(TanServiceServicer):
    """Plays the scenes in their order, the last one for ever; every call is kept."""

    def __init__(self, *scenes: Scene) -> None:
        self.address = ""
        self.calls: asyncio.Queue[tuple[PlayRequest, dict[str, str]]] = asyncio.Queue()
        self._scenes = list(scenes) or [accept]

    async def Play(self, request: PlayRequest, context: Any) -> PlayResponse:  # noqa: N802 - gRPC's name
        metadata = {str(key): str(value) for key, value in context.invocation_metadata()}
        scene = self._scenes.pop(0) if len(self._scenes) > 1 else self._scenes[0]
        self.calls.put_nowait((request, metadata))
        return await scene(request, context)

    async def GetView(self, request: GetViewRequest, context: Any) -> GetViewResponse:  # noqa: N802 - gRPC's name
        raise NotImplementedError

    def Watch(self, request: WatchRequest, context: Any) -> AsyncIterator[WatchResponse]:  # noqa: N802 - gRPC's name
        raise NotImplementedError

    async def next_call(self, within: float = 50.0) -> PlayRequest:
        """The next call's request."""
        return (await asyncio.wait_for(self.calls.get(), within))[0]


@asynccontextmanager
async def serving(*scenes: Scene) -> AsyncIterator[ScriptedTan]:
    """A service on a free port."""
    server = grpc.aio.server()
    tan = ScriptedTan(*scenes)
    add_TanServiceServicer_to_server(tan, server)
    port = server.add_insecure_port("127.0.0.1:0")
    tan.address = f"127.0.0.1:{port}"
    await server.start()
    yield tan
    await server.stop(grace=0)
