"""The one port: heads, upgrades and HTTP side by side, with bytes as they come from the network."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from gateway.app import Gateway
from tests.gateway.client import SECONDS, eventually
from tests.gateway.conftest import Connect, StartGateway
from tests.gateway.service import FakeService

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: chieu.v1.proto\r\n\r\n"
)
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


class Raw:
    """A connection that says whatever bytes it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def say(self, data: bytes) -> None:
        self.writer.write(data)

    async def hear(self, size: int) -> bytes:
        async with asyncio.timeout(SECONDS):
            return await self.reader.readexactly(size)

    async def rest(self) -> bytes:
        """Everything until the other side ends; a reset counts as an end."""
        async with asyncio.timeout(SECONDS):
            try:
                heard = await self.reader.read()
            except ConnectionError:
                heard = b""
        return heard

    async def upgraded(self) -> None:
        self.say(UPGRADE)
        async with asyncio.timeout(SECONDS):
            assert (await self.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")


Dial = Callable[[Gateway], Awaitable[Raw]]


@pytest.fixture
def dial(stack: AsyncExitStack) -> Dial:
    """Opens a connection that is closed when the test is over."""

    async def open_raw(gateway: Gateway) -> Raw:
        reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
        stack.callback(writer.close)
        return Raw(reader, writer)

    return open_raw


def frame(opcode: int, payload: bytes = b"", *, is_last: bool = True, rsv: int = 0, is_masked: bool = True) -> bytes:
    first = bytes([(0x80 if is_last else 0) | rsv | opcode, (0x80 if is_masked else 0) | len(payload)])
    return first + (bytes(4) if is_masked else b"") + payload


def code(heard: bytes) -> int:
    """The close code of a single close frame."""
    assert heard[0] == 0x88, heard
    return int.from_bytes(heard[2:4], "big")


async def test_http_answers_and_ends_the_connection(gateway: Gateway, dial: Dial) -> None:
    raw = await dial(gateway)
    raw.say(HEALTH)
    heard = await raw.rest()
    assert heard.startswith(b"HTTP/1.1 200 OK\r\n")
    assert heard.lower().count(b"connection: close") == 1
    assert heard.endswith(b"\r\n\r\nok\n")


async def test_of_requests_in_a_row_on_one_connection_the_first_is_answered(gateway: Gateway, dial: Dial) -> None:
    raw = await dial(gateway)
    raw.say(HEALTH * 3)
    assert (await raw.rest()).count(b"HTTP/1.1 ") == 1


async def test_an_upgrade_behind_a_request_is_not_served_by_the_wrong_side(gateway: Gateway, dial: Dial) -> None:
    raw = await dial(gateway)
    raw.say(HEALTH + UPGRADE)
    heard = await raw.rest()
    assert heard.count(b"HTTP/1.1 ") == 1
    assert b" 101 " not in heard


async def test_a_head_may_come_byte_by_byte(gateway: Gateway, dial: Dial) -> None:
    raw = await dial(gateway)
    for byte in UPGRADE:
        raw.say(bytes([byte]))
        await raw.writer.drain()
        await asyncio.sleep(0)
    assert (await raw.hear(12)) == b"HTTP/1.1 101"


async def test_frames_may_come_in_one_go_with_the_upgrade(gateway: Gateway, dial: Dial) -> None:
    raw = await dial(gateway)
    raw.say(UPGRADE + frame(9, b"hi"))
    async with asyncio.timeout(SECONDS):
        await raw.reader.readuntil(b"\r\n\r\n")
    assert await raw.hear(4) == b"\x8a\x02hi"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET / HTTP/2\r\n\r\n", b"400"),
        (b"GET /none HTTP/1.1\r\nHost: x\r\n\r\n", b"404"),
        (b"GET /ws HTTP/1.1\r\nHost: x\r\n\r\n", b"404"),
        (b"GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", b"404"),
        (b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n", b"400"),
        (UPGRADE.replace(b"chieu.v1.proto", b"other"), b"400"),
        (UPGRADE.replace(b"Sec-WebSocket-Protocol: chieu.v1.proto\r\n", b""), b"400"),
        (UPGRADE.replace(b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b""), b"400"),
        (UPGRADE.replace(b"Version: 13", b"Version: 8"), b"426"),
        (b"GET / HTTP/1.1\r\nx: " + b"y" * 20_000 + b"\r\n\r\n", b"431"),
        (b"x" * 20_000, b"431"),
    ],
    ids=lambda value: repr(value[:40]),
)
async def test_what_cannot_be_served_gets_a_status(gateway: Gateway, dial: Dial, head: bytes, status: bytes) -> None:
    raw = await dial(gateway)
    raw.say(head)
    assert (await raw.rest()).split(b" ")[1] == status


async def test_a_slow_head_is_turned_away(service: FakeService, start_gateway: StartGateway, dial: Dial) -> None:
    raw = await dial(await start_gateway(service, head_seconds=0.1))
    raw.say(b"GET / HT")
    assert (await raw.rest()).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        (frame(0, b"x"), 1002),
        (frame(2, b"x", is_last=False) + frame(2, b"x"), 1002),
        (frame(2, b"x", rsv=0x40), 1002),
        (frame(2, b"x", is_masked=False), 1002),
        (frame(3), 1002),
        (frame(9, is_last=False), 1002),
        (frame(8, b"\x03\xe8\xff"), 1007),
        (frame(8, b"\x03\xe8"), 1000),
        (frame(2, bytes(100), is_last=False) + frame(0, bytes(100), is_last=False) * 164, 1009),
        (frame(1, b"{}"), 4200),
    ],
    ids=["continuation", "nested", "compressed", "unmasked", "opcode", "part ping", "text", "close", "parts", "kind"],
)
async def test_frames_that_break_the_protocol_get_their_code(
    gateway: Gateway, dial: Dial, frames: bytes, expected: int
) -> None:
    raw = await dial(gateway)
    await raw.upgraded()
    raw.say(frames)
    assert code(await raw.hear(4)) == expected


async def test_a_message_may_come_in_parts_with_a_ping_between(gateway: Gateway, dial: Dial) -> None:
    raw = await dial(gateway)
    await raw.upgraded()
    raw.say(frame(2, b"\x08\x07", is_last=False) + frame(9) + frame(0, b"\x32", is_last=False) + frame(0, b"\x00"))
    assert await raw.hear(2) == b"\x8a\x00"
    assert (await raw.hear(4))[2:] == b"\x08\x07"


async def test_a_client_that_never_answers_the_close_is_dropped(
    gateway: Gateway, dial: Dial, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.listen.socket._CLOSING_SECONDS", 0.1)
    raw = await dial(gateway)
    await raw.upgraded()
    raw.say(frame(1, b"{}"))
    assert code(await raw.rest()) == 4200


@pytest.mark.property
async def test_random_bytes_never_stop_the_gateway(gateway: Gateway, dial: Dial, connect: Connect) -> None:
    chance = random.Random(7)
    for turn in range(150):
        raw = await dial(gateway)
        if turn % 3:
            await raw.upgraded()
            payload = chance.randbytes(chance.randrange(0, 120))
            raw.say(frame(chance.choice([1, 2, 2, 2, 0, 8, 9, 10]), payload) if turn % 3 == 1 else payload)
        else:
            raw.say(chance.randbytes(chance.randrange(1, 300)) + b"\r\n\r\n" * (turn % 2))
        raw.writer.write_eof()
        await raw.rest()
    assert (await (await connect(gateway)).open()).HasField("opened")
    await eventually(lambda: len(gateway.hub.connections) == 1)
    assert gateway.counts.closes["INTERNAL"] == 0


async def test_http_and_sockets_are_served_at_once(gateway: Gateway, dial: Dial, connect: Connect) -> None:
    await connect(gateway)
    raw = await dial(gateway)
    raw.say(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
    heard = await raw.rest()
    assert b"\nchieu_gateway_connections 1.0\n" in heard
    assert b"\nchieu_gateway_links_live 1.0\n" in heard
