"""What nobody should send: each gets its documented refusal or close code, and the table does not change by a byte.

A table waits for its player's answer; whatever else comes, from whomever, is refused without naming a card.
"""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from random import Random

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from redis import Redis

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import AnswerReply, Prompt
from chieu.tan.v1 import tan_pb2
from chieu_client import pack
from chieu_client.games import tan
from chieu_client.unpack import unpack_as
from gateway.close_codes import CloseCode
from gateway.wire import JSON
from services.core.store import keys
from tests.gateway.client import Client
from tests.system import Deployment
from tests.system.conftest import Join
from tests.system.options import tan_options
from tests.system.tables import make_table

pytestmark = pytest.mark.e2e

_CARD = re.compile(r"\b(CARD_)?([2-9TJQKA][CDHS]|X[12])\b")


@dataclass
class Scene:
    """A table of two players in front of whom one is asked; `client` is that player's connection, opened."""

    deployment: Deployment
    table: str
    client: Client
    prompt: Prompt
    other: Client
    """The other player's connection, opened."""

    def stored(self) -> list[object]:
        """Everything that the store has of the table."""
        names = keys.table_keys(self.table)
        with Redis.from_url(self.deployment.redis.url) as redis:
            return [redis.dump(name) for name in (names.table, names.updates, names.record, names.records)]

    def answer(self, **fields: object) -> pb.Answer:
        """A legal answer to the prompt, but for these fields."""
        legal = next(iter(tan.legal_moves(unpack_as(self.prompt.choices, tan_pb2.Choices))))
        given = {"table": self.table, "prompt_id": self.prompt.prompt_id, "move": pack(legal), **fields}
        return pb.Answer(**given)  # type: ignore[arg-type] # wrong on purpose

    async def stranger(self, subject: str = "stranger", *, token: str = "", opened: bool = True) -> Client:
        """A connection of somebody else, who watches the table."""
        token = token or self.deployment.token(subject)
        client = await Client.connect(self.deployment.gateways[0].port, token=token)
        if opened:
            assert (await client.next()).HasField("welcome")
            await client.open(self.table)
            assert (await client.next()).HasField("update")
        return client


@pytest.fixture
async def scene(deployment: Deployment, join: Join, request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    name = re.sub(r"\W", "-", request.node.name)[:40]
    players = [await join(deployment, f"{name}-{number}") for number in range(2)]
    table = await make_table(players, 2, tan_options())
    clients = []
    asked = None
    for number, gateway in enumerate(deployment.gateways):
        client = await Client.connect(gateway.port, token=deployment.token(f"{name}-{number}"))
        await client.next()
        await client.open(table)
        update = (await client.next()).update
        if update.prompt.prompt_id:
            asked = client, update.prompt
        clients.append(client)
    assert asked is not None
    (other,) = (client for client in clients if client is not asked[0])
    yield Scene(deployment, table, *asked, other)
    for client in clients:
        client.drop()


Attempt = Callable[[Scene], Awaitable[Refusal]]


async def refused(client: Client, frame: pb.ClientFrame | bytes) -> Refusal:
    """What a frame is refused with, as whatever kind of frame."""
    client.send(frame if isinstance(frame, bytes) else client.write(frame))
    said = await client.next()
    match said.WhichOneof("frame"):
        case "refusal":
            return said.refusal
        case "reply":
            return said.reply.refusal
        case "closed":
            return said.closed.refusal
        case other:
            raise AssertionError(f"expected a refusal, got {other}")


def answering(**fields: object) -> Attempt:
    """The asked player's answer, with these fields wrong."""

    async def attempt(scene: Scene) -> Refusal:
        return await refused(scene.client, pb.ClientFrame(corr=9, answer=scene.answer(**fields)))

    return attempt


def sending(message: bytes) -> Attempt:
    """The asked player sends these bytes as a message."""

    async def attempt(scene: Scene) -> Refusal:
        return await refused(scene.client, message)

    return attempt


async def from_the_other_seat(scene: Scene) -> Refusal:
    return await refused(scene.other, pb.ClientFrame(corr=9, answer=scene.answer()))


async def from_a_spectator(scene: Scene) -> Refusal:
    client = await scene.stranger()
    try:
        return await refused(client, pb.ClientFrame(corr=9, answer=scene.answer()))
    finally:
        client.drop()


async def from_who_has_not_opened_it(scene: Scene) -> Refusal:
    client = await scene.stranger(opened=False)
    await client.next()
    try:
        return await refused(client, pb.ClientFrame(corr=9, answer=scene.answer()))
    finally:
        client.drop()


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


async def a_card_that_is_not_in_hand(scene: Scene) -> Refusal:
    choices = unpack_as(scene.prompt.choices, tan_pb2.Choices)
    mine = set(choices.attack.fitting)
    foreign = next(card for card in range(1, 53) if card not in mine)
    move = tan_pb2.Move(attack=tan_pb2.Attack(cards=[foreign]))  # type: ignore[list-item] # a number is enough
    return await refused(scene.client, pb.ClientFrame(corr=9, answer=scene.answer(move=pack(move))))


async def as_json_that_is_none(scene: Scene) -> Refusal:
    client = await Client.connect(
        scene.deployment.gateways[0].port, encoding=JSON, token=scene.deployment.token("json-stranger")
    )
    await client.next()
    try:
        return await refused(client, b'{"open": {"table": 7, "seq": "x"}')
    finally:
        client.drop()


def tan_move(value: bytes) -> AnyMessage:
    """Bytes that claim to be a move of Tấn."""
    return AnyMessage(type_url="type.googleapis.com/chieu.tan.v1.Move", value=value)


TRIES: dict[str, tuple[Attempt, str]] = {
    "random-bytes": (sending(Random(1).randbytes(200)), "MALFORMED"),
    "an-empty-message": (sending(b""), "MALFORMED"),
    "a-frame-of-no-kind": (sending(pb.ClientFrame(corr=3).SerializeToString()), "MALFORMED"),
    "a-frame-of-an-unknown-kind": (sending(b"\xfa\x01\x00"), "MALFORMED"),
    "json-that-is-none": (as_json_that_is_none, "MALFORMED"),
    "a-prompt-of-wrong-length": (answering(prompt_id=b"short"), "MALFORMED"),
    "no-move": (answering(move=None), "MALFORMED"),
    "a-move-of-another-game": (answering(move=pack(tan_pb2.View())), "MALFORMED"),
    "a-move-that-is-none": (answering(move=tan_move(b"\xff\xff")), "MALFORMED"),
    "a-move-of-an-unknown-kind": (answering(move=tan_move(b"\x7a\x00")), "MALFORMED"),
    "a-card-that-does-not-exist": (answering(move=tan_move(b"\x0a\x03\x0a\x01\x63")), "ILLEGAL_MOVE"),
    "a-card-twice": (answering(move=tan_move(b"\x0a\x04\x0a\x02\x05\x05")), "ILLEGAL_MOVE"),
    "a-card-that-is-not-in-hand": (a_card_that_is_not_in_hand, "ILLEGAL_MOVE"),
    "a-move-of-another-phase": (answering(move=pack(tan.take())), "ILLEGAL_MOVE"),
    "a-prompt-that-never-was": (answering(prompt_id=bytes(16)), "STALE_PROMPT"),
    "a-table-that-is-not-open": (answering(table="tan-00-nowhere"), "NO_SUCH_TABLE"),
    "the-other-seat": (from_the_other_seat, "STALE_PROMPT"),
    "a-spectator": (from_a_spectator, "NOT_SEATED"),
    "somebody-who-has-not-opened-it": (from_who_has_not_opened_it, "NO_SUCH_TABLE"),
    "a-token-for-another-table": (opening_with_a_token_for_another_table, "FORBIDDEN"),
    "opening-a-table-that-is-none": (opening(table="tan-00-nowhere"), "NO_SUCH_TABLE"),
    "opening-an-unknown-game": (opening(table="chess-00-nowhere"), "NO_SUCH_TABLE"),
    "opening-a-name-without-sense": (opening(table="tan-\x00{}*"), "NO_SUCH_TABLE"),
    "opening-with-a-mark-of-wrong-length": (opening(table="tan-00-nowhere", seq=1, mark=b"x"), "MALFORMED"),
}


@pytest.mark.parametrize("what", [pytest.param(name, id=f"tan-{name}") for name in TRIES])
async def test_a_refusal_changes_nothing_and_names_no_card(scene: Scene, what: str) -> None:
    attempt, reason = TRIES[what]
    before = scene.stored()
    refusal = await attempt(scene)
    assert refusal_pb2.Reason.Name(refusal.reason).removeprefix("REASON_") == reason, refusal
    assert refusal.advice
    assert not _CARD.search(f"{refusal.rule} {refusal.detail}")
    assert scene.stored() == before
    # The table still takes the answer that it waits for, and once that is given no other one.
    good = pb.ClientFrame(corr=77, answer=scene.answer())
    assert (await settled(scene.client, good)).HasField("accepted")


async def settled(client: Client, frame: pb.ClientFrame) -> AnswerReply:
    """The reply to an answer, whatever news come with it."""
    client.send(client.write(frame))
    while (said := await client.next()).corr != frame.corr:
        assert said.HasField("update")
    return said.reply


async def test_a_prompt_that_is_closed_is_stale_and_the_same_answer_is_answered_alike(scene: Scene) -> None:
    frame = pb.ClientFrame(corr=5, answer=scene.answer())
    first = await settled(scene.client, frame)
    before = scene.stored()
    assert await settled(scene.client, frame) == first
    other = pb.ClientFrame(corr=6, answer=scene.answer(move=pack(tan.take())))
    reply = await settled(scene.client, other)
    assert reply.refusal.reason == refusal_pb2.REASON_STALE_PROMPT
    assert reply.refusal.answered_by == refusal_pb2.ANSWERED_BY_PLAYER
    assert scene.stored() == before


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


@pytest.mark.parametrize("what", [pytest.param(name, id=f"tan-{name}") for name in ENDS])
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
