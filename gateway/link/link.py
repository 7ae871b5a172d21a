"""One link: the stream between this gateway and one replica of a game service.

How it works. A gRPC message costs Python the same whatever it holds, so one stream carries everything between two
processes, in batches both ways. A link lives as long as its replica is known: it connects, says Hello, waits for
Welcome, serves, and when the stream breaks it starts again after a pause that doubles up to `_LONGEST_PAUSE`.

- There are two tasks a link, the reader below and the outbox's writer, and none for a message. The reader hands every
  frame on in one call that must not wait. Nobody else awaits anything of a link.
- The link knows which subscriptions it carries, by the number under which they were asked for. A number is used once:
  a frame with a number that is not here is late and means nothing. That is what makes moving a subscription safe: once
  it is taken off, nothing of the old place can reach its connection, and the new place resumes from the last update
  that did.
- Answers in flight are kept by a number of their own and outlive the subscription's stay here, since a replica that
  moved a table may still reply to what it had accepted. Whoever replies first settles an answer.
- What becomes of subscriptions when a link breaks, drains or loses a table is not decided here but by the owner,
  which knows the other links (gateway/link/game.py).
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, Protocol, assert_never

import grpc
import structlog
from google.protobuf.message import DecodeError

from chieu.link.v1 import link_pb2 as pb
from gateway.link.frames import answer_frame, canary_frame, close_frame, hello_frame, open_frame
from gateway.link.subscription import Answer, Subscription, SubState, next_number
from gateway.metrics import Counts
from gateway.wire import News
from wire import Linger, Outbox, batch_entry

__all__ = ["Link", "LinkOptions", "LinkOwner", "LinkState"]

_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0
_WELCOME_SECONDS: Final = 5.0
_METHOD: Final = "/chieu.link.v1.LinkService/Connect"
_CHANNEL: Final = (
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 2_000),
)


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """What all links of a gateway have in common."""

    gateway: str
    service_token: str
    linger: float
    queue_bytes: int
    answers: int
    counts: Counts


class LinkState(Enum):
    """Where a link stands."""

    DOWN = auto()
    """No stream. Trying, unless stopped."""
    LIVE = auto()
    """Welcome came; takes subscriptions."""
    DRAINING = auto()
    """The replica is going away; only replies and the end are to come."""


class LinkOwner(Protocol):
    """Who decides where subscriptions go. Called from the reader; must not wait."""

    def link_welcomed(self, link: Link, welcome: pb.Welcome) -> None:
        """The replica said who it is and whom it knows."""

    def link_broke(self, link: Link) -> None:
        """The stream is gone; the link still has its subscriptions."""

    def link_moved(self, link: Link, table: str, home: str) -> None:
        """Another replica is the table's home."""

    def link_lost(self, link: Link, table: str) -> None:
        """Updates of the table were dropped."""

    def link_drained(self, link: Link, replicas: list[str]) -> None:
        """The replica is going away, those stay."""

    def subscription_opened(self, subscription: Subscription, seat: int | None) -> None:
        """The subscription stands."""

    def subscription_ended(self, subscription: Subscription, refusal: Any) -> None:
        """The subscription was refused or has ended; the owner takes it off."""


class Link:
    """The stream to the replica at one address. Runs from `start` to `stop`."""

    def __init__(self, address: str, owner: LinkOwner, options: LinkOptions) -> None:
        self.address = address
        self.state = LinkState.DOWN
        self.replica = ""
        self.subscriptions: dict[int, Subscription] = {}
        self.canary_at = -float("inf")
        """When a sign of life last came back, by the monotonic clock."""
        self.channel = grpc.aio.insecure_channel(address, options=_CHANNEL)
        """Also carries plain calls to the replica."""
        self._owner = owner
        self._options = options
        self._log = structlog.get_logger().bind(replica_address=address)
        self._outbox = Outbox(options.queue_bytes, Linger(options.linger))
        self._answers: dict[int, Answer] = {}
        self._by_table: dict[str, set[int]] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to connect, and goes on until `stop`."""
        self._task = asyncio.create_task(self._run(), name=f"link {self.address}")

    async def stop(self) -> None:
        """Ends the stream after what is queued went out, if that takes no more than a moment."""
        if self.state is not LinkState.DOWN:
            await asyncio.wait([asyncio.ensure_future(self._outbox.flushed())], timeout=0.5)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self.channel.close()

    def open(self, subscription: Subscription) -> None:
        """Asks for the subscription here, under a fresh number."""
        subscription.number = number = next_number()
        subscription.link = self
        subscription.state = SubState.OPENING
        self.subscriptions[number] = subscription
        self._by_table.setdefault(subscription.table, set()).add(number)
        self._outbox.put(open_frame(subscription), always=True)  # bounded: by the limit of tables a connection

    def take_off(self, subscription: Subscription, *, tell: bool) -> None:
        """Forgets the subscription, which is WAITING then; `tell` also closes it at the replica."""
        number = subscription.number
        self.subscriptions.pop(number, None)
        if numbers := self._by_table.get(subscription.table):
            numbers.discard(number)
            if not numbers:
                del self._by_table[subscription.table]
        if tell and self.state is not LinkState.DOWN:
            self._outbox.put(close_frame(number), always=True)
        subscription.link = None
        subscription.state = SubState.WAITING

    def at(self, table: str) -> list[Subscription]:
        """The subscriptions of that table that are here."""
        return [self.subscriptions[number] for number in self._by_table.get(table, ())]

    def send(self, answer: Answer) -> bool:
        """Sends an answer of a subscription that is open here. False: too much is in flight or queued."""
        if len(self._answers) >= self._options.answers:
            return False
        corr = next_number()
        frame = answer_frame(corr, answer.subscription.number, answer.prompt_id, answer.move)
        if not self._outbox.put(frame):
            return False
        self._answers[corr] = answer
        answer.times_sent += 1
        answer.is_under_way = True
        return True

    def send_canary(self) -> None:
        """Asks for a sign of life."""
        if self.state is LinkState.LIVE:
            self._outbox.put(canary_frame(next_number()))

    def expired(self, now: float) -> list[Answer]:
        """Takes out the answers that waited too long; those that were settled elsewhere go silently."""
        late: list[Answer] = []
        for corr, answer in list(self._answers.items()):  # oldest first
            if answer.is_done:
                del self._answers[corr]
            elif answer.expires > now:
                break
            else:
                del self._answers[corr]
                late.append(answer)
        return late

    @property
    def answers_in_flight(self) -> int:
        """Answers that the replica has not replied to."""
        return len(self._answers)

    @property
    def waiting_bytes(self) -> int:
        """Bytes queued for the replica."""
        return self._outbox.waiting_bytes

    async def _run(self) -> None:
        pause = _FIRST_PAUSE
        while True:
            started = time.monotonic()
            try:
                await self._serve()
                self._log.info("link_ended")
            except (grpc.RpcError, asyncio.InvalidStateError, DecodeError, TimeoutError) as error:
                self._log.info("link_broke", why=_why(error))
            except Exception:  # noqa: BLE001 - a fault of one stream must not end the link
                self._log.exception("link_fault")
            self._down()
            if time.monotonic() - started > _LONGEST_PAUSE:
                pause = _FIRST_PAUSE
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - only to not come all at once
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _down(self) -> None:
        self.state = LinkState.DOWN
        self.canary_at = -float("inf")
        self._outbox.clear()
        self._answers.clear()
        self._owner.link_broke(self)

    async def _serve(self) -> None:
        async with self._connected() as call:
            async with asyncio.timeout(_WELCOME_SECONDS):
                await call.write(batch_entry(hello_frame(self._options.gateway)))
                first = await call.read()
            writer = asyncio.create_task(self._outbox.pump(call.write), name=f"link writer {self.address}")
            try:
                while first is not grpc.aio.EOF:
                    self._options.counts.link_batches_in += 1
                    for frame in first.frames:
                        self._handle(frame)
                    first = await call.read()
            finally:
                writer.cancel()
                await asyncio.wait([writer])
                if not writer.cancelled():
                    writer.exception()  # the reader sees the same break and tells it

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        call: Any = self.channel.stream_stream(
            _METHOD, request_serializer=None, response_deserializer=pb.ConnectResponse.FromString
        )(metadata=(("authorization", f"Bearer {self._options.service_token}"),))
        try:
            yield call
        finally:
            call.cancel()

    def _handle(self, frame: pb.ServiceFrame) -> None:  # noqa: C901, PLR0912 - one case a kind of frame
        match kind := frame.WhichOneof("frame"):
            case "update":
                self._update(frame.update)
            case "reply":
                self._reply(frame.reply)
            case "opened":
                if subscription := self.subscriptions.get(frame.opened.sub):
                    seat = frame.opened.seat if frame.opened.HasField("seat") else None
                    self._owner.subscription_opened(subscription, seat)
            case "ended":
                if subscription := self.subscriptions.get(frame.ended.sub):
                    self._owner.subscription_ended(subscription, frame.ended.refusal)
            case "welcome":
                self._welcome(frame.welcome)
            case "moved":
                self._owner.link_moved(self, frame.moved.table, frame.moved.home)
            case "lost":
                self._owner.link_lost(self, frame.lost.table)
            case "canary":
                self.canary_at = time.monotonic()
            case "drain":
                self.state = LinkState.DRAINING
                self._owner.link_drained(self, list(frame.drain.replicas))
            case None:
                self._log.warning("unknown_frame")  # of a newer service
            case _:
                assert_never(kind)

    def _welcome(self, welcome: pb.Welcome) -> None:
        self.replica = welcome.replica
        if self.state is LinkState.DOWN:
            self.state = LinkState.LIVE
            self._log.info("link_live", replica=welcome.replica, game=welcome.game)
            self.send_canary()
        self._owner.link_welcomed(self, welcome)

    def _update(self, update: pb.Update) -> None:
        news = News(update.update)
        for number in update.subs:
            if subscription := self.subscriptions.get(number):
                subscription.seq = update.seq
                subscription.mark = update.mark
                subscription.subscriber.table_update(news)

    def _reply(self, reply: pb.Reply) -> None:
        answer = self._answers.pop(reply.corr, None)
        if answer is not None and not answer.is_done:
            answer.is_done = True
            answer.subscription.unanswered.pop(answer, None)
            answer.subscription.subscriber.answer_replied(answer.corr, reply.reply)


def _why(error: BaseException) -> str:
    """A word for the log. What gRPC says in full may quote what it could not read."""
    return error.code().name if isinstance(error, grpc.aio.AioRpcError) else type(error).__name__
