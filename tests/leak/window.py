"""One claim window at a home, from the move that opens it to the question after it: all that anybody is told, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from chieu.table.v1.table_service_pb2 import LeaveSeatRequest, ResumeSeatRequest
from chieu.table.v1.update_pb2 import Update
from services.chan.codec import CODEC
from services.chan.game import CHAN
from services.core.game import SPECTATORS
from services.core.refusal import Refused
from services.core.store.keys import shard_of
from services.core.table.document import Document
from services.core.table.updates import snapshot
from tests.core.leaping import LeapingLoop
from tests.core.opening import begun, place, put
from tests.core.stage import SERVICE, Stage, player
from tests.leak.chan_twins import Moment

__all__ = ["Attempt", "Told", "play_window"]

_SEATS = 4
_LOOKS_MS = (50, 1_450, 2_850)
_NOT_ASKED = b"nobody was asked".ljust(16)


@dataclass(frozen=True)
class Attempt:
    """What a seat tries, so many milliseconds after the window has opened, whether it is asked or not."""

    seat: int
    at_ms: int
    move: Any
    """None: no answer, but a call that says that the player is back."""


@dataclass
class Told:
    """What came out of a window."""

    updates: dict[int, list[Update]] = field(default_factory=dict)
    """By audience, as they came."""
    sizes: dict[int, list[int]] = field(default_factory=dict)
    pictures: dict[int, list[Update]] = field(default_factory=dict)
    """What somebody who opened the table anew would have seen at some moments, by audience."""
    resumed: dict[int, list[tuple[int, bool]]] = field(default_factory=dict)
    """What a connection gets that comes back from each moment of an audience: how many updates, or the whole picture.

    Of tables that have a past.
    """
    replies: dict[Attempt, int | tuple[bytes, str]] = field(default_factory=dict)
    """The count, or the refusal."""
    wakes: list[int | None] = field(default_factory=list)
    """The wake-up that the store had at those moments."""
    opened_ms: int = 0
    settled_ms: int = 0
    settled_by: bytes = b""
    """The mark of the commit that settled it."""

    def until_settled(self, audience: int) -> int:
        """How many updates an audience had before the window settled."""
        return [update.mark for update in self.updates[audience]].index(self.settled_by)


def play_window(
    moment: Moment, attempts: Sequence[Attempt], *, players: int = _SEATS, away: int | None = None, past: int = 0
) -> Told:
    """Play it at a table of its own, in a time of its own that begins at 0. The last seats are held by bots.

    The seat `away` has left before; `past` is how often a player has left and come back, for everybody to see.
    """
    loop = LeapingLoop()
    try:
        return loop.run_until_complete(_Window(moment, attempts, players, away, past).play())
    finally:
        loop.close()


class _Window:
    def __init__(self, moment: Moment, attempts: Sequence[Attempt], players: int, away: int | None, past: int) -> None:
        self.moment = moment
        self.attempts = attempts
        self.players = players
        self.away = away
        self.past = past
        self.told = Told()

    async def play(self) -> Told:
        self.stage = Stage(CHAN, CODEC)
        stage, told = self.stage, self.told
        draft = begun(stage, self.moment.state.options, _SEATS, humans=self.players)
        if self.away is not None:
            draft.change_seat(self.away, away=True)
        table = await put(stage, place(draft, self.moment.state))
        screens = {seat: await stage.screen(table, f"p{seat}") for seat in range(self.players)}
        screens[SPECTATORS] = await stage.screen(table, "nobody")
        for _ in range(self.past):
            await stage.act(player("p0"), LeaveSeatRequest(table=table))
            await stage.act(player("p0"), ResumeSeatRequest(table=table))
        await stage.answer(table, self.moment.seat, self.moment.move)
        await stage.settle()
        opened = await stage.document(table)
        told.opened_ms = stage.now_ms()
        before = len(screens[SPECTATORS].updates)
        async with asyncio.TaskGroup() as group:
            for attempt in self.attempts:
                group.create_task(self._try(opened, attempt))
            for after_ms in _LOOKS_MS:
                group.create_task(self._look(table, after_ms))
        while (await stage.document(table)).settles_ms == opened.settles_ms:
            await stage.wait(0.1)
        await stage.wait(0.1)
        for audience, screen in screens.items():
            told.updates[audience] = screen.updates
            told.sizes[audience] = [len(raw) for raw in screen.raw]
            moments = list(screen.updates) if self.past else []
            told.resumed[audience] = [await self._resume(table, audience, moment) for moment in moments]
        settled = told.updates[SPECTATORS][before]
        told.settled_ms, told.settled_by = settled.server_ms, settled.mark
        stage.home.stop()
        return told

    async def _until(self, after_ms: int) -> None:
        await self.stage.wait((self.told.opened_ms + after_ms - self.stage.now_ms()) / 1000)

    async def _try(self, opened: Document, attempt: Attempt) -> None:
        seat = opened.seats[attempt.seat]
        prompt_id = seat.prompt.prompt_id if seat.prompt is not None else _NOT_ASKED
        await self._until(attempt.at_ms)
        caller, bot_seat = (player(seat.subject), None) if seat.is_player else (SERVICE, attempt.seat)
        if attempt.move is None:
            await self.stage.act(caller, ResumeSeatRequest(table=opened.table))
            return
        try:
            reply: Any = await self.stage.send(caller, opened.table, prompt_id, attempt.move, bot_seat=bot_seat)
        except Refused as refused:
            reply = (refused.message().SerializeToString(deterministic=True), str(refused))
        self.told.replies[attempt] = reply

    async def _look(self, table: str, after_ms: int) -> None:
        await self._until(after_ms)
        found, state = await self.stage.document(table), await self.stage.state(table)
        for audience in range(SPECTATORS, self.players):
            picture = snapshot(self.stage.kind, found, state, audience, self.stage.now_ms())
            self.told.pictures.setdefault(audience, []).append(Update.FromString(picture))
        self.told.wakes.append(await self.stage.memory.next_due(shard_of(table)))

    async def _resume(self, table: str, audience: int, known: Update) -> tuple[int, bool]:
        name = "nobody else" if audience == SPECTATORS else f"p{audience}"
        again = await self.stage.screen(table, name, generation=2, seq=known.seq, mark=known.mark)
        return len(again.updates), any(update.snapshot for update in again.updates)
