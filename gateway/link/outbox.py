"""What waits to go out on a link: bounded in bytes, sent in batches by one writer."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from gateway.link.linger import Linger
from gateway.wire import batch_entry

__all__ = ["BATCH_BYTES", "Outbox"]

BATCH_BYTES: Final = 250 * 1024
"""Largest batch. The contract says 256 KB; the rest is for whatever surrounds it."""


class Outbox:
    """A queue of serialized GatewayFrames. `put` never waits; `pump` is the one writer while a link stands."""

    def __init__(self, most_bytes: int, linger: Linger) -> None:
        self._most_bytes = most_bytes
        self._linger = linger
        self._entries: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def waiting_bytes(self) -> int:
        """Bytes that have not been handed to gRPC."""
        return self._bytes

    def put(self, frame: bytes, *, always: bool = False) -> bool:
        """Queues a frame. False: the queue is full and the frame was not taken; `always` takes it nevertheless."""
        entry = batch_entry(frame)
        if self._bytes + len(entry) > self._most_bytes and not always:
            return False
        self._entries.append(entry)
        self._bytes += len(entry)
        self._wake.set()
        self._idle.clear()
        return True

    def clear(self) -> None:
        """Forgets everything; for a link that broke."""
        self._entries.clear()
        self._bytes = 0
        self._idle.set()

    async def pump(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        """Writes batches for ever: what came while the last write was under way, and during the linger, shares one."""
        while True:
            if not self._entries:
                self._idle.set()
                self._wake.clear()
                await self._wake.wait()
                if (pause := self._linger.pause(time.monotonic())) and self._bytes < BATCH_BYTES:
                    await asyncio.sleep(pause)
            if batch := self._take():
                await write(batch)

    async def flushed(self) -> None:
        """Waits until everything was written."""
        await self._idle.wait()

    def _take(self) -> bytes:
        taken: list[bytes] = []
        size = 0
        entries = self._entries
        while entries and (not taken or size + len(entries[0]) <= BATCH_BYTES):
            taken.append(entries.popleft())
            size += len(taken[-1])
        self._bytes -= size
        self._linger.sent(len(taken), time.monotonic())
        return b"".join(taken)
