"""One WebSocket connection: frames in, frames out, and how it ended. It never comes back; `connection.py` does that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus

import picows
from google.protobuf.message import DecodeError
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from chieu.gateway.v1.gateway_pb2 import ClientFrame, ServerFrame
from chieu_client.closing import Closing
from chieu_client.errors import SessionEnded

__all__ = ["SUBPROTOCOL", "Wire", "dial"]

SUBPROTOCOL = "chieu.v1.proto"

_LARGEST = 4 * 1024 * 1024
_CODE_BYTES = 2
_RETRIED = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS}


class Wire(WSListener):
    """What picows calls. `closed` is done when the connection is over, whoever ended it."""

    def __init__(self, on_frame: Callable[[ServerFrame], None]) -> None:
        self.closed: asyncio.Future[Closing] = asyncio.get_running_loop().create_future()
        self._on_frame = on_frame
        self._transport: WSTransport | None = None
        self._closing = Closing()
        self._parts: list[bytes] = []

    @property
    def has_connected(self) -> bool:
        """Whether the upgrade was done, whatever came after it."""
        return self._transport is not None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The upgrade is done."""
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame, or a part of one, has come."""
        match frame.msg_type:
            case WSMsgType.BINARY | WSMsgType.CONTINUATION:
                self._take(frame.get_payload_as_bytes(), is_last=frame.fin)
            case WSMsgType.CLOSE:
                self._closing = _closing(frame.get_payload_as_bytes())
                transport.send_close(WSCloseCode.OK)
                transport.disconnect()
            case _:
                pass

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - picows' signature
        """The connection is over."""
        if not self.closed.done():
            self.closed.set_result(self._closing)

    def send(self, frame: ClientFrame) -> None:
        """Writes a frame; lost without a word if the connection is over, as it may be a moment later anyway."""
        if self._transport and not self._transport.is_disconnected:
            self._transport.send(WSMsgType.BINARY, frame.SerializeToString())

    def drop(self) -> None:
        """Ends the connection at once, without a close frame."""
        if self._transport:
            self._transport.disconnect(graceful=False)

    async def close(self) -> None:
        """Says goodbye and waits until the connection is over."""
        if self._transport and not self._transport.is_disconnected:
            self._transport.send_close(WSCloseCode.OK)
            self._transport.disconnect()
        await self.closed

    def _take(self, payload: bytes, *, is_last: bool) -> None:
        self._parts.append(payload)
        if not is_last:
            return
        whole = b"".join(self._parts)
        self._parts.clear()
        try:
            frame = ServerFrame.FromString(whole)
        except DecodeError:
            self.drop()
            return
        self._on_frame(frame)


async def dial(url: str, token: str, wire: Wire, seconds: float) -> None:
    """Connects a new wire within so many seconds; frames may come before this returns.

    Raises SessionEnded where the server refuses this client as such, and `OSError`, `TimeoutError` or
    `picows.WSError` where another try may do better.
    """
    headers = [("Sec-WebSocket-Protocol", SUBPROTOCOL), ("Authorization", f"Bearer {token}")]
    try:
        async with asyncio.timeout(seconds):
            await picows.ws_connect(
                lambda: wire,
                url,
                extra_headers=headers,
                max_frame_size=_LARGEST,
                websocket_handshake_timeout=seconds,
            )
    except picows.WSHandshakeError as error:
        raise _ended_by(error) or error from error
    if not wire.has_connected:  # picows returns as if all were well, and never says that it is over
        raise ConnectionResetError("the server hung up before the connection was upgraded")


def _ended_by(error: picows.WSHandshakeError) -> SessionEnded | None:
    status = error.response.status if error.response else HTTPStatus.SERVICE_UNAVAILABLE
    if status in _RETRIED or status < HTTPStatus.BAD_REQUEST or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return None
    return SessionEnded(int(status), f"the server refused the connection: {status.phrase}")


def _closing(payload: bytes) -> Closing:
    if len(payload) < _CODE_BYTES:
        return Closing(1005)
    words = payload[_CODE_BYTES:].decode(errors="replace")
    return Closing(int.from_bytes(payload[:_CODE_BYTES], "big"), words)
