"""One session's connection, for as long as the session lives: it comes back until it is told not to.

Theory of operation. One task dials, waits for `Welcome`, then waits until the wire is closed, and begins again after a
delay. Tables are channels: each has a number, which is the upper half of every `corr` that it sends, so that replies
find their table without a map. A channel is told when a wire is there, when it is gone, and when the session is over;
what to say again is the channel's own business. A pong proves that the far end is well, and only that resets the
back-off: a server that greets and hangs up must not be hammered.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any, Protocol

import picows

from chieu.gateway.v1.gateway_pb2 import ClientFrame, Ping, ServerFrame, Welcome
from chieu_client.clock import ServerClock
from chieu_client.closing import Closing, may_come_back
from chieu_client.errors import SessionEnded, Unreachable
from chieu_client.patience import Backoff, Patience
from chieu_client.wire import Wire, dial

__all__ = ["Channel", "Connection"]

_CHANNEL_SHIFT = 32
_DEFAULT_HEARTBEAT = 30
_PINGS_A_HEARTBEAT = 3


class Channel(Protocol):
    """What the connection carries for one table."""

    @property
    def table_id(self) -> str:
        """The table's id."""

    def on_connected(self) -> None:
        """A wire is there; nothing of what was said on an older one is known at the far end."""

    def on_disconnected(self) -> None:
        """The wire is gone; another one may come."""

    def on_frame(self, frame: ServerFrame) -> None:
        """A frame for this channel."""

    def on_session_ended(self, error: Exception) -> None:
        """Nothing will come any more."""


class Connection:
    """Dials, greets, beats and comes back. `welcome` is what the server said last about this client."""

    def __init__(self, url: str, token: str, clock: ServerClock, patience: Patience) -> None:
        self.welcome: Welcome | None = None
        self._url = url
        self._token = token
        self._clock = clock
        self._patience = patience
        self._backoff = Backoff(patience)
        self._channels: dict[int, Channel] = {}
        self._by_table: dict[str, Channel] = {}
        self._next_channel = 1
        self._wire: Wire | None = None
        self._welcomed: asyncio.Future[None] | None = None
        self._heard = 0.0
        self._lost_at = 0.0
        self._task: asyncio.Task[None] | None = None
        self._ended: Exception | None = None

    @property
    def is_up(self) -> bool:
        """Whether the server has greeted the present wire."""
        return self._welcomed is not None and self._welcomed.done()

    def add(self, channel: Channel) -> Callable[[], int]:
        """Carries a channel from now on; returns what draws its `corr` numbers. Dials if nobody has yet.

        Raises ValueError if the table has a channel already, and what the session ended with if it has.
        """
        if self._ended:
            raise self._ended
        if channel.table_id in self._by_table:
            raise ValueError(f"table {channel.table_id} is open in this session already")
        number, self._next_channel = self._next_channel, self._next_channel + 1
        self._channels[number] = self._by_table[channel.table_id] = channel
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run(), name=f"chieu connection {self._url}")
        corr = number << _CHANNEL_SHIFT

        def draw() -> int:
            nonlocal corr
            corr += 1
            return corr

        return draw

    def remove(self, channel: Channel) -> None:
        """Carries the channel no longer. Twice is once."""
        if self._by_table.get(channel.table_id) is channel:
            del self._by_table[channel.table_id]
            self._channels = {number: other for number, other in self._channels.items() if other is not channel}

    def send(self, frame: ClientFrame) -> None:
        """Sends a frame if the wire is up; else it is lost, and `on_connected` is the moment to say it again."""
        if self._wire and self.is_up:
            self._wire.send(frame)

    async def close(self) -> None:
        """Says goodbye and ends every channel. Twice is once."""
        self._end(SessionEnded(0, "the session was closed"))
        wire, task = self._wire, self._task
        if wire:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await wire.close()
            wire.drop()
        if task:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        self._lost_at = time.monotonic()
        try:
            while not self._ended:
                await self._live_once()
                if not self._ended:
                    await self._pause()
        except Exception as error:  # noqa: BLE001 - whatever ends this task must end its tables
            self._end(error)

    async def _live_once(self) -> None:
        """One wire from dialling to its end. Raises SessionEnded if there shall be no other."""
        # Both are set before dialling: the greeting may come with the last bytes of the handshake.
        wire = self._wire = Wire(self._on_frame)
        self._welcomed = asyncio.get_running_loop().create_future()
        try:
            await dial(self._url, self._token, wire, self._patience.reply)
            closing = await self._attend(wire, self._welcomed)
        except (OSError, TimeoutError, picows.WSError):
            return
        finally:
            self._on_wire_gone(wire)
        if not may_come_back(closing.code):
            raise SessionEnded(closing.code, closing.words or "the server ended the session")

    async def _attend(self, wire: Wire, welcomed: asyncio.Future[None]) -> Closing:
        """Beats until the wire is over, which a silent far end makes it."""
        self._heard = time.monotonic()
        either: set[asyncio.Future[Any]] = {wire.closed, welcomed}
        await asyncio.wait(either, timeout=self._patience.reply, return_when=asyncio.FIRST_COMPLETED)
        if not welcomed.done():
            wire.drop()
        heartbeat = float(self.welcome.heartbeat_seconds if self.welcome else 0) or _DEFAULT_HEARTBEAT
        while not wire.closed.done():
            await asyncio.wait([wire.closed], timeout=heartbeat / _PINGS_A_HEARTBEAT)
            if time.monotonic() - self._heard >= heartbeat:
                wire.drop()
            self._ping()
        return wire.closed.result()

    async def _pause(self) -> None:
        if time.monotonic() - self._lost_at > self._patience.total:
            raise Unreachable(f"{self._url} has not answered for {self._patience.total:.0f} s")
        await asyncio.sleep(self._backoff.delay())

    def _ping(self) -> None:
        self.send(ClientFrame(ping=Ping(client_ms=self._clock.ping_ms())))

    def _on_wire_gone(self, wire: Wire) -> None:
        wire.drop()
        was_up = self.is_up
        self._wire = self._welcomed = None
        if was_up:
            self._lost_at = time.monotonic()
            for channel in list(self._channels.values()):
                channel.on_disconnected()

    def _on_frame(self, frame: ServerFrame) -> None:
        self._heard = time.monotonic()
        match frame.WhichOneof("frame"):
            case "update":
                self._clock.stamp(frame.update.server_ms)
                self._pass_on(self._by_table.get(frame.update.table), frame)
            case "opened":
                self._pass_on(self._by_table.get(frame.opened.table), frame)
            case "closed":
                self._pass_on(self._by_table.get(frame.closed.table), frame)
            case "reply" | "refusal":
                self._pass_on(self._channels.get(frame.corr >> _CHANNEL_SHIFT), frame)
            case "welcome":
                self._on_welcome(frame.welcome)
            case "pong":
                self._clock.pong(frame.pong.client_ms, frame.pong.server_ms)
                self._backoff.reset()
            case _:
                pass  # a frame of a later contract

    def _on_welcome(self, welcome: Welcome) -> None:
        if self._welcomed is None or self._welcomed.done():
            return
        self.welcome = welcome
        self._clock.restart()
        self._clock.stamp(welcome.server_ms)
        self._welcomed.set_result(None)
        self._ping()
        for channel in list(self._channels.values()):
            channel.on_connected()

    @staticmethod
    def _pass_on(channel: Channel | None, frame: ServerFrame) -> None:
        if channel:
            channel.on_frame(frame)

    def _end(self, error: Exception) -> None:
        if self._ended:
            return
        self._ended = error
        for channel in list(self._channels.values()):
            channel.on_session_ended(error)
