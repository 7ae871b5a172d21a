"""HTTP requests under way when the gateway goes."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from gateway.listen.web import WebServer


async def test_nothing_of_a_request_is_left_when_it_has_finished() -> None:
    """A client may have its whole answer before the application has put away what it answered from."""
    cleaning, is_clean = asyncio.Event(), asyncio.Event()

    async def application(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})
        cleaning.set()
        await asyncio.sleep(0.1)
        is_clean.set()

    server = WebServer(application)
    ours, theirs = socket.socketpair()
    transport, _ = await asyncio.get_running_loop().connect_accepted_socket(asyncio.Protocol, ours)
    reader, writer = await asyncio.open_connection(sock=theirs)
    server.serve(transport, "127.0.0.1", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert (await reader.read()).endswith(b"ok")
    await cleaning.wait()
    async with asyncio.timeout(10):
        await server.finish()
    assert is_clean.is_set()
    writer.close()
    await writer.wait_closed()
