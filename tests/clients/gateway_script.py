"""A gateway that follows a script: real sockets, no rules, and every kind of bad connection on demand.

It speaks just enough HTTP and RFC 6455 to be one port, as the real one is. `ScriptedGateway` is what tests turn knobs
on; a `ScriptedTable` is a list of updates and what an answer makes of it.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from chieu.gateway.v1.gateway_pb2 import Answer, ClientFrame, Closed, Opened, Pong, ServerFrame, Welcome
from chieu.table.v1.refusal_pb2 import ADVICE_CHANGE, REASON_NO_SUCH_TABLE, REASON_STALE_PROMPT, Refusal
from chieu.table.v1.update_pb2 import Accepted, AnswerReply, Update

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
BINARY, CLOSE, PING, PONG = 2, 8, 9, 10


def server_ms() -> int:
    return int(time.time() * 1000)


@dataclass
class ScriptedTable:
    """Updates so far, those to come, and the answers that counted."""

    id: str
    told: list[Update] = field(default_factory=list)
    to_come: list[Update] = field(default_factory=list)
    counted: list[Answer] = field(default_factory=list)
    replies: list[AnswerReply] = field(default_factory=list)
    keeps_steps: bool = True

    def resume(self, seq: int, mark: bytes) -> list[Update]:
        """What an audience at this moment is told: steps, or a snapshot, or a snapshot that rewinds."""
        last = self.told[-1]
        is_known = any((update.seq, update.mark) == (seq, mark) for update in self.told)
        if is_known and self.keeps_steps:
            return [update for update in self.told if update.seq > seq]
        snapshot = Update()
        snapshot.CopyFrom(last)
        snapshot.snapshot = True
        snapshot.rewound = bool(seq) and not is_known
        snapshot.ClearField("events")
        return [snapshot]

    def reply(self, answer: Answer) -> AnswerReply:
        """The next scripted reply; else the answer counts once, if its prompt is open or it is the same one again."""
        if self.replies:
            return self.replies.pop(0)
        if answer not in self.counted:
            if self.told[-1].prompt.prompt_id != answer.prompt_id:
                return AnswerReply(refusal=Refusal(reason=REASON_STALE_PROMPT))
            self.counted.append(answer)
            if self.to_come:
                self.told.append(self.to_come.pop(0))
        return AnswerReply(accepted=Accepted(seq=self.told[-1].seq))


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: Any


class Peer:
    """One WebSocket connection, seen from the gateway."""

    def __init__(self, gateway: ScriptedGateway, writer: asyncio.StreamWriter) -> None:
        self.gateway = gateway
        self.writer = writer
        self.tables: set[str] = set()
        self.is_over = False

    def send(self, frame: ServerFrame) -> None:
        payload = frame.SerializeToString()
        for _ in range(self.gateway.copies):
            if self.gateway.fragment and len(payload) > 1:
                self.write(BINARY, payload[:1], is_last=False)
                self.write(0, payload[1:])
            else:
                self.write(BINARY, payload)

    def write(self, opcode: int, payload: bytes, *, is_last: bool = True) -> None:
        head = bytes([opcode | (0x80 if is_last else 0)])
        if len(payload) < 126:
            head += bytes([len(payload)])
        elif len(payload) < 1 << 16:
            head += b"\x7e" + len(payload).to_bytes(2, "big")
        else:
            head += b"\x7f" + len(payload).to_bytes(8, "big")
        self.gateway.write(self, head + payload)

    def close(self, code: int, words: str = "") -> None:
        self.write(CLOSE, code.to_bytes(2, "big") + words.encode())

    def cut(self) -> None:
        self.is_over = True
        self.writer.transport.abort()


class ScriptedGateway:
    """Knobs: `copies` of each frame, `fragment` frames, `trickle` bytes, `status` of upgrades, `is_mute`, `swallow`."""

    def __init__(self) -> None:
        self.tables: dict[str, ScriptedTable] = {}
        self.peers: list[Peer] = []
        self.frames: list[ClientFrame] = []
        self.requests: list[Request] = []
        self.responses: dict[tuple[str, str], list[tuple[int, Any]]] = {}
        self.copies = 1
        self.fragment = False
        self.trickle = False
        self.status = 101
        self.greets = True
        self.heartbeat_seconds = 30
        self.is_mute = False
        self.ahead_ms = 0
        self.swallow: Callable[[ServerFrame], bool] = lambda _: False
        self.before_reply: Callable[[Peer], None] = lambda _: None
        self.port = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def live(self) -> list[Peer]:
        return [peer for peer in self.peers if not peer.is_over]

    def answers(self) -> list[Answer]:
        return [frame.answer for frame in self.frames if frame.HasField("answer")]

    def opens(self) -> list[tuple[int, bytes]]:
        return [(frame.open.seq, frame.open.mark) for frame in self.frames if frame.HasField("open")]

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server:
            self._server.close()
        for peer in self.live:
            peer.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def tell(self, table: str, update: Update) -> None:
        """Adds an update and sends it to whoever has the table open."""
        self.tables[table].told.append(update)
        for peer in self.live:
            if table in peer.tables:
                self._send(peer, ServerFrame(update=update))

    def close_table(self, table: str, refusal: Refusal) -> None:
        for peer in self.live:
            if table in peer.tables:
                peer.tables.discard(table)
                self._send(peer, ServerFrame(closed=Closed(table=table, refusal=refusal)))

    def write(self, peer: Peer, data: bytes) -> None:
        if peer.is_over:
            return
        if self.trickle:
            for byte in data:
                peer.writer.write(bytes([byte]))
        else:
            peer.writer.write(data)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            with contextlib.suppress(asyncio.IncompleteReadError, OSError, asyncio.CancelledError):
                request = await self._request(reader)
                if request.headers.get("upgrade"):
                    await self._upgrade(request, reader, writer)
                else:
                    self._respond(request, writer)
                    await writer.drain()
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _request(self, reader: asyncio.StreamReader) -> Request:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        return Request(method, path, headers, json.loads(body) if body else None)

    def _respond(self, request: Request, writer: asyncio.StreamWriter) -> None:
        self.requests.append(request)
        script = self.responses.get((request.method, request.path), [(404, {})])
        status, document = script.pop(0) if len(script) > 1 else script[0]
        if not status:
            writer.transport.abort()
            return
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        head = f"HTTP/1.1 {status} x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)

    async def _upgrade(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.requests.append(request)
        if self.status != 101:
            writer.write(f"HTTP/1.1 {self.status} no\r\nContent-Length: 0\r\n\r\n".encode())
            return
        key = hashlib.sha1((request.headers["sec-websocket-key"] + GUID).encode(), usedforsecurity=False).digest()
        head = (
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {base64.b64encode(key).decode()}\r\n"
            f"Sec-WebSocket-Protocol: {request.headers['sec-websocket-protocol']}\r\n\r\n"
        )
        peer = Peer(self, writer)
        self.peers.append(peer)
        writer.write(head.encode())
        if self.greets:
            welcome = Welcome(
                subject="an", name="An", server_ms=server_ms() + self.ahead_ms, heartbeat_seconds=self.heartbeat_seconds
            )
            self._send(peer, ServerFrame(welcome=welcome))
        try:
            await self._listen(peer, reader)
        finally:
            peer.is_over = True

    async def _listen(self, peer: Peer, reader: asyncio.StreamReader) -> None:
        while True:
            first, second = await reader.readexactly(2)
            length = second & 0x7F
            if length > 125:
                length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
            mask = await reader.readexactly(4)
            payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(await reader.readexactly(length)))
            if first & 0xF == CLOSE:
                return
            if first & 0xF == BINARY:
                self._take(peer, ClientFrame.FromString(payload))

    def _take(self, peer: Peer, frame: ClientFrame) -> None:
        self.frames.append(frame)
        for reply in self._reply(peer, frame):
            self._send(peer, reply)

    def _reply(self, peer: Peer, frame: ClientFrame) -> Iterator[ServerFrame]:
        match frame.WhichOneof("frame"):
            case "open" if frame.open.table in self.tables:
                table = self.tables[frame.open.table]
                peer.tables.add(table.id)
                seat = table.told[-1].seat if table.told[-1].HasField("seat") else None
                yield ServerFrame(corr=frame.corr, opened=Opened(table=table.id, seat=seat))
                for update in table.resume(frame.open.seq, frame.open.mark):
                    yield ServerFrame(update=update)
            case "open":
                refusal = Refusal(reason=REASON_NO_SUCH_TABLE, advice=ADVICE_CHANGE)
                yield ServerFrame(corr=frame.corr, closed=Closed(table=frame.open.table, refusal=refusal))
            case "leave":
                peer.tables.discard(frame.leave.table)
                yield ServerFrame(corr=frame.corr, closed=Closed(table=frame.leave.table))
            case "answer":
                table = self.tables[frame.answer.table]
                known = len(table.told)
                reply = table.reply(frame.answer)
                self.before_reply(peer)
                yield ServerFrame(corr=frame.corr, reply=reply)
                for update in table.told[known:]:
                    yield ServerFrame(update=update)
            case "ping":
                pong = Pong(client_ms=frame.ping.client_ms, server_ms=server_ms() + self.ahead_ms)
                yield ServerFrame(corr=frame.corr, pong=pong)
            case _:
                pass

    def _send(self, peer: Peer, frame: ServerFrame) -> None:
        if not self.is_mute and not self.swallow(frame):
            peer.send(frame)


@contextlib.asynccontextmanager
async def running(gateway: ScriptedGateway) -> AsyncIterator[ScriptedGateway]:
    await gateway.start()
    try:
        yield gateway
    finally:
        await gateway.stop()


async def until(holds: Callable[[], Any], seconds: float = 5.0) -> None:
    """Polls until it holds. Fails after so many seconds."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come to hold in time"
        await asyncio.sleep(0.002)
