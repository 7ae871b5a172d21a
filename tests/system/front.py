"""What stands before gateways: takes connections on one port and gives each to a gateway that accepts it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

__all__ = ["start_front"]


class _Front:
    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = list(ports)
        self._turn = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client: each gateway in turn, the next one if it does not accept."""
        self._turn += 1
        for number in range(len(self._ports)):
            port = self._ports[(self._turn + number) % len(self._ports)]
            with suppress(OSError):
                behind, to = await asyncio.open_connection("127.0.0.1", port)
                for task in (self._pass_on(reader, to), self._pass_on(behind, writer)):
                    passing = asyncio.create_task(task)
                    self._tasks.add(passing)
                    passing.add_done_callback(self._tasks.discard)
                return
        writer.transport.abort()

    async def finish(self) -> None:
        """Break everything and wait until it is gone."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @staticmethod
    async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                while data := await reader.read(65_536):
                    writer.write(data)
                    await writer.drain()
        finally:
            writer.close()


@asynccontextmanager
async def start_front(ports: Sequence[int]) -> AsyncIterator[str]:
    """The address of a front before gateways on these ports."""
    front = _Front(ports)
    listening = await asyncio.start_server(front.serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        listening.close()
        await front.finish()
        await listening.wait_closed()
