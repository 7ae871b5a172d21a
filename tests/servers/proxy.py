"""A TCP proxy in the test's own loop, for the breaks that a server does not make by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

__all__ = ["Proxy", "start_proxy"]


class Proxy:
    """Passes bytes on, until told otherwise."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self.swallows = False
        """Whether what the server says is thrown away, while it still hears everything."""
        self.is_down = False
        """Whether who connects is sent away at once."""
        self.accepted = 0
        """How many connections there have been."""
        self.piece_bytes = 65_536
        """How much is passed on at once, at most."""
        self.piece_seconds = 0.0
        """How long each piece takes."""
        self._target = target
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Where clients find the server behind it."""
        return f"redis://127.0.0.1:{self.port}/0"

    def cut(self) -> None:
        """Break every connection."""
        for writer in self._writers:
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client."""
        if self.is_down:
            writer.transport.abort()
            return
        self.accepted += 1
        try:
            behind, to = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, to}
        for task in (
            asyncio.create_task(self._pass_on(reader, to, from_server=False)),
            asyncio.create_task(self._pass_on(behind, writer, from_server=True)),
        ):
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Break everything and wait until it is gone."""
        self.cut()
        await asyncio.gather(*self._tasks)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, from_server: bool) -> None:
        with suppress(OSError):
            while data := await reader.read(self.piece_bytes):
                if self.piece_seconds:
                    await asyncio.sleep(self.piece_seconds)
                if not (from_server and self.swallows):
                    writer.write(data)
                    await writer.drain()
        writer.transport.abort()
        self._writers.discard(writer)


@asynccontextmanager
async def start_proxy(target: int) -> AsyncIterator[Proxy]:
    """A proxy to a port of this machine."""
    proxy = Proxy(target)
    listening = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = listening.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        listening.close()
        await proxy.finish()
        await listening.wait_closed()
