"""Lines from standard input, one at a time and only when they are asked for."""

from __future__ import annotations

import asyncio
import sys
import threading
from queue import Queue
from typing import Protocol, TextIO

__all__ = ["Keyboard", "Lines"]


class Lines(Protocol):
    """Where typed lines come from."""

    async def next(self) -> str | None:
        """The next line without its end; None when there will be no more."""


class Keyboard:
    """Reads in a daemon thread: a blocking read cannot be cancelled, and must not keep the program alive.

    A line is read when it is asked for, so a script may pipe all its lines in at once.
    """

    def __init__(self, source: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._asked: Queue[asyncio.Future[str | None]] = Queue()
        self._thread: threading.Thread | None = None

    async def next(self) -> str | None:
        """The next line without its end; None at the end of the input."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._read, name="keyboard", daemon=True)
            self._thread.start()
        future: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._asked.put(future)
        return await future

    def _read(self) -> None:
        while True:
            future = self._asked.get()
            line = self._source.readline()
            try:
                future.get_loop().call_soon_threadsafe(_give, future, line.rstrip("\r\n") if line else None)
            except RuntimeError:
                return  # the loop is closed: nobody waits any more


def _give(future: asyncio.Future[str | None], line: str | None) -> None:
    if not future.done():
        future.set_result(line)
