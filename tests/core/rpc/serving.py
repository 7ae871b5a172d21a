"""A replica of Tấn on a memory store, served by real gRPC; and callers of it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from pydantic import SecretStr

from chieu.link.v1 import link_pb2, link_pb2_grpc
from chieu.table.v1 import table_pb2
from chieu.table.v1 import table_service_pb2 as tables
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.table_service_pb2_grpc import TableServiceStub
from chieu.table.v1.update_pb2 import AnswerReply, Update
from chieu.tan.v1 import tan_pb2, tan_service_pb2
from chieu.tan.v1.tan_service_pb2_grpc import TanServiceStub
from identity import mint, service_identity, to_metadata
from services.core.replica import serve
from services.core.settings import ServiceSettings
from services.core.store import MemoryStore
from services.tan.__main__ import SERVICE

__all__ = ["Caller", "Link", "Server", "reason", "refusal", "serving", "until"]

SERVICE_TOKEN = "the service token of tests"
JWT_SECRET = "a secret for tests, long enough for HS256"
DEADLINE = 10.0

_requests = itertools.count(1)


def settings(**fields: Any) -> ServiceSettings:
    fields.setdefault("listen", "127.0.0.1:0")
    return ServiceSettings(
        broker_url="redis://127.0.0.1:1/0",  # nobody serves it
        service_token=SecretStr(SERVICE_TOKEN),
        jwt_secret=SecretStr(JWT_SECRET),
        secret=SecretStr("a secret of tests"),
        drain_seconds=0.2,
        **fields,
    )


async def until(found: Callable[[], Any | Awaitable[Any]], what: str) -> Any:
    """Poll until something is true. Never sleeps longer than it must."""
    try:
        async with asyncio.timeout(DEADLINE):
            while True:
                value = found()
                if isinstance(value, Awaitable):
                    value = await value
                if value:
                    return value
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(what) from None


async def refusal(call: Awaitable[Any]) -> tuple[grpc.StatusCode, error_details_pb2.ErrorInfo, Refusal]:
    """The refusal that ends a call: its status, ErrorInfo and Refusal."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    status = rpc_status.from_call(caught.value)  # type: ignore[arg-type] # it has all that a call has
    assert status is not None, caught.value
    info, told = error_details_pb2.ErrorInfo(), Refusal()
    assert status.details[0].Unpack(info)
    assert status.details[1].Unpack(told)
    return caught.value.code(), info, told


async def reason(call: Awaitable[Any]) -> str:
    """The reason of a refusal."""
    _, info, told = await refusal(call)
    assert info.domain == "chieu"
    assert info.reason
    assert told.reason
    return str(info.reason)


class Caller:
    """Somebody who calls a server: a player by his token, a service by its own, or nobody."""

    def __init__(self, channel: grpc.aio.Channel, metadata: tuple[tuple[str, str], ...]) -> None:
        self.metadata = metadata
        self._tables: Any = TableServiceStub(channel)
        self._tan: Any = TanServiceStub(channel)

    async def table(self, name: str, request: Any) -> Any:
        """A call of TableService; a request without an id gets one."""
        if "request_id" in request.DESCRIPTOR.fields_by_name and not request.request_id:
            request.request_id = f"request {next(_requests)}"
        return await getattr(self._tables, name)(request, metadata=self.metadata, timeout=DEADLINE)

    async def tan(self, name: str, request: Any) -> Any:
        """A call of TanService."""
        return await getattr(self._tan, name)(request, metadata=self.metadata, timeout=DEADLINE)

    def watch(self, table: str, **moment: Any) -> Any:
        """The stream of a `Watch`."""
        request = tan_service_pb2.WatchRequest(table=table, **moment)
        return self._tan.Watch(request, metadata=self.metadata, timeout=DEADLINE)

    async def create(self, *, seats: int = 2, **fields: Any) -> table_pb2.Table:
        """Make a public table."""
        fields.setdefault("visibility", table_pb2.VISIBILITY_PUBLIC)
        fields.setdefault("take_seat", True)
        request = tables.CreateTableRequest(game="tan", settings=table_pb2.Settings(seats=seats), **fields)
        made: table_pb2.Table = (await self.table("CreateTable", request)).table
        return made

    async def sit(self, table: str) -> int:
        """Take a seat."""
        seat: int = (await self.table("TakeSeat", tables.TakeSeatRequest(table=table))).seat
        return seat

    async def view(self, table: str) -> Update:
        """The whole picture."""
        update: Update = (await self.tan("GetView", tan_service_pb2.GetViewRequest(table=table))).update
        return update

    async def play(self, table: str, prompt_id: bytes, move: tan_pb2.Move, **fields: Any) -> int:
        """Answer a prompt."""
        request = tan_service_pb2.PlayRequest(table=table, prompt_id=prompt_id, move=move, **fields)
        seq: int = (await self.tan("Play", request)).seq
        return seq


class Link:
    """A gateway's link: frames in, frames out."""

    def __init__(self, call: Any) -> None:
        self._call = call
        self.frames: list[link_pb2.ServiceFrame] = []
        self._reading = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
            while (batch := await self._call.read()) is not grpc.aio.EOF:
                self.frames.extend(batch.frames)

    async def send(self, *frames: link_pb2.GatewayFrame) -> None:
        await self._call.write(link_pb2.ConnectRequest(frames=frames))

    async def open(self, sub: int, table: str, subject: str, *, generation: int = 1, **fields: Any) -> None:
        who = link_pb2.Identity(tenant="default", subject=subject, name=subject.title(), role="player")
        opened = link_pb2.Open(sub=sub, table=table, identity=who, generation=generation, **fields)
        await self.send(link_pb2.GatewayFrame(open=opened))

    async def answer(self, corr: int, sub: int, prompt_id: bytes, move: Any) -> AnswerReply:
        """Send an answer and wait for its reply."""
        packed = AnyMessage()
        packed.Pack(move)
        sent = link_pb2.Answer(corr=corr, sub=sub, prompt_id=prompt_id, move=packed.SerializeToString())
        await self.send(link_pb2.GatewayFrame(answer=sent))
        replies = await self.got("reply", lambda reply: reply.corr == corr)
        return AnswerReply.FromString(replies[0].reply)

    def said(self, kind: str, fits: Callable[[Any], bool] = lambda _: True) -> list[Any]:
        """Frames of a kind so far."""
        found = [getattr(frame, kind) for frame in self.frames if frame.WhichOneof("frame") == kind]
        return [frame for frame in found if fits(frame)]

    async def got(self, kind: str, fits: Callable[[Any], bool] = lambda _: True, count: int = 1) -> list[Any]:
        """Frames of a kind, when so many have come."""

        def enough() -> list[Any]:
            found = self.said(kind, fits)
            return found if len(found) >= count else []

        frames: list[Any] = await until(enough, f"{count} {kind}")
        return frames

    def updates(self, sub: int) -> list[Update]:
        """Updates for a subscription."""
        return [Update.FromString(frame.update) for frame in self.said("update") if sub in frame.subs]

    async def close(self) -> None:
        self._call.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def failure(self) -> str:
        """Why the service has ended the link."""
        await asyncio.wait_for(self._reading, DEADLINE)
        return await reason(self._call.read())

    @property
    def ended(self) -> asyncio.Task[None]:
        """Done when the service has ended the link."""
        return self._reading


class Server:
    """A served replica."""

    def __init__(self, address: str, channel: grpc.aio.Channel, store: MemoryStore) -> None:
        self.address = address
        self.channel = channel
        self.store = store

    def player(self, subject: str, **claims: Any) -> Caller:
        """A player with a token of his own."""
        return self.bearer(mint(JWT_SECRET, subject, **claims))

    def bearer(self, token: str) -> Caller:
        """Whoever shows this token."""
        return Caller(self.channel, (("authorization", f"Bearer {token}"),))

    @property
    def service(self) -> Caller:
        """Another service."""
        return Caller(self.channel, to_metadata(service_identity(), SERVICE_TOKEN))

    @property
    def nobody(self) -> Caller:
        """Somebody without a token."""
        return Caller(self.channel, ())

    def link(self, token: str = SERVICE_TOKEN) -> Link:
        """Connect as a gateway."""
        stub: Any = link_pb2_grpc.LinkServiceStub(self.channel)
        return Link(stub.Connect(metadata=(("authorization", f"Bearer {token}"),)))


@contextlib.asynccontextmanager
async def serving(store: MemoryStore | None = None, **fields: Any) -> AsyncIterator[Server]:
    """Serve a replica for a while."""
    kept = store or MemoryStore()
    # The channel is closed last, so that a draining replica is still heard.
    async with contextlib.AsyncExitStack() as channels, serve(SERVICE, settings(**fields), kept) as address:
        channel = await channels.enter_async_context(grpc.aio.insecure_channel(address))
        yield Server(address, channel, kept)
