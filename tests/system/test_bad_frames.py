"""What nobody should send to a gateway: each gets its documented refusal or close code, and the table does not change.

No game has a say in any of this; a table of one stands for all.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from gateway.close_codes import CloseCode
from gateway.wire import JSON
from tests.gateway.client import Client
from tests.system.scene import Attempt, Scene, refused, refuses

pytestmark = [pytest.mark.e2e, pytest.mark.parametrize("game", ["tan"])]


def sending(message: bytes) -> Attempt:
    """The asked player sends these bytes as a message."""

    async def attempt(scene: Scene) -> Refusal:
        return await refused(scene.client, message)

    return attempt


async def opening_with_a_token_for_another_table(scene: Scene) -> Refusal:
    token = scene.deployment.token("visitor", table="tan-00-another")
    client = await scene.stranger(token=token, opened=False)
    await client.next()
    try:
        return await refused(client, pb.ClientFrame(corr=9, open=pb.Open(table=scene.table)))
    finally:
        client.drop()


def opening(**fields: object) -> Attempt:
    """The asked player opens a table with these fields."""

    async def attempt(scene: Scene) -> Refusal:
        frame = pb.Open(**fields)  # type: ignore[arg-type] # wrong on purpose
        return await refused(scene.client, pb.ClientFrame(corr=9, open=frame))

    return attempt


async def as_json_that_is_none(scene: Scene) -> Refusal:
    client = await Client.connect(
        scene.deployment.gateways[0].port, encoding=JSON, token=scene.deployment.token("json-stranger")
    )
    await client.next()
    try:
        return await refused(client, b'{"open": {"table": 7, "seq": "x"}')
    finally:
        client.drop()


TRIES: dict[str, tuple[Attempt, str]] = {
    "random-bytes": (sending(Random(1).randbytes(200)), "MALFORMED"),
    "an-empty-message": (sending(b""), "MALFORMED"),
    "a-frame-of-no-kind": (sending(pb.ClientFrame(corr=3).SerializeToString()), "MALFORMED"),
    "a-frame-of-an-unknown-kind": (sending(b"\xfa\x01\x00"), "MALFORMED"),
    "json-that-is-none": (as_json_that_is_none, "MALFORMED"),
    "a-token-for-another-table": (opening_with_a_token_for_another_table, "FORBIDDEN"),
    "opening-a-table-that-is-none": (opening(table="tan-00-nowhere"), "NO_SUCH_TABLE"),
    "opening-an-unknown-game": (opening(table="chess-00-nowhere"), "NO_SUCH_TABLE"),
    "opening-a-name-without-sense": (opening(table="tan-\x00{}*"), "NO_SUCH_TABLE"),
    "opening-with-a-mark-of-wrong-length": (opening(table="tan-00-nowhere", seq=1, mark=b"x"), "MALFORMED"),
}


@pytest.mark.parametrize("what", TRIES)
async def test_a_refusal_changes_nothing_and_names_no_card(scene: Scene, what: str) -> None:
    attempt, reason = TRIES[what]
    await refuses(scene, attempt, reason)


async def with_a_foreign_token(scene: Scene) -> Client:
    from identity import mint  # noqa: PLC0415 - the one place that signs with a wrong key

    return await scene.stranger(token=mint("another secret, just as long as ours is", "an"), opened=False)


async def with_an_expired_token(scene: Scene) -> Client:
    return await scene.stranger(token=scene.deployment.token("late", seconds=-60), opened=False)


async def with_no_token(scene: Scene) -> Client:
    return await scene.stranger(token="none", opened=False)


async def with_text(scene: Scene) -> Client:
    client = await scene.stranger(opened=False)
    client.send(b"{}", is_text=True)
    return client


async def with_a_large_message(scene: Scene) -> Client:
    client = await scene.stranger(opened=False)
    client.send(bytes(17 * 1024))
    return client


async def with_a_flood(scene: Scene) -> Client:
    client = await scene.stranger(opened=False)
    for _ in range(3000):
        if client.closed.done():
            break
        client.say(1, ping=pb.Ping())
    return client


ENDS: dict[str, tuple[Callable[[Scene], Awaitable[Client]], CloseCode]] = {
    "a-foreign-token": (with_a_foreign_token, CloseCode.UNAUTHENTICATED),
    "an-expired-token": (with_an_expired_token, CloseCode.TOKEN_EXPIRED),
    "a-token-that-is-none": (with_no_token, CloseCode.UNAUTHENTICATED),
    "text-where-bytes-belong": (with_text, CloseCode.WRONG_ENCODING),
    "a-message-that-is-too-large": (with_a_large_message, CloseCode.TOO_LARGE),
    "a-flood": (with_a_flood, CloseCode.FLOOD),
}


@pytest.mark.parametrize("what", ENDS)
async def test_who_breaks_the_protocol_is_sent_away_with_a_code_and_nobody_else_is(scene: Scene, what: str) -> None:
    attempt, code = ENDS[what]
    before = scene.stored()
    client = await attempt(scene)
    assert await client.code() == code
    assert scene.stored() == before
    began = time.time_ns()
    pong = await scene.client.ask(3, ping=pb.Ping(client_ms=began))
    assert pong.pong.client_ms == began


async def test_limits_at_their_defaults_refuse_before_they_end(scene: Scene) -> None:
    """A client that talks too fast hears so, frame by frame, long before it is sent away."""
    client = await scene.stranger(opened=False)
    await client.next()
    for number in range(1100):
        client.say(number + 1, ping=pb.Ping())
    refusal = Refusal()
    for _ in range(1100):
        said = await client.next()
        if said.HasField("refusal"):
            refusal = said.refusal
            break
    client.drop()
    assert refusal.reason == refusal_pb2.REASON_RATE_LIMITED
    assert refusal.advice == refusal_pb2.ADVICE_RETRY
