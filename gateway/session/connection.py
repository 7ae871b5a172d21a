"""One client's connection: who it is, what it may still do, and which frame means what.

A connection goes HELLO (nobody yet) → CHECKING (a token's keys are being fetched) → READY → CLOSED, and never back.
Frames that come while CHECKING are held, since a client may send Hello and Open in one go. Every frame that is refused
gets a frame with its `corr`, and changes nothing; what ends the connection has a code of `CloseCode`.

A READY client that says Hello again hands in a newer token of the same player; the connection then lives as long
as that one.
"""

from __future__ import annotations

import asyncio
import time
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Protocol, assert_never

import structlog

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import refusal_pb2
from gateway.close_codes import CloseCode
from gateway.refusals import refuse
from gateway.session.limits import Bucket, Verdict
from gateway.session.tables import Tables
from gateway.wire import Encoding, Malformed
from identity import BadToken, Identity, TokenFault

if TYPE_CHECKING:
    from gateway.session.hub import Hub

__all__ = ["Connection", "Socket", "Stage"]

_log: Final = structlog.get_logger()
_MOST_HELD: Final = 32


class Socket(Protocol):
    """The WebSocket under a connection."""

    @property
    def unsent_bytes(self) -> int:
        """What was sent and the client has not taken."""

    def send(self, message: bytes) -> None:
        """Sends one message, text or binary as the encoding is."""

    def ping(self) -> None:
        """Asks for a sign of life."""

    def close(self, code: CloseCode, reason: str) -> None:
        """Says why and ends, at once or when the client has said it too."""


class Stage(Enum):
    """Where a connection stands."""

    HELLO = auto()
    CHECKING = auto()
    READY = auto()
    CLOSED = auto()


class Connection:
    """One WebSocket. Its methods are called from the event loop by the socket and by the hub's clock.

    `token` is what came with the upgrade, or empty.
    """

    def __init__(self, encoding: Encoding, hub: Hub, address: str, token: str) -> None:
        now = time.monotonic()
        settings = hub.settings
        self.encoding = encoding
        self.address = address
        self.identity: Identity | None = None
        self.stage = Stage.HELLO
        self._socket: Socket  # there from `opened` on, before which nothing is called
        self._token = token
        self._hub = hub
        self._bucket = Bucket(settings.frames_per_second, settings.frames_burst, settings.flood_frames, now)
        self._generation = hub.next_generation()
        self._tables = Tables(self, hub.router, hub.counts, settings.max_tables_per_connection)
        self._held: list[bytes] = []
        self._checking: asyncio.Task[None] | None = None
        self._heard_at = now
        self._pinged_at = now
        self._ends_at = now + settings.hello_seconds
        """When the time for Hello, and later that of the token, is over."""

    def opened(self, socket: Socket) -> None:
        """The upgrade is done; a token that came with it counts as a Hello."""
        self._socket = socket
        token, self._token = self._token, ""
        if not self._hub.enter(self):
            self.close(CloseCode.TOO_MANY_CONNECTIONS)
        elif token:
            self._identify(0, token)

    def received(self, message: bytes, *, is_text: bool) -> None:
        """A whole message came."""
        now = self._heard_at = time.monotonic()
        if self.stage is Stage.CLOSED:
            return
        if now >= self._ends_at:
            self._time_is_over()
        elif is_text is not self.encoding.is_text:
            self.close(CloseCode.WRONG_ENCODING)
        elif (verdict := self._bucket.take(now)) is Verdict.FLOOD:
            self.close(CloseCode.FLOOD)
        elif self.stage is Stage.CHECKING and verdict is Verdict.PASS:
            self._hold(message)
        else:
            self._read(message, verdict)

    def heard(self) -> None:
        """A sign of life came that is no message."""
        self._heard_at = time.monotonic()

    def lost(self) -> None:
        """The socket is gone."""
        self._over()

    def send(self, message: bytes) -> None:
        """Sends an encoded ServerFrame; ends the connection if its client does not keep up."""
        if self.stage is Stage.CLOSED:
            return
        self._socket.send(message)
        if self._socket.unsent_bytes > self._hub.settings.max_unsent_bytes:
            self.close(CloseCode.SLOW_READER)

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Ends the connection with that code. Closing twice is closing once."""
        if self.stage is not Stage.CLOSED:
            self._hub.counts.closes[code.name] += 1
            self._over()
            self._socket.close(code, reason)

    def fail(self, why: str) -> None:
        """Ends the connection for a fault of ours, which is logged here."""
        _log.error("connection_fault", why=why, encoding=self.encoding.subprotocol)
        self.close(CloseCode.INTERNAL)

    def tick(self, now: float) -> None:
        """Looks at the clock: Hello, the token's time, silence."""
        beat = self._hub.settings.heartbeat_seconds
        if self.stage is Stage.CLOSED:
            return
        if now >= self._ends_at:
            self._time_is_over()
        elif now - self._heard_at > beat:
            self.close(CloseCode.SILENT)
        elif now - self._pinged_at >= beat / 2:
            self._pinged_at = now
            self._socket.ping()

    def _hold(self, message: bytes) -> None:
        self._held.append(message)
        if len(self._held) > _MOST_HELD:
            self.close(CloseCode.FLOOD)

    def _read(self, message: bytes, verdict: Verdict) -> None:
        try:
            frame = self.encoding.decode(message)
        except Malformed as malformed:
            self._hub.counts.frames["malformed"] += 1
            self._refuse(0, refuse(refusal_pb2.REASON_MALFORMED, str(malformed)))
            return
        self._hub.counts.frames[frame.WhichOneof("frame") or "unknown"] += 1
        if verdict is Verdict.REFUSE:
            self._refuse(frame.corr, refuse(refusal_pb2.REASON_RATE_LIMITED))
        else:
            self._obey(frame)

    def _obey(self, frame: pb.ClientFrame) -> None:
        kind = frame.WhichOneof("frame")
        identity = self.identity
        match kind:
            case "hello":
                self._identify(frame.corr, frame.hello.token)
            case "ping":
                pong = pb.Pong(client_ms=frame.ping.client_ms, server_ms=_server_ms())
                self._send(pb.ServerFrame(corr=frame.corr, pong=pong))
            case None:
                self._refuse(frame.corr, refuse(refusal_pb2.REASON_MALFORMED, "expected a frame of a known kind"))
            case _ if identity is None:
                self._refuse(frame.corr, refuse(refusal_pb2.REASON_UNAUTHENTICATED, "say Hello first"))
            case "open":
                self._tables.open(frame.corr, frame.open, identity, self._generation)
            case "leave":
                self._tables.leave(frame.corr, frame.leave)
            case "answer":
                self._tables.answer(frame.corr, frame.answer)
            case _:
                assert_never(kind)

    def _refuse(self, corr: int, refusal: refusal_pb2.Refusal) -> None:
        self._hub.counts.refusals[refusal_pb2.Reason.Name(refusal.reason)] += 1
        self._send(pb.ServerFrame(corr=corr, refusal=refusal))

    def _send(self, frame: pb.ServerFrame) -> None:
        self.send(self.encoding.encode(frame))

    def _identify(self, corr: int, token: str) -> None:
        try:
            identity = self._hub.verifier.verify_now(token)
        except BadToken as bad:
            self._disbelieve(corr, bad)
            return
        if identity is not None:
            self._believe(corr, identity)
        elif self.stage is not Stage.CHECKING:
            before, self.stage = self.stage, Stage.CHECKING
            self._checking = asyncio.create_task(self._check(corr, token, before), name="token check")

    async def _check(self, corr: int, token: str, before: Stage) -> None:
        """Checks a token whose key must be fetched, then reads what came meanwhile."""
        try:
            identity = await self._hub.verifier.verify(token)
        except BadToken as bad:
            self._back_to(before)
            self._disbelieve(corr, bad)
        else:
            self._back_to(before)
            self._believe(corr, identity)
        held, self._held = self._held, []
        for message in held:
            if self.stage is not Stage.CLOSED:
                self._read(message, Verdict.PASS)

    def _back_to(self, stage: Stage) -> None:
        if self.stage is Stage.CHECKING:
            self.stage = stage

    def _believe(self, corr: int, identity: Identity) -> None:
        if self.stage is Stage.CLOSED:
            return
        known = self.identity
        if known is None:
            if not self._hub.admit_player(identity):
                self.close(CloseCode.TOO_MANY_CONNECTIONS)
                return
        elif (known.tenant, known.subject) != (identity.tenant, identity.subject):
            self._refuse(corr, refuse(refusal_pb2.REASON_FORBIDDEN, "this connection belongs to another player"))
            return
        self.identity = identity
        self.stage = Stage.READY
        self._ends_at = time.monotonic() + (identity.expires - time.time())
        self._send(pb.ServerFrame(corr=corr, welcome=self._welcome(identity)))

    def _welcome(self, identity: Identity) -> pb.Welcome:
        return pb.Welcome(
            subject=identity.subject,
            name=identity.name,
            server_ms=_server_ms(),
            heartbeat_seconds=self._hub.settings.heartbeat_seconds,
            max_message_bytes=self._hub.settings.max_message_bytes,
        )

    def _disbelieve(self, corr: int, bad: BadToken) -> None:
        """Ends the connection; a READY one keeps the token that it has."""
        if self.identity is not None:
            self._refuse(corr, refuse(refusal_pb2.REASON_UNAUTHENTICATED, bad.reason.value))
        elif bad.reason is TokenFault.UNAVAILABLE:
            self.close(CloseCode.KEYS_UNAVAILABLE)
        elif bad.reason is TokenFault.EXPIRED:
            self.close(CloseCode.TOKEN_EXPIRED)
        else:
            self.close(CloseCode.UNAUTHENTICATED, bad.reason.value)

    def _time_is_over(self) -> None:
        self.close(CloseCode.HELLO_TIMEOUT if self.identity is None else CloseCode.TOKEN_EXPIRED)

    def _over(self) -> None:
        if self.stage is not Stage.CLOSED:
            self.stage = Stage.CLOSED
            self._held.clear()
            self._tables.release()
            self._hub.forget(self)
            if self._checking is not None and self._checking is not asyncio.current_task():
                self._checking.cancel()


def _server_ms() -> int:
    return time.time_ns() // 1_000_000
