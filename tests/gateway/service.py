"""A game service for tests: a real gRPC server that does what its script says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from google.protobuf import message_factory
from google.protobuf.any_pb2 import Any as AnyMessage

from chieu.gateway.v1 import gateway_pb2
from chieu.link.v1 import link_pb2 as pb
from chieu.link.v1 import link_pb2_grpc
from chieu.table.v1 import refusal_pb2, table_service_pb2, update_pb2
from chieu.tan.v1 import tan_pb2

SERVICE_TOKEN = "service token"
SECONDS = 5.0
MARK = b"12345678"


def refused(reason: str, advice: str = "ADVICE_CHANGE", **fields: Any) -> refusal_pb2.Refusal:
    return refusal_pb2.Refusal(
        reason=refusal_pb2.Reason.Value(reason), advice=refusal_pb2.Advice.Value(advice), **fields
    )


def accepted(seq: int = 1) -> bytes:
    return update_pb2.AnswerReply(accepted=update_pb2.Accepted(seq=seq)).SerializeToString()


def update(table: str = "tan-1", seq: int = 1, **fields: Any) -> update_pb2.Update:
    view = AnyMessage()
    view.Pack(tan_pb2.View(set_no=1))
    return update_pb2.Update(table=table, seq=seq, mark=MARK, view=view, **fields)


def move() -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(tan_pb2.Move(take=tan_pb2.Take()))
    return packed


def answer(table: str = "tan-1", **fields: Any) -> gateway_pb2.Answer:
    wanted: dict[str, Any] = {"table": table, "prompt_id": bytes(range(16)), "move": move()}
    return gateway_pb2.Answer(**(wanted | fields))


class FakeLink:
    """One stream as the service sees it. What comes is in `opens`, `closes` and `answers`."""

    def __init__(self, service: FakeService) -> None:
        self.service = service
        self.gateway = ""
        self.opens: asyncio.Queue[pb.Open] = asyncio.Queue()
        self.closes: asyncio.Queue[int] = asyncio.Queue()
        self.answers: asyncio.Queue[pb.Answer] = asyncio.Queue()
        self.batches: list[int] = []
        self._out: asyncio.Queue[pb.ServiceFrame | None] = asyncio.Queue()

    def push(self, **frame: Any) -> None:
        """Sends a ServiceFrame, for instance `push(lost=pb.Lost(table="tan-1"))`."""
        self._out.put_nowait(pb.ServiceFrame(**frame))

    def push_update(self, *subs: int, seq: int = 1, table: str = "tan-1", **fields: Any) -> update_pb2.Update:
        news = update(table, seq, **fields)
        self.push(update=pb.Update(subs=subs, seq=seq, mark=MARK, update=news.SerializeToString()))
        return news

    def break_off(self) -> None:
        """Ends the stream."""
        self._out.put_nowait(None)

    async def opened(self) -> pb.Open:
        async with asyncio.timeout(SECONDS):
            return await self.opens.get()

    async def closed(self) -> int:
        async with asyncio.timeout(SECONDS):
            return await self.closes.get()

    async def answered(self) -> pb.Answer:
        async with asyncio.timeout(SECONDS):
            return await self.answers.get()

    async def read(self, requests: AsyncIterator[pb.ConnectRequest]) -> None:
        async for request in requests:
            self.batches.append(len(request.frames))
            for frame in request.frames:
                self._take(frame)

    def _take(self, frame: pb.GatewayFrame) -> None:
        match frame.WhichOneof("frame"):
            case "hello":
                self.gateway = frame.hello.gateway
                self.push(welcome=self.service.welcome())
                self.service.links.append(self)
                self.service.linked_event.set()
            case "open":
                self.opens.put_nowait(frame.open)
                self.service.on_open(self, frame.open)
            case "close":
                self.closes.put_nowait(frame.close.sub)
            case "answer":
                self.answers.put_nowait(frame.answer)
                self.service.on_answer(self, frame.answer)
            case "canary":
                if self.service.is_store_up:
                    self.push(canary=frame.canary)
            case None:
                raise AssertionError("an empty frame")

    async def write(self) -> AsyncIterator[pb.ConnectResponse]:
        while (frame := await self._out.get()) is not None:
            waiting = [self._out.get_nowait() for _ in range(self._out.qsize())]
            is_over = None in waiting
            frames = [frame, *(more for more in waiting if more is not None)]
            yield pb.ConnectResponse(frames=frames)
            if is_over:
                return


def open_seat(seat: int | None = 0) -> Callable[[FakeLink, pb.Open], None]:
    """A script: every Open is granted with that seat."""
    return lambda link, asked: link.push(opened=pb.Opened(sub=asked.sub, seat=seat))


def accept(link: FakeLink, asked: pb.Answer) -> None:
    """A script: every answer is accepted."""
    link.push(reply=pb.Reply(corr=asked.corr, reply=accepted()))


def ignore(_link: FakeLink, _asked: Any) -> None:
    """A script: silence."""


class FakeService(link_pb2_grpc.LinkServiceServicer):
    """One replica."""

    def __init__(self, name: str = "replica-a", game: str = "tan") -> None:
        self.name = name
        self.game = game
        self.replicas: list[str] = []
        self.links: list[FakeLink] = []
        self.linked_event = asyncio.Event()
        self.on_open: Callable[[FakeLink, pb.Open], None] = open_seat()
        self.on_answer: Callable[[FakeLink, pb.Answer], None] = accept
        self.on_call: Callable[[str, Any, Any], Awaitable[Any]] | None = None
        self.calls: list[tuple[str, Any, dict[str, str]]] = []
        self.is_store_up = True
        self.tokens: list[str] = []
        self.port = 0
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def link(self) -> FakeLink:
        """The newest link."""
        return self.links[-1]

    async def start(self) -> None:
        self._server = grpc.aio.server()
        link_pb2_grpc.add_LinkServiceServicer_to_server(self, self._server)
        self._server.add_generic_rpc_handlers((self._table_service(),))
        self.port = self._server.add_insecure_port(f"127.0.0.1:{self.port}")
        await self._server.start()

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop(None)
            self._server = None

    async def linked(self, count: int = 1) -> FakeLink:
        """Waits until so many links have come, and gives back the newest."""
        async with asyncio.timeout(SECONDS):
            while len(self.links) < count:
                self.linked_event.clear()
                await self.linked_event.wait()
        return self.links[-1]

    def welcome(self) -> pb.Welcome:
        return pb.Welcome(replica=self.name, game=self.game, replicas=self.replicas)

    async def Connect(  # noqa: N802 - gRPC's name
        self, request_iterator: Any, context: Any
    ) -> AsyncIterator[pb.ConnectResponse]:
        metadata = dict(context.invocation_metadata())
        self.tokens.append(metadata.get("authorization", ""))
        link = FakeLink(self)
        reader = asyncio.create_task(link.read(request_iterator))
        try:
            async for response in link.write():
                yield response
        finally:
            reader.cancel()
            await asyncio.wait([reader])

    def _table_service(self) -> Any:
        """TableService, every call of which is recorded and answered by `on_call`, by default with an empty response."""

        def handler(method: Any) -> Any:
            async def answer(request: Any, context: Any) -> Any:
                self.calls.append((method.name, request, dict(context.invocation_metadata())))
                if self.on_call is not None:
                    return await self.on_call(method.name, request, context)
                return message_factory.GetMessageClass(method.output_type)()

            return grpc.unary_unary_rpc_method_handler(
                answer,
                request_deserializer=message_factory.GetMessageClass(method.input_type).FromString,
                response_serializer=lambda response: response.SerializeToString(),
            )

        service = table_service_pb2.DESCRIPTOR.services_by_name["TableService"]
        return grpc.method_handlers_generic_handler(
            service.full_name, {method.name: handler(method) for method in service.methods}
        )
