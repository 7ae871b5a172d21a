"""Who a connection belongs to, how long it lives, and how it ends."""

from __future__ import annotations

import asyncio
import time

import jwt
import pytest

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import refusal_pb2
from gateway.app import Gateway
from gateway.close_codes import CloseCode
from gateway.wire import JSON
from identity import BadToken, Identity, TokenFault
from tests.gateway.client import SECRET, Client, eventually, token
from tests.gateway.conftest import Connect, StartGateway
from tests.gateway.service import FakeService


async def test_a_token_may_come_as_a_header_a_query_or_a_hello(gateway: Gateway, connect: Connect) -> None:
    by_header = await connect(gateway, token=token("a"), is_welcome=False)
    by_query = await connect(gateway, token="", query=f"?access_token={token('b')}", is_welcome=False)
    by_hello = await connect(gateway, token="", is_welcome=False)
    by_hello.say(5, hello=pb.Hello(token=token("c")))
    welcomes = [await client.next() for client in (by_header, by_query, by_hello)]
    assert [welcome.welcome.subject for welcome in welcomes] == ["a", "b", "c"]
    assert [welcome.corr for welcome in welcomes] == [0, 0, 5]
    assert welcomes[0].welcome.heartbeat_seconds == 30
    assert welcomes[0].welcome.max_message_bytes == 16 * 1024


@pytest.mark.parametrize("frame", [{"open": pb.Open(table="tan-1")}, {"leave": pb.Leave()}, {"answer": pb.Answer()}])
async def test_nobody_may_do_nothing_before_hello(
    service: FakeService, gateway: Gateway, connect: Connect, frame: dict[str, pb.Open]
) -> None:
    client = await connect(gateway, token="", is_welcome=False)
    assert (await client.ask(3, **frame)).refusal.reason == refusal_pb2.REASON_UNAUTHENTICATED
    assert service.link.opens.empty()


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ("nonsense", CloseCode.UNAUTHENTICATED),
        (token("an", seconds=-100), CloseCode.TOKEN_EXPIRED),
        (jwt.encode({"sub": "an", "exp": 2e9}, "x" * 40), CloseCode.UNAUTHENTICATED),
        (jwt.encode({"sub": "an", "exp": 2e9}, "", algorithm="none"), CloseCode.UNAUTHENTICATED),
        (jwt.encode({"exp": 2e9}, SECRET), CloseCode.UNAUTHENTICATED),
    ],
    ids=["nonsense", "expired", "foreign", "unsigned", "nobody"],
)
@pytest.mark.parametrize("way", ["header", "hello"])
async def test_a_bad_token_ends_the_connection(
    gateway: Gateway, connect: Connect, bad: str, code: CloseCode, way: str
) -> None:
    client = await connect(gateway, token=bad if way == "header" else "", is_welcome=False)
    if way == "hello":
        client.say(hello=pb.Hello(token=bad))
    assert await client.code() == code
    assert client.frames.empty()


async def test_no_hello_in_time_ends_the_connection(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    client = await connect(await start_gateway(service, hello_seconds=0.2), token="", is_welcome=False)
    assert await client.code() == CloseCode.HELLO_TIMEOUT


async def test_a_token_that_runs_out_ends_the_connection_and_its_tables(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    gateway = await start_gateway(service, jwt_leeway_seconds=0, heartbeat_seconds=1)
    client = await connect(gateway, token=token("an", seconds=2, now=time.time()))
    await client.open()
    assert await client.code() == CloseCode.TOKEN_EXPIRED
    assert await service.link.closed() == (await service.link.opened()).sub


async def test_a_newer_token_keeps_the_connection(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    gateway = await start_gateway(service, jwt_leeway_seconds=0, heartbeat_seconds=1)
    short = token("an", seconds=2)
    client = await connect(gateway, token=short)
    assert (await client.ask(2, hello=pb.Hello(token=token("an", name="An")))).welcome.name == "An"
    expires = jwt.decode(short, options={"verify_signature": False})["exp"]
    async with asyncio.timeout(5):
        while time.time() < expires + 0.5:
            assert (await client.ask(ping=pb.Ping())).HasField("pong")
            await asyncio.sleep(0.1)


async def test_another_players_token_does_not_change_who_it_is(client: Client) -> None:
    assert (await client.ask(2, hello=pb.Hello(token=token("binh")))).refusal.reason == refusal_pb2.REASON_FORBIDDEN
    refusal = (await client.ask(3, hello=pb.Hello(token="nonsense"))).refusal
    assert refusal.reason == refusal_pb2.REASON_UNAUTHENTICATED
    assert (await client.open()).HasField("opened")


class SlowKeys:
    """A verifier whose keys have to be fetched."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.is_down = False

    def verify_now(self, _token: str) -> Identity | None:
        return None

    async def verify(self, subject: str) -> Identity:
        await self.may.wait()
        if self.is_down:
            raise BadToken(TokenFault.UNAVAILABLE)
        return Identity("default", subject, subject, expires=time.time() + 60)


async def test_frames_that_come_while_keys_are_fetched_are_held(gateway: Gateway, connect: Connect) -> None:
    gateway.hub.verifier = keys = SlowKeys()  # type: ignore[assignment]  # as much of a verifier as a hub needs
    client = await connect(gateway, token="", is_welcome=False)
    client.say(1, hello=pb.Hello(token="an"))
    client.say(2, open=pb.Open(table="tan-1"))
    keys.may.set()
    assert [(await client.next()).WhichOneof("frame") for _ in range(2)] == ["welcome", "opened"]


async def test_too_much_while_keys_are_fetched_is_a_flood(gateway: Gateway, connect: Connect) -> None:
    gateway.hub.verifier = SlowKeys()  # type: ignore[assignment]  # as much of a verifier as a hub needs
    client = await connect(gateway, token="an", is_welcome=False)
    for _ in range(34):
        client.say(ping=pb.Ping())
    assert await client.code() == CloseCode.FLOOD


async def test_keys_that_cannot_be_fetched_end_the_connection(gateway: Gateway, connect: Connect) -> None:
    gateway.hub.verifier = keys = SlowKeys()  # type: ignore[assignment]  # as much of a verifier as a hub needs
    keys.is_down = True
    client = await connect(gateway, token="an", is_welcome=False)
    keys.may.set()
    assert await client.code() == CloseCode.KEYS_UNAVAILABLE


async def test_a_player_has_so_many_connections_and_no_more(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    gateway = await start_gateway(service, max_connections_per_player=1)
    first = await connect(gateway, "an")
    assert await (await connect(gateway, "an", is_welcome=False)).code() == CloseCode.TOO_MANY_CONNECTIONS
    await connect(gateway, "binh")
    first.drop()
    await eventually(lambda: len(gateway.hub.connections) == 1)
    await connect(gateway, "an")


@pytest.mark.parametrize("limit", ["max_connections", "max_connections_per_address"])
async def test_a_gateway_and_an_address_have_so_many_connections_and_no_more(
    service: FakeService, start_gateway: StartGateway, connect: Connect, limit: str
) -> None:
    gateway = await start_gateway(service, **{limit: 1})
    await connect(gateway, "an")
    assert await (await connect(gateway, "binh", is_welcome=False)).code() == CloseCode.TOO_MANY_CONNECTIONS


async def test_addresses_are_told_apart_behind_a_trusted_proxy(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    gateway = await start_gateway(service, max_connections_per_address=1, trusted_proxies="127.0.0.0/8")
    await connect(gateway, "an", headers={"X-Forwarded-For": "9.9.9.1"})
    await connect(gateway, "binh", headers={"X-Forwarded-For": "9.9.9.2"})
    third = await connect(gateway, "chi", headers={"X-Forwarded-For": "9.9.9.2"}, is_welcome=False)
    assert await third.code() == CloseCode.TOO_MANY_CONNECTIONS


async def test_a_silent_client_is_pinged_and_then_let_go(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    gateway = await start_gateway(service, heartbeat_seconds=1)
    alive = await connect(gateway, "an")
    dead = await connect(gateway, "binh")
    dead.answers_pings = False
    assert await dead.code() == CloseCode.SILENT
    assert dead.pings >= 1
    assert not alive.closed.done()


@pytest.mark.parametrize("encoding", [JSON])
async def test_a_drained_gateway_says_come_back(gateway: Gateway, connect: Connect, encoding: object) -> None:
    client = await connect(gateway, encoding=encoding)
    await gateway.stop()
    assert await client.code() == CloseCode.DRAINING
    with pytest.raises(OSError, match="Connect call failed"):
        await connect(gateway)


async def test_closing_is_answered(client: Client) -> None:
    client.transport.send_close()
    assert await client.code() == CloseCode.NORMAL
