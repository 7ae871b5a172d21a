"""A client for tests, on picows: whole frames in and out, close codes, and bytes that no client should send."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import picows
from google.protobuf import json_format

from chieu.gateway.v1 import gateway_pb2 as pb
from gateway.wire import JSON, PROTO, Encoding
from identity import mint

SECRET = "a secret for tests, long enough for HS256"
SECONDS = 5.0
PROMPT = bytes(range(16))


def token(subject: str = "an", **claims: Any) -> str:
    return mint(SECRET, subject, **claims)


async def eventually(is_so: Callable[[], object], seconds: float = SECONDS) -> None:
    """Polls until it is so; fails when the time is over."""
    async with asyncio.timeout(seconds):
        while not is_so():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.005)


class Client(picows.WSListener):
    """One connection. `next` gives the next frame, `code` waits for the close code."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.raw: list[bytes] = []
        self.transport: picows.WSTransport
        self.frames: asyncio.Queue[pb.ServerFrame] = asyncio.Queue()
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.answers_pings = True
        self.pings = 0

    @classmethod
    async def connect(
        cls,
        port: int,
        *,
        encoding: Encoding = PROTO,
        token: str = "",
        query: str = "",
        headers: dict[str, str] | None = None,
    ) -> Client:
        extra = {"Sec-WebSocket-Protocol": encoding.subprotocol, **(headers or {})}
        if token:
            extra["Authorization"] = f"Bearer {token}"
        _, client = await picows.ws_connect(
            lambda: cls(encoding), f"ws://127.0.0.1:{port}/ws{query}", extra_headers=extra, enable_auto_pong=False
        )
        assert isinstance(client, cls)
        return client

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        match frame.msg_type:
            case picows.WSMsgType.TEXT | picows.WSMsgType.BINARY:
                message = frame.get_payload_as_bytes()
                assert (frame.msg_type == picows.WSMsgType.TEXT) is self.encoding.is_text
                self.raw.append(message)
                self.frames.put_nowait(self.read(message))
            case picows.WSMsgType.PING:
                self.pings += 1
                if self.answers_pings:
                    transport.send_pong(frame.get_payload_as_bytes())
            case picows.WSMsgType.CLOSE:
                self.closed.set_result(int(frame.get_close_code().value))
                transport.send_close(frame.get_close_code())
                transport.disconnect()
            case _:
                pass

    def on_ws_disconnected(self, transport: picows.WSTransport) -> None:  # noqa: ARG002 - picows' signature
        if not self.closed.done():
            self.closed.set_result(1006)

    def read(self, message: bytes) -> pb.ServerFrame:
        if self.encoding is JSON:
            return json_format.Parse(message, pb.ServerFrame())
        return pb.ServerFrame.FromString(message)

    def say(self, corr: int = 1, **frame: Any) -> None:
        """Sends a ClientFrame, for instance `say(5, open=pb.Open(table="tan-1"))`."""
        self.send(self.write(pb.ClientFrame(corr=corr, **frame)))

    def write(self, frame: pb.ClientFrame) -> bytes:
        if self.encoding is JSON:
            return json_format.MessageToJson(frame, indent=None).encode()
        return frame.SerializeToString()

    def send(self, message: bytes, *, is_text: bool | None = None) -> None:
        text = self.encoding.is_text if is_text is None else is_text
        self.transport.send(picows.WSMsgType.TEXT if text else picows.WSMsgType.BINARY, message)

    async def next(self) -> pb.ServerFrame:
        async with asyncio.timeout(SECONDS):
            return await self.frames.get()

    async def ask(self, corr: int = 1, **frame: Any) -> pb.ServerFrame:
        """Sends a frame and gives back the next one that comes, which must be the answer."""
        self.say(corr, **frame)
        answer = await self.next()
        assert answer.corr == corr, answer
        return answer

    async def open(self, table: str = "tan-1", corr: int = 1, **fields: Any) -> pb.ServerFrame:
        return await self.ask(corr, open=pb.Open(table=table, **fields))

    async def code(self) -> int:
        async with asyncio.timeout(SECONDS):
            return await asyncio.shield(self.closed)

    def drop(self) -> None:
        self.transport.disconnect(graceful=False)
