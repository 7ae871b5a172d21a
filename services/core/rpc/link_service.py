"""`chieu.link.v1.LinkService`: the batched stream between a gateway and this replica.

Theory of operation. A link is one call. Frames are read in batches and handed to tables without a task for any of
them; whatever is to be said goes through one bounded outbox, whose only writer puts everything that waits, and what
comes during a short linger, into one message. A commit never waits for a link: when the outbox is full, the table
that could not be told is marked as lost, its subscriptions end, and one small frame tells the gateway to open it
anew. Identities in frames are believed, since only a holder of the service token may open a link.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
import structlog
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError

from chieu.link.v1 import link_pb2 as pb
from chieu.table.v1 import update_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from identity import Identity, Role
from services.core.home import Home, Subscription
from services.core.home.commands import Answer
from services.core.home.placement import Placement
from services.core.metrics import Metrics
from services.core.refusal import Reason, Refused
from services.core.rpc.errors import abort
from services.core.rpc.front import Context, Front
from services.core.store import StoreUnavailable
from services.core.table.access import is_service
from wire import Linger, Outbox, field_tag, wrapped

__all__ = ["LinkServicer", "add_to_server"]

log = structlog.get_logger(__name__)

SENT_AWAY = 4096
"""Subscriptions that moved to another replica and are remembered for a while: answers to them may be under way."""

_UPDATE = field_tag(pb.ServiceFrame.DESCRIPTOR, "update")
_PAYLOAD = field_tag(pb.Update.DESCRIPTOR, "update")


def add_to_server(servicer: LinkServicer, server: grpc.aio.Server) -> None:
    """Register a servicer. Its batches leave as the bytes that they already are."""
    method = pb.DESCRIPTOR.services_by_name["LinkService"].methods_by_name["Connect"]
    connect: grpc.RpcMethodHandler[Any, Any] = grpc.stream_stream_rpc_method_handler(
        servicer.Connect, request_deserializer=pb.ConnectRequest.FromString, response_serializer=None
    )
    handler = grpc.method_handlers_generic_handler(method.containing_service.full_name, {method.name: connect})
    server.add_generic_rpc_handlers((handler,))


class LinkServicer:
    """Opens links for whoever shows the service token."""

    def __init__(
        self,
        home: Home,
        placement: Placement,
        front: Front,
        metrics: Metrics,
        *,
        linger_seconds: float,
        queue_bytes: int,
        answers: int,
    ) -> None:
        self._home = home
        self._placement = placement
        self._front = front
        self._metrics = metrics
        self._linger_seconds = linger_seconds
        self._queue_bytes = queue_bytes
        self._answers = answers
        self.links: set[Link] = set()

    async def Connect(self, _requests: AsyncIterator[pb.ConnectRequest], context: Context) -> None:  # noqa: N802 - named by the contract
        """One link, until either side ends it. It reads and writes by the context, which costs less than iterating."""
        await self._admit(context)
        outbox = Outbox(self._queue_bytes, Linger(self._linger_seconds))
        link = Link(self._home, self._placement, outbox, self._answers)
        self.links.add(link)
        self._metrics.links.inc()
        writer = asyncio.get_running_loop().create_task(outbox.pump(context.write))
        reader = asyncio.get_running_loop().create_task(self._read(link, context))
        try:
            link.welcome()
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (writer, reader):
                task.cancel()
            for ended in await asyncio.gather(writer, reader, return_exceptions=True):
                if isinstance(ended, Exception):
                    log.info("link broke", error=repr(ended))
            self.links.discard(link)
            self._metrics.links.dec()
            link.close()

    async def _admit(self, context: Context) -> None:
        try:
            caller = await self._front.caller(context)
        except Refused as refused:
            await abort(context, refused)
        else:
            if not is_service(caller):
                await abort(context, Refused(Reason.REASON_FORBIDDEN, "links are for gateways"))

    async def _read(self, link: Link, context: Context) -> None:
        while True:
            batch = await context.read()
            if batch is grpc.aio.EOF:
                return
            for frame in batch.frames:
                link.handle(frame)


class Link:
    """One link: its subscriptions, the answers under way, and the sink of everything that tables say to it."""

    def __init__(self, home: Home, placement: Placement, outbox: Outbox, answers: int) -> None:
        self._home = home
        self._placement = placement
        self._outbox = outbox
        self._most_answers = answers
        self._answers = 0
        self._subscriptions: dict[int, tuple[str, Subscription]] = {}
        self._lost: set[str] = set()
        self._sent_away: dict[int, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self._handlers: dict[str, Callable[[Any], None]] = {
            "hello": self._hello,
            "open": self._open,
            "close": self._close,
            "answer": self._answer,
            "canary": self._canary,
        }

    def handle(self, frame: pb.GatewayFrame) -> None:
        """Do what a frame says. A frame of a kind that we do not know is passed over."""
        kind = frame.WhichOneof("frame")
        if kind is not None:
            self._handlers[kind](getattr(frame, kind))

    def welcome(self) -> None:
        """The first frame of the link, and again whenever the replicas change."""
        placement = self._placement
        self._say(
            pb.ServiceFrame(
                welcome=pb.Welcome(
                    replica=placement.own.name, game=self._home.kind.game.name, replicas=placement.addresses()
                )
            )
        )

    def drain(self) -> None:
        """This replica is going away."""
        self._say(pb.ServiceFrame(drain=pb.Drain(replicas=self._placement.other_addresses())))

    async def flushed(self) -> None:
        """Wait until everything was written."""
        await self._outbox.flushed()

    def close(self) -> None:
        """The link is gone; so are its subscriptions."""
        self._is_closed = True
        for table, one in self._subscriptions.values():
            self._home.close(table, one)
        self._subscriptions.clear()

    def _hello(self, hello: pb.Hello) -> None:
        log.info("link", gateway=hello.gateway)

    def _open(self, wanted: pb.Open) -> None:
        elsewhere = self._placement.elsewhere(wanted.table)
        if elsewhere is not None:
            self._placement.doubt()
            self._say(pb.ServiceFrame(moved=pb.Moved(table=wanted.table, home=elsewhere)))
            return
        one = Subscription(
            self, wanted.sub, _identity(wanted.identity), wanted.generation, seq=wanted.seq, mark=wanted.mark
        )
        self._lost.discard(wanted.table)
        self._close(
            pb.Close(sub=wanted.sub)
        )  # no gateway of ours uses a number twice; another must not haunt the table
        self._subscriptions[wanted.sub] = (wanted.table, one)
        self._home.open(wanted.table, one)

    def _close(self, unwanted: pb.Close) -> None:
        table, one = self._subscriptions.pop(unwanted.sub, ("", None))
        if one is not None:
            self._home.close(table, one)

    def _answer(self, answer: pb.Answer) -> None:
        corr = answer.corr
        table, one = self._subscriptions.get(answer.sub, ("", None))
        if one is None and answer.sub in self._sent_away:
            return  # it crossed our Moved; the gateway sends it again to the table's home
        if one is None:
            self._reply(corr, Refused(Reason.REASON_TABLE_BUSY, "the table is not open here any more"))
        elif self._answers >= self._most_answers:
            self._reply(corr, Refused(Reason.REASON_TABLE_BUSY, "too many answers are under way"))
        else:
            move = self._move(answer.move)
            if move is None:
                self._reply(corr, Refused(Reason.REASON_MALFORMED, "the move is of another game"))
                return
            self._answers += 1
            self._home.submit(
                table, Answer(one.caller, answer.prompt_id, move, None, lambda r: self._answered(corr, one, r))
            )

    def _move(self, packed: bytes) -> bytes | None:
        """The move's own bytes, if it is one of this game."""
        try:
            message = AnyMessage.FromString(packed)
        except DecodeError:
            return None
        wanted = self._home.kind.codec.move_message.DESCRIPTOR.full_name
        return message.value if message.type_url.rpartition("/")[2] == wanted else None

    def _answered(self, corr: int, one: Subscription, result: int | Refused) -> None:
        self._answers -= 1
        if isinstance(result, Refused) and not result.seq:
            result.seq = one.seq
        self._reply(corr, result)

    def _canary(self, canary: pb.Canary) -> None:
        task = asyncio.get_running_loop().create_task(self._sing(canary.nonce))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sing(self, nonce: int) -> None:
        try:
            await self._home.store.canary(self._placement.own.name)
        except StoreUnavailable:
            return  # silence is the answer
        self._say(pb.ServiceFrame(canary=pb.Canary(nonce=nonce)))

    def opened(self, sub: int, seat: int | None) -> None:
        """A subscription stands, or speaks for another seat from now on."""
        self._say(pb.ServiceFrame(opened=pb.Opened(sub=sub, seat=seat)))

    def update(self, subs: list[int], table: str, seq: int, mark: bytes, update: bytes) -> None:
        """One update for subscriptions of one audience. If there is no room the table is lost."""
        if table in self._lost:
            return
        head = pb.Update(subs=subs, seq=seq, mark=mark).SerializeToString()
        frame = wrapped(_UPDATE, head + wrapped(_PAYLOAD, update))
        if not self._outbox.put(frame):
            self._lose(table)

    def _lose(self, table: str) -> None:
        self._lost.add(table)
        self._forget(table)
        self._say(pb.ServiceFrame(lost=pb.Lost(table=table)))

    def ended(self, sub: int, refusal: Refused) -> None:
        """A subscription was refused or has ended."""
        self._subscriptions.pop(sub, None)
        self._say(pb.ServiceFrame(ended=pb.Ended(sub=sub, refusal=refusal.message())))

    def moved(self, table: str, home: str) -> None:
        """Another replica is the table's home."""
        for sub in self._forget(table):
            self._sent_away[sub] = None
        while len(self._sent_away) > SENT_AWAY:
            del self._sent_away[next(iter(self._sent_away))]
        self._say(pb.ServiceFrame(moved=pb.Moved(table=table, home=home)))

    def _forget(self, table: str) -> list[int]:
        gone = [(sub, one) for sub, (at, one) in self._subscriptions.items() if at == table]
        for sub, one in gone:
            self._home.close(table, one)
            del self._subscriptions[sub]
        return [sub for sub, _ in gone]

    def _reply(self, corr: int, result: int | Refused) -> None:
        reply = update_pb2.AnswerReply()
        if isinstance(result, Refused):
            refusal: Refusal = result.message()
            reply.refusal.CopyFrom(refusal)
        else:
            reply.accepted.seq = result
        self._say(pb.ServiceFrame(reply=pb.Reply(corr=corr, reply=reply.SerializeToString())))

    def _say(self, frame: pb.ServiceFrame) -> None:
        # Small frames always find room: they are answers, and there are never more of them than questions.
        if not self._is_closed:
            self._outbox.put(frame.SerializeToString(), always=True)


def _identity(wire: pb.Identity) -> Identity:
    return Identity(
        tenant=wire.tenant,
        subject=wire.subject,
        name=wire.name,
        role=Role.SERVICE if wire.role == Role.SERVICE.value else Role.PLAYER,
        table=wire.table,
        seat=wire.seat if wire.HasField("seat") else None,
    )
