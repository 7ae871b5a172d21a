"""The one port's door: reads the head of a connection's request and hands the connection to whoever serves it.

A WebSocket upgrade of `WS_PATH` goes to picows, anything else to the HTTP application. The rest of the connection is
theirs. That is safe although proxies reuse connections, since HTTP answers `Connection: close`: the next request
comes through this door again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, cast

from gateway.listen.head import END_OF_HEAD, Head, client_address, read_head
from gateway.settings import Network

__all__ = ["WS_PATH", "Door", "Rooms", "plain_answer"]

WS_PATH: Final = "/ws"
"""Where the socket is."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """What lies behind the door, and its rules."""

    take_socket: Callable[[asyncio.Transport, Head, str, bytes], None]
    """Serves an upgrade: transport, head, the client's address, everything that was read so far."""
    take_http: Callable[[asyncio.Transport, str, bytes], None]
    """Serves a request: transport, the client's address, everything that was read so far."""
    doors: set[Door]
    """Connections whose head has not come yet."""
    max_head_bytes: int
    head_seconds: float
    trusted_proxies: Sequence[Network]


def plain_answer(status: str, text: str, *more: str) -> bytes:
    """A whole HTTP response that ends the connection; `more` are further header lines."""
    body = text.encode() + b"\n"
    lines = [f"HTTP/1.1 {status}", "Content-Type: text/plain; charset=utf-8", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, *more, "Connection: close", "", ""]).encode() + body


class Door(asyncio.Protocol):
    """One connection until its first request's head is complete."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._read = bytearray()
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Gives the client some time for a head."""
        self._transport = cast(asyncio.Transport, transport)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._rooms.head_seconds, self._turn_away, "408 Request Timeout", "too slow")
        self._rooms.doors.add(self)

    def data_received(self, data: bytes) -> None:
        """Reads on until the head is complete."""
        start = max(0, len(self._read) - len(END_OF_HEAD))
        self._read += data
        end = self._read.find(END_OF_HEAD, start)
        if end > self._rooms.max_head_bytes or (end < 0 and len(self._read) > self._rooms.max_head_bytes):
            self._turn_away("431 Request Header Fields Too Large", f"at most {self._rooms.max_head_bytes} bytes")
        elif end >= 0:
            self._let_in(bytes(self._read[:end]))

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """The client went before it asked for anything."""
        self._step_aside()

    def close(self) -> None:
        """Ends a connection that has not asked for anything."""
        if self._transport is not None:
            self._transport.abort()

    def _let_in(self, text: bytes) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        head = read_head(text)
        if head is None:
            self._turn_away("400 Bad Request", "expected an HTTP/1.1 request")
            return
        self._step_aside()
        peer = transport.get_extra_info("peername") or ("",)
        address = client_address(str(peer[0]), head.headers.get("x-forwarded-for", ""), self._rooms.trusted_proxies)
        if head.is_upgrade and head.path == WS_PATH:
            self._rooms.take_socket(transport, head, address, bytes(self._read))
        else:
            self._rooms.take_http(transport, address, bytes(self._read))

    def _turn_away(self, status: str, text: str) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(plain_answer(status, text))
            self._transport.close()
        self._step_aside()

    def _step_aside(self) -> None:
        self._rooms.doors.discard(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
