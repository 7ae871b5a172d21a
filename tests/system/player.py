"""A client for tests: it plays any legal move, and remembers all that it was told and all that was acknowledged."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from random import Random
from types import TracebackType
from typing import Self

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from chieu.gateway.v1.gateway_pb2 import ServerFrame
from chieu.table.v1.update_pb2 import Update
from chieu_client import Chieu, LiveTable, Patience, Prompt, Refused, pack, random_legal

__all__ = ["Acknowledged", "Choose", "Player", "Seen"]

Choose = Callable[[Prompt], Message | Awaitable[Message | None] | None]
"""Turns a prompt into a move, at once or later; None leaves it unanswered."""

_PATIENCE = Patience(first=0.05, longest=0.5, total=90.0, reply=5.0)


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A move that the table said counts. `seq` is the seat's update count after it."""

    deal: int
    seat: int
    move: AnyMessage
    seq: int


@dataclass
class Seen:
    """What one client was told about one table, frame by frame and before the SDK looked at it."""

    updates: list[Update] = field(default_factory=list)
    openings: list[int] = field(default_factory=list)
    """How many updates there were at each opening of the table: there the stream begins anew."""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    rewinds: list[int] = field(default_factory=list)
    """How many moves had been acknowledged at each snapshot that said: what you saw may not have happened."""


class Player:
    """A session of one subject. `async with` it; `play` a table to its end, or `watch` it.

    It draws any legal move, unless it is told how to choose. With `seen` it goes on with what an earlier session saw.
    """

    def __init__(
        self,
        address: str,
        subject: str,
        token: str,
        *,
        seed: int = 1,
        patience: Patience = _PATIENCE,
        choose: Choose | None = None,
        seen: dict[str, Seen] | None = None,
    ) -> None:
        self.subject = subject
        self.session = Chieu(address, token=token, patience=patience)
        self.seen: dict[str, Seen] = {} if seen is None else seen
        self.moves = 0
        """Acknowledged moves at all tables."""
        self._choose = choose or random_legal(Random(seed))

    async def __aenter__(self) -> Self:
        await self.session.__aenter__()
        self._listen_in()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.session.close()

    @property
    def is_up(self) -> bool:
        """Whether it is connected."""
        return self.session._connected().is_up

    def open(self, table: str) -> AbstractAsyncContextManager[LiveTable]:
        """Follow a table by hand."""
        return self.session.table(table)

    async def play(self, table: str, moved: Callable[[], None] = lambda: None) -> Update:
        """Answer every prompt until the match is over; the last update. `moved` is called after each that counts."""
        async with self.open(table) as live:
            async for prompt in live.prompts():
                chosen = self._choose(prompt)
                move = await chosen if inspect.isawaitable(chosen) else chosen
                if move is not None and await self.answer(live, prompt, move):
                    moved()
            return live.latest

    async def watch(self, table: str) -> Update:
        """Follow a table until the match is over; the last update."""
        return await self.play(table)

    async def answer(self, live: LiveTable, prompt: Prompt, move: Message) -> bool:
        """Answer once; whether it counts. A prompt that somebody else closed is no failure."""
        seen = self.at(live.table_id)
        try:
            accepted = await live.answer(prompt, move)
        except Refused as refused:
            seen.refused.append(refused.reason)
            if refused.reason != "STALE_PROMPT":
                raise
            return False
        deal = prompt.update.state.deal
        seen.acknowledged.append(Acknowledged(deal, prompt.seat, pack(move), accepted.seq))
        self.moves += 1
        return True

    def at(self, table: str) -> Seen:
        """What it was told about a table."""
        return self.seen.setdefault(table, Seen())

    def _listen_in(self) -> None:
        """Hear every frame before the SDK does: it drops what it has seen, and mends gaps."""
        connection = self.session._connected()
        hand_on = connection._on_frame

        def heard(frame: ServerFrame) -> None:
            match frame.WhichOneof("frame"):
                case "update":
                    seen = self.at(frame.update.table)
                    seen.updates.append(frame.update)
                    if frame.update.rewound:
                        seen.rewinds.append(len(seen.acknowledged))
                case "opened":
                    seen = self.at(frame.opened.table)
                    seen.openings.append(len(seen.updates))
                case _:
                    pass
            hand_on(frame)

        connection._on_frame = heard  # type: ignore[method-assign] # what it was made for
