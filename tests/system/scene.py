"""A table in front of which somebody is asked, for whoever sends what nobody should."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import AnswerReply, Prompt, Update
from chieu_client import pack
from chieu_client.games.registry import game_of
from chieu_client.unpack import unpack
from tests.gateway.client import Client
from tests.system.deployment import Deployment
from tests.system.polling import eventually

__all__ = ["SEATS", "Attempt", "Scene", "open_scene", "refused", "refuses", "settled"]

_NAMES_A_CARD = re.compile(r"\b(CARD_|KIND_)?([2-9TJQKA][CDHS]|X[12]|[2-9][VSN]|CC)\b", re.IGNORECASE)
"""Whether words name a card of any game."""

SEATS = {"tan": 2, "tonk": 2, "chan": 4}
"""The fewest seats of a table, by game."""


@dataclass
class Scene:
    """A table of players, one of whom is asked; `client` is that player's connection, opened."""

    deployment: Deployment
    game: str
    table: str
    client: Client
    prompt: Prompt
    other: Client
    """The connection of a player who is not asked, opened."""

    def stored(self) -> list[object]:
        """Everything that the store has of the table."""
        return self.deployment.stored(self.table)

    def legal(self) -> Message:
        """A legal move."""
        choices = unpack(self.prompt.choices)
        return next(iter(game_of(choices).legal_moves(choices)))

    def answer(self, **fields: Any) -> pb.Answer:
        """A legal answer to the prompt, but for these fields."""
        given = {"table": self.table, "prompt_id": self.prompt.prompt_id, "move": pack(self.legal()), **fields}
        return pb.Answer(**given)

    async def stranger(self, subject: str = "stranger", *, token: str = "", opened: bool = True) -> Client:
        """A connection of somebody else, who watches the table."""
        token = token or self.deployment.token(subject)
        client = await Client.connect(self.deployment.gateways[0].port, token=token)
        if opened:
            assert (await client.next()).HasField("welcome")
            await client.open(self.table)
            assert (await client.next()).HasField("update")
        return client


Attempt = Callable[[Scene], Awaitable[Refusal]]
"""Something that nobody should send; tells what it is refused with."""


@asynccontextmanager
async def open_scene(deployment: Deployment, game: str, table: str, subjects: Sequence[str]) -> AsyncIterator[Scene]:
    """The scene at a table at which these subjects sit, as soon as one of them is asked."""
    clients = []
    for number, subject in enumerate(subjects):
        gateway = deployment.gateways[number % len(deployment.gateways)]
        client = await Client.connect(gateway.port, token=deployment.token(subject))
        clients.append(client)
        await client.next()
        await client.open(table)
    found = await eventually(_News(clients).asked, failing="nobody is asked")
    assert found
    client, prompt = found
    other = next(one for one in clients if one is not client)
    yield Scene(deployment, game, table, client, prompt, other)
    for one in clients:
        one.drop()


class _News:
    """What connections were told last of their table."""

    def __init__(self, clients: Sequence[Client]) -> None:
        self._latest = {client: Update() for client in clients}

    def asked(self) -> tuple[Client, Prompt] | None:
        """Who is asked, once everybody has heard of that deal. Hands of Tonk may be over as they are dealt."""
        for client in self._latest:
            while not client.frames.empty():
                self._latest[client] = client.frames.get_nowait().update
        is_known = len({update.state.deal for update in self._latest.values()}) == 1
        found = ((client, one.prompt) for client, one in self._latest.items() if one.HasField("prompt"))
        return next(found, None) if is_known else None


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


async def refuses(scene: Scene, attempt: Attempt, reason: str) -> None:
    """Check that an attempt is refused for this reason, names no card and changes nothing: the table plays on."""
    before = scene.stored()
    refusal = await attempt(scene)
    assert refusal_pb2.Reason.Name(refusal.reason).removeprefix("REASON_") == reason, refusal
    assert refusal.advice
    assert not _NAMES_A_CARD.search(f"{refusal.rule} {refusal.detail}")
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
