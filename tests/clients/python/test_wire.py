from __future__ import annotations

import asyncio

import pytest

from chieu_client.wire import Wire, dial


async def test_a_server_that_hangs_up_before_the_upgrade_is_no_connection() -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        wire = Wire(lambda _: None)
        with pytest.raises(OSError, match=r"hung up|reset"):
            await dial(f"ws://127.0.0.1:{port}/ws", "token", wire, 5)
