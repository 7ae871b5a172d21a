"""The hot connection: commits and version checks of a whole process, pipelined on one socket.

Theory of operation. `send` packs a command, puts it into a queue and returns a future; the commands of one turn of
the loop leave in one write. Redis answers in order, so each answer belongs to the oldest command that was sent.
There is no task, no timer and no lock per command.

- A *link* is one TCP connection. What was sent on a link and not answered when the link broke fails with
  StoreUnavailable: it may or may not have been carried out, and is never sent twice. What was still queued goes out
  on the next link, if one comes in time.
- One timer watches for silence, and only while something is unanswered: it notes now and then how many commands have
  been sent; if the answers have not got there within the limit, the link is cut. A stopped server is found so, and
  so is a network that swallows everything.
- While there is no link, commands wait; once they have waited too long they fail, and others then fail at once.
- A script that the server has forgotten (NOSCRIPT: it ran nothing) is sent again with its text.
"""

from __future__ import annotations

import asyncio
import logging
import random
from asyncio import Future
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, cast

import hiredis

from services.core.store.address import Address
from services.core.store.base import StoreUnavailable
from services.core.store.scripts import Script
from services.core.store.tasks import end
from services.core.store.wire import pack

__all__ = ["HotConnection", "resolve"]

Settle: TypeAlias = Callable[["Future[Any]", Any], None]
_Entry: TypeAlias = tuple["Future[Any]", Settle, bytes]

_LOOKS: Final = 8
"""How often within the limit the timer looks. A command fails between (_LOOKS - 2) / _LOOKS of the limit and all of it."""
_PAUSES: Final = (0.02, 1.0)
"""Seconds between attempts to connect: the first pause, and the longest."""

log = logging.getLogger(__name__)


def resolve(future: Future[Any], reply: Any) -> None:
    """Settle a command with the reply as it came."""
    future.set_result(reply)


class HotConnection:
    """Commands to one server, answered in order. Make it inside a running loop; it connects by itself.

    `limit` is the seconds after which a command that has no answer fails; more than `most` commands under way fail at
    once.
    """

    def __init__(self, address: Address, scripts: Sequence[Script], *, limit: float = 2.0, most: int = 10_000) -> None:
        self._address = address
        self._greeting = [*address.greeting(), *((b"SCRIPT", b"LOAD", known.source) for known in scripts)]
        self._texts = [(_call(b"EVALSHA", known.sha), _call(b"EVAL", known.source)) for known in scripts]
        self._limit = limit
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._queued: list[_Entry] = []
        self._flushing = False
        self._link: _Link | None = None
        self._sent = 0
        self._answered = 0
        self._looks: deque[tuple[float, int]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._down = False
        self.epoch = 0
        """Counts the links: what was answered under one epoch was answered by one server's one connection."""
        self._closed = False

    def send(self, packed: bytes, settle: Settle = resolve) -> Future[Any]:
        """Queue a packed command. `settle` gets the future and the reply, and resolves one with the other.

        The future fails with StoreUnavailable if the server refuses, breaks off or stays silent.
        """
        future: Future[Any] = self._loop.create_future()
        if self._down or self._closed or self._sent - self._answered >= self._most:
            future.set_exception(StoreUnavailable(self._why_not()))
            return future
        self._queued.append((future, settle, packed))
        self._sent += 1
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)
        return future

    async def close(self) -> None:
        """Wait for what is under way, at most the limit, and let the socket go."""
        self._closed = True
        under_way = [future for future, _, _ in (*(self._link.sent if self._link else ()), *self._queued)]
        if under_way:
            await asyncio.wait(under_way, timeout=self._limit)
        if self._keeper is not None:
            await end(self._keeper)
        if self._timer is not None:
            self._timer.cancel()
        self._drop_queued("the store is closed")
        await asyncio.sleep(0)  # the socket closes in the loop's next turn

    def _flush(self) -> None:
        self._flushing = False
        if self._timer is None:
            self._timer = self._loop.call_later(self._limit / _LOOKS, self._look)
        if self._keeper is None:
            self._keeper = self._loop.create_task(self._keep_linked())
        link = self._link
        if link is None or not link.writable or not self._queued:
            return
        link.sent.extend(self._queued)
        link.transport.write(b"".join([packed for _, _, packed in self._queued]))
        self._queued.clear()

    def _look(self) -> None:
        """Cut the link if what had been sent a limit ago is not answered yet."""
        looks = self._looks
        while looks and looks[0][1] <= self._answered:
            looks.popleft()
        if self._sent == self._answered:
            self._timer = None
            return
        now = self._loop.time()
        if looks and now - looks[0][0] >= self._limit * (_LOOKS - 2) / _LOOKS:
            looks.clear()
            self._down = True
            if self._link is not None:
                self._link.cut(f"no answer within {self._limit} s")
            self._drop_queued(f"no connection within {self._limit} s")
        else:
            looks.append((now, self._sent))
        self._timer = self._loop.call_later(self._limit / _LOOKS, self._look)

    def answered(self, count: int) -> None:
        """So many commands have had their answer (the link's call)."""
        self._answered += count

    def refused(self, entry: _Entry, error: hiredis.ReplyError) -> None:
        """The server answered a command with an error (the link's call)."""
        future, settle, packed = entry
        said = str(error)
        if said.startswith("NOSCRIPT") and (again := self._with_text(packed)) and not self._closed:
            self._queued.append((future, settle, again))
            self._sent += 1
            self._flush()
            return
        future.set_exception(StoreUnavailable(f"the server answered {said!r}"))
        if said.startswith("READONLY") and self._link is not None:
            self._link.cut("the server is no longer the primary")

    def flush(self) -> None:
        """Send what is queued (the link's call, when it takes bytes again)."""
        self._flush()

    async def _keep_linked(self) -> None:
        """Connect, and connect again whenever the link has gone, until cancelled."""
        pause = _PAUSES[0]
        told = False
        while True:
            link = _Link(self)
            try:
                async with asyncio.timeout(self._limit):
                    await self._address.connect(lambda link=link: link)  # type: ignore[misc] # mypy can't infer the default
                    await self._greet(link)
                pause, told, self._down, self._link = _PAUSES[0], False, False, link
                self.epoch += 1
                self._flush()
                why = await link.gone
            except (OSError, TimeoutError, StoreUnavailable) as failed:
                why = str(failed) or type(failed).__name__
            except Exception as failed:  # whatever it was, the commands that wait need a connection
                log.exception("connection to %s failed", self._address)
                why = repr(failed)
            finally:
                self._link = None
                link.cut("the store is closed" if self._closed else "given up")
            if not told:
                log.warning("connection to %s lost: %s", self._address, why)
                told = True
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - spreads replicas, hides nothing
            pause = min(pause * 2, _PAUSES[1])

    async def _greet(self, link: _Link) -> None:
        """Log in, choose the database, load the scripts. A server that is loading refuses, and is tried again."""
        commands = list(map(pack, self._greeting))
        futures: list[Future[Any]] = [self._loop.create_future() for _ in commands]
        self._sent += len(commands)
        link.sent.extend((future, resolve, command) for future, command in zip(futures, commands, strict=True))
        link.transport.write(b"".join(commands))
        await asyncio.gather(*futures)

    def _with_text(self, packed: bytes) -> bytes | None:
        """The call of a script by its text instead of its hash; None: it is no such call."""
        for by_hash, by_text in self._texts:
            if by_hash in packed[: len(by_hash) + 16]:
                return packed.replace(by_hash, by_text, 1)
        return None

    def _drop_queued(self, why: str) -> None:
        dropped = [*self._queued]
        self._queued.clear()
        self._answered += len(dropped)
        _fail(dropped, why)

    def _why_not(self) -> str:
        if self._closed:
            return "the store is closed"
        return f"no connection to {self._address}" if self._down else f"{self._most} commands are under way"


class _Link(asyncio.Protocol):
    """One TCP connection and what was sent on it."""

    transport: asyncio.Transport

    def __init__(self, owner: HotConnection) -> None:
        self.sent: deque[_Entry] = deque()
        self.writable = True
        self.gone: Future[str] = asyncio.get_running_loop().create_future()
        self._owner = owner
        self._is_cut = False
        self._reader = hiredis.Reader()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        gets, sent, count = self._reader.gets, self.sent, 0
        while sent and (reply := gets()) is not False:
            entry = sent.popleft()
            future, settle, _ = entry
            count += 1
            if future.done():
                continue
            if isinstance(reply, hiredis.ReplyError):
                self._owner.refused(entry, reply)
            else:
                settle(future, reply)
        self._owner.answered(count)

    def pause_writing(self) -> None:
        self.writable = False

    def resume_writing(self) -> None:
        self.writable = True
        self._owner.flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self.cut(str(exc or "the server hung up"))

    def cut(self, why: str) -> None:
        """Fail what is unanswered and let the socket go. Once is enough, twice is harmless."""
        if self._is_cut:
            return
        self._is_cut = True
        self.writable = False
        if not self.gone.done():
            self.gone.set_result(why)
        if hasattr(self, "transport"):
            self.transport.abort()
        unanswered = [*self.sent]
        self.sent.clear()
        self._owner.answered(len(unanswered))
        _fail(unanswered, why)


def _call(verb: bytes, script: bytes) -> bytes:
    """How a packed call of a script begins, after the count of its arguments."""
    return pack((verb, script)).partition(b"\r\n")[2]


def _fail(entries: Sequence[_Entry], why: str) -> None:
    for future, _, _ in entries:
        if not future.done():
            future.set_exception(StoreUnavailable(why))
