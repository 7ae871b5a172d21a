"""A whole match at the terminal: news come in, lines are typed, and neither waits for the other.

One loop waits for the next update, the next line, or the moment to say that time is short. Away from a terminal a line
is only read while a prompt is open, so that a script may be piped in as a whole.
"""

from __future__ import annotations

import asyncio
import contextlib
from enum import Enum, auto

from google.protobuf.message import Message

from chieu.table.v1 import table_pb2
from chieu.table.v1.update_pb2 import Update
from chieu_client import Chieu, Chooser, LiveTable, Prompt, Refused
from chieu_terminal.faces import Face
from chieu_terminal.keyboard import Lines
from chieu_terminal.refusals import explain
from chieu_terminal.screen import Screen
from chieu_terminal.table_news import events_of, outcome, tell_table
from chieu_terminal.typed import Play, Unclear, Wish, wish_of
from chieu_terminal.words import Words

__all__ = ["Ending", "Match"]

_HURRY_SECONDS = 5.0


class Ending(Enum):
    """Why the match is not shown any more."""

    OVER = auto()
    LEFT = auto()
    NO_INPUT = auto()


class Match:
    """One table, one screen, one keyboard. `chooser`, if there is one, answers instead of the keyboard."""

    def __init__(
        self,
        session: Chieu,
        table: LiveTable,
        face: Face,
        screen: Screen,
        lines: Lines,
        words: Words,
        chooser: Chooser | None = None,
    ) -> None:
        self._session = session
        self._table = table
        self._face = face
        self._screen = screen
        self._lines = lines
        self._words = words
        self._chooser = chooser
        self._prompt: Prompt | None = None
        self._is_warned = False
        self._scored = 0
        self._has_begun = False
        self._line: asyncio.Task[str | None] | None = None

    async def run(self) -> Ending:
        """Shows and plays until the match is over, the player leaves or the input ends.

        Raises what `LiveTable.updates` raises.
        """
        updates = self._table.updates()
        coming = asyncio.ensure_future(anext(updates))
        try:
            while True:
                self._ask_for_a_line()
                waiting: set[asyncio.Future[Update] | asyncio.Future[str | None]] = {coming}
                if self._line:
                    waiting.add(self._line)
                done, _ = await asyncio.wait(
                    waiting, timeout=self._seconds_to_hurry(), return_when=asyncio.FIRST_COMPLETED
                )
                if not done:
                    self._hurry()
                if coming.done():
                    try:
                        await self._on_update(coming.result())
                    except StopAsyncIteration:
                        return Ending.OVER
                    coming = asyncio.ensure_future(anext(updates))
                if self._line and self._line.done() and (ending := await self._on_line(self._line.result())):
                    return ending
        finally:
            await _cancel(coming, self._line)
            await updates.aclose()

    # News.

    async def _on_update(self, update: Update) -> None:
        events = events_of(update)
        if update.rewound:
            self._screen.trouble(self._words("table.rewound"))
        for line in tell_table(events, update, self._words):
            self._screen.news(line)
        for told in self._face.narrate(events, update):
            self._screen.news(told)
        self._on_phase(update)
        await self._on_prompt(update)
        if self._wants_picture(events, update):
            self._screen.show(self._face.picture(update))
        self._has_begun = True

    def _wants_picture(self, events: list[Message], update: Update) -> bool:
        if self._prompt or update.state.phase != table_pb2.PHASE_PLAYING:
            return False
        is_watched = not update.HasField("seat") and self._face.wants_picture(events)
        return is_watched or update.snapshot or not self._has_begun

    def _on_phase(self, update: Update) -> None:
        state = update.state
        if state.phase == table_pb2.PHASE_GATHERING:
            free = sum(seat.WhichOneof("controller") is None for seat in state.seats)
            self._screen.say(self._words("table.waiting", free=free))
        elif state.deal > self._scored and (score := self._face.score(update)) is not None:
            self._scored = state.deal
            self._screen.show(score)
            if state.phase == table_pb2.PHASE_BETWEEN and state.next_deal_ms:
                seconds = self._session.clock.seconds_until(state.next_deal_ms) or 0
                self._screen.say(self._words("table.next_deal", seconds=round(seconds)))
        if ended := outcome(update, self._words):
            self._screen.say(ended, style="bold")

    async def _on_prompt(self, update: Update) -> None:
        known = self._prompt.id if self._prompt else b""
        latest = self._table.prompt if update is self._table.latest else None
        if latest and latest.id == known:
            return
        self._prompt, self._is_warned = latest, False
        if latest is None:
            return
        if self._chooser:
            chosen = self._chooser(latest)
            await self._answer(latest, chosen if isinstance(chosen, Message) else await chosen)
        else:
            self._show_prompt(latest)

    def _show_prompt(self, prompt: Prompt) -> None:
        self._screen.show(self._face.picture(prompt.update, prompt.seconds_left))
        self._screen.show(self._face.offer(prompt))
        self._screen.ask()

    # The clock.

    def _seconds_to_hurry(self) -> float | None:
        if self._prompt is None or self._is_warned or (left := self._prompt.seconds_left) is None:
            return None
        return max(0.0, left - _HURRY_SECONDS)

    def _hurry(self) -> None:
        self._is_warned = True
        if self._prompt and self._prompt.allowed_ms > 2 * _HURRY_SECONDS * 1000:
            self._screen.trouble(self._words("table.hurry", seconds=round(self._prompt.seconds_left or 0)))

    # Lines.

    def _ask_for_a_line(self) -> None:
        has_reason = not self._screen.is_plain or self._prompt is not None
        if self._line is None and has_reason and self._chooser is None:
            self._line = asyncio.ensure_future(self._lines.next())

    async def _on_line(self, line: str | None) -> Ending | None:
        self._line = None
        if line is None:
            return Ending.NO_INPUT
        wish = wish_of(line)
        try:
            if wish is not None:
                return await self._grant(wish)
            await self._play(line)
        except Refused as refused:
            self._screen.trouble(self._why(refused))
        if self._prompt:
            self._screen.ask()
        return None

    async def _play(self, line: str) -> None:
        """Plays what a line means. An empty one may mean something too, but is never troubled over."""
        typed = self._face.read(line, self._prompt) if self._prompt else Unclear("input.not_now")
        if self._prompt and isinstance(typed, Play):
            await self._answer(self._prompt, typed.move)
        elif isinstance(typed, Unclear) and line.strip():
            self._screen.trouble(self._words(typed.key, **typed.fields))

    async def _answer(self, prompt: Prompt, move: Message) -> None:
        """Answers; a refusal is shown, and the prompt stays unless it is closed."""
        try:
            await self._table.answer(prompt, move)
        except Refused as refused:
            self._screen.trouble(self._why(refused))
            if refused.reason != "STALE_PROMPT":
                return
        self._prompt = None

    async def _grant(self, wish: Wish) -> Ending | None:
        lobby, table_id = self._session.lobby, self._table.table_id
        match wish:
            case Wish.HELP:
                self._screen.say(self._face.help())
            case Wish.SHOW if self._prompt:
                self._show_prompt(self._prompt)
            case Wish.SHOW:
                self._screen.show(self._face.picture(self._table.latest))
            case Wish.READY:
                await lobby.set_ready(table_id)
            case Wish.START:
                await lobby.start(table_id, self._table.latest.state.deal + 1)
            case Wish.QUIT:
                return await self._leave()
        return None

    async def _leave(self) -> Ending:
        if self._table.seat is not None:
            with contextlib.suppress(Refused):
                await self._session.lobby.leave_seat(self._table.table_id)
            self._screen.say(self._words("table.left"))
        return Ending.LEFT

    def _why(self, refused: Refused) -> str:
        return self._face.explain(refused) or explain(refused, self._words)


async def _cancel(*tasks: asyncio.Future[Update] | asyncio.Task[str | None] | None) -> None:
    for task in tasks:
        if task and not task.done():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, StopAsyncIteration):
                await task
