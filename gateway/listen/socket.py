"""The only module that knows picows: makes a WebSocket of a connection whose upgrade request was already read.

picows parses frames and writes them; what a message is (its fragments, its largest size), who answers pings and when a
closing handshake has taken too long is decided here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final, Protocol, cast

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # not in its stubs, but it is what a server is made of

from gateway.close_codes import CloseCode

__all__ = ["Peer", "WebSocket", "serve_socket"]

_CLOSING_SECONDS: Final = 3.0
_READ_BUFFER: Final = 4096
_SMALL: Final = 8192
_HEADROOM: Final = 14
_logger: Final = logging.getLogger("picows.gateway")
_logger.setLevel(logging.CRITICAL)  # what clients do wrong is counted by close code, not logged line by line


class Peer(Protocol):
    """Who listens to a WebSocket."""

    def opened(self, socket: WebSocket) -> None:
        """The upgrade is done."""

    def received(self, message: bytes, *, is_text: bool) -> None:
        """A whole message came."""

    def heard(self) -> None:
        """A ping or pong came."""

    def fail(self, why: str) -> None:
        """The peer itself raised; it closes for that reason."""

    def lost(self) -> None:
        """The connection is gone. Comes once, and only after `opened`."""


class WebSocket:
    """A WebSocket to write to. Writing to one that is closed does nothing."""

    __slots__ = ("_kind", "_transport")

    def __init__(self, transport: WSTransport, *, is_text: bool) -> None:
        self._transport = transport
        self._kind = WSMsgType.TEXT if is_text else WSMsgType.BINARY

    @property
    def unsent_bytes(self) -> int:
        """What was sent and the system has not taken."""
        return self._transport.underlying_transport.get_write_buffer_size()

    def send(self, message: bytes) -> None:
        """Sends one message."""
        if len(message) <= _SMALL:
            self._transport.send(self._kind, message)
        else:  # picows would hand the loop a view of its own header buffer, which the next send overwrites
            self._transport.send_reuse_external_bytearray(self._kind, bytearray(_HEADROOM) + message, _HEADROOM)

    def ping(self) -> None:
        """Sends a ping."""
        self._transport.send_ping()

    def close(self, code: CloseCode, reason: str) -> None:
        """Sends a close frame; the connection ends when the client's comes, or after a moment."""
        if self._transport.is_disconnected:
            return
        self._transport.send_close(cast(WSCloseCode, int(code)), reason.encode()[:120])
        transport = self._transport
        asyncio.get_running_loop().call_later(_CLOSING_SECONDS, lambda: transport.disconnect(graceful=False))


class _Listener(WSListener):
    """Makes whole messages of frames."""

    def __init__(self, peer: Peer, *, is_text: bool, max_message_bytes: int) -> None:
        self._peer = peer
        self._is_text = is_text
        self._most = max_message_bytes
        self._parts: list[bytes] = []
        self._parts_bytes = 0
        self._parts_are_text = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._peer.opened(WebSocket(transport, is_text=self._is_text))

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - picows' signature
        self._peer.lost()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if transport.is_close_frame_sent and frame.msg_type != WSMsgType.CLOSE:
            return
        try:
            self._take(transport, frame)
        except Exception as error:  # noqa: BLE001 - whatever a client sends must end in a close code, not in picows
            self._peer.fail(type(error).__name__)

    def _take(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            _end(transport, CloseCode.PROTOCOL_ERROR)
            return
        match frame.msg_type:
            case WSMsgType.TEXT | WSMsgType.BINARY if not self._parts:
                is_text = frame.msg_type == WSMsgType.TEXT
                if frame.fin:
                    self._peer.received(frame.get_payload_as_bytes(), is_text=is_text)
                else:
                    self._parts_are_text = is_text
                    self._add_part(transport, frame)
            case WSMsgType.CONTINUATION if self._parts:
                self._add_part(transport, frame)
            case WSMsgType.PING:
                transport.send_pong(frame.get_payload_as_bytes())
                self._peer.heard()
            case WSMsgType.PONG:
                self._peer.heard()
            case WSMsgType.CLOSE:
                if not transport.is_close_frame_sent:
                    transport.send_close(WSCloseCode.OK)
                transport.disconnect()
            case _:
                _end(transport, CloseCode.PROTOCOL_ERROR)

    def _add_part(self, transport: WSTransport, frame: WSFrame) -> None:
        self._parts.append(frame.get_payload_as_bytes())
        self._parts_bytes += frame.payload_size
        if self._parts_bytes > self._most or len(self._parts) > self._most:
            _end(transport, CloseCode.TOO_LARGE)
        elif frame.fin:
            message, self._parts, self._parts_bytes = b"".join(self._parts), [], 0
            self._peer.received(message, is_text=self._parts_are_text)


def _end(transport: WSTransport, code: CloseCode) -> None:
    transport.send_close(cast(WSCloseCode, int(code)))
    transport.disconnect()


def serve_socket(
    transport: asyncio.Transport,
    received: bytes,
    make_peer: Callable[[], Peer],
    *,
    subprotocol: str,
    is_text: bool,
    max_message_bytes: int,
    upgrade_seconds: float = 5,
) -> None:
    """Hands a connection to picows. `received` is everything that was read of it, its upgrade request first.

    picows checks the request and answers it. `make_peer` is called only for a request that it could read.
    """

    def listen(_request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
        headers = {"Sec-WebSocket-Protocol": subprotocol}
        response = WSUpgradeResponse.create_101_response(extra_headers=headers)
        return WSUpgradeResponseWithListener(
            response, _Listener(make_peer(), is_text=is_text, max_message_bytes=max_message_bytes)
        )

    protocol = WSProtocol(
        None,
        None,
        False,  # noqa: FBT003 - positional in picows: not the client's side
        listen,
        _logger,
        True,  # noqa: FBT003 - disconnect when a listener raises
        upgrade_seconds,
        False,  # noqa: FBT003 - no pings of its own, which would be a task a connection
        1,
        1,
        WSAutoPingStrategy.PING_WHEN_IDLE,
        False,  # noqa: FBT003 - no pongs of its own, which would hide pings from us
        max_message_bytes,
        None,
        _READ_BUFFER,
    )
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    _feed(protocol, received)


def _feed(protocol: Any, data: bytes) -> None:
    """Gives a buffered protocol bytes that were read before it was there."""
    rest = memoryview(data)
    while rest:
        buffer = protocol.get_buffer(-1)
        size = min(len(buffer), len(rest))
        buffer[:size] = rest[:size]
        del buffer
        protocol.buffer_updated(size)
        rest = rest[size:]
