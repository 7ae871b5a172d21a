"""What the cases about requests, clocks and absence need from a table: the seam to core.

Such a case starts from a position, so the table is opened in the middle of a set. Versions in a case
count accepted moves; the driver turns one into the prompt that was open at that version, and a refusal
by the table back into the rulebook's own word for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from chieu.table.v1 import table_service_pb2 as service
from chieu.table.v1.table_pb2 import Phase as WirePhase
from chieu.table.v1.update_pb2 import TableEvent
from services.core import refusal
from services.core.codec import Codec
from services.core.home.commands import Wake
from services.core.refusal import Reason
from services.core.table import deals
from services.core.table.document import Phase
from services.tan.codec import CODEC as TAN_CODEC
from tests.core.leaping import LeapingLoop
from tests.core.opening import begun, place, put
from tests.core.stage import Screen, Stage, player

__all__ = ["TAN_WORDS", "Refused", "TableDriver", "Words", "connect"]

T = TypeVar("T")

_TABLE_EVENTS = {"away_changed": "SeatAutopilot"}
"""The rulebook's names of what is an event of the table."""


@dataclass(frozen=True)
class Words:
    """What a rulebook calls that which the table itself refuses."""

    stale: str
    """The answer was meant for an earlier moment."""
    others: Mapping[Reason.ValueType, str]


TAN_WORDS = Words(
    "STALE_VERSION",
    {Reason.REASON_NO_DEAL: "SET_NOT_IN_PROGRESS", Reason.REASON_MATCH_OVER: "SET_NOT_IN_PROGRESS"},
)


class Refused(Exception):  # noqa: N818 - a refusal, not an error
    """The table said no; `code` in the rulebook's words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TableDriver(Protocol):
    """A table on the memory store with a player at every seat and a clock that only the test moves."""

    def open(self, game: Any, state: Any) -> None:
        """Opens a table of `game` whose running deal is in this state."""

    def play(self, seat: int, move: Any, version: int | None, request: str | None) -> int:
        """Answers the prompt that was open at `version` (None: now) and returns the version after it.

        The same `request` again is the same answer sent again, to the same prompt. `move` may be the bytes of a
        message that is no move. Raises Refused.
        """

    def time_out(self, version: int | None) -> None:
        """Fires the deadline that was set at `version` (None: now). Raises Refused if it is outdated."""

    def leave(self, seat: int) -> None:
        """The player of a seat leaves the table."""

    def start(self, players: int, deal_no: int) -> None:
        """Starts deal `deal_no` at a table of `players` that has finished the one before; opens it if need be."""

    def deals_started(self) -> Sequence[int]:
        """Numbers of the deals that were dealt since the table was opened."""

    def state(self) -> Any:
        """The stored state of the running or last deal."""

    def events(self) -> Sequence[str]:
        """Names of all events so far, the table's own ones (SeatAutopilot) with the game's."""

    def close(self) -> None:
        """Lets the table go."""


class _AtHome:
    """A table at a home, through all of core but the sockets. Seat n is held by the player pn."""

    def __init__(self, codec: Codec, words: Words) -> None:
        self._loop = LeapingLoop()
        self._codec = codec
        self._words = words
        self._requests: dict[tuple[int, str], int] = {}
        self._prompts: dict[int, bytes] = {}
        self._deadlines: dict[int, int] = {}
        self._replies: dict[tuple[int, int], int] = {}

    def _run(self, work: Awaitable[T]) -> T:
        async def awaited() -> T:
            return await work

        return self._loop.run_until_complete(awaited())

    def open(self, game: Any, state: Any) -> None:
        """Put a table in this position and let a spectator watch it."""
        self._run(self._open(game, state))

    async def _open(self, game: Any, state: Any) -> None:
        self._game = game
        self._stage = Stage(game, self._codec)
        draft = place(begun(self._stage, state.options, state.seats), state)
        deals.finish_if_over(draft)
        await self._show(await put(self._stage, draft))

    async def _show(self, table: str) -> None:
        self._table = table
        self._prompts, self._deadlines, self._replies, self._requests = {}, {}, {}, {}
        self._screen: Screen = await self._stage.screen(table, "nobody")
        await self._look()

    async def _look(self) -> None:
        """Note which prompt is open at this version, and until when."""
        found = await self._stage.document(self._table)
        self._version = int((await self._stage.state(self._table)).version) if found.phase > Phase.GATHERING else 0
        for seat in found.seats:
            if seat.prompt is not None:
                self._prompts[self._version] = seat.prompt.prompt_id
                self._deadlines[self._version] = seat.prompt.deadline_ms

    def play(self, seat: int, move: Any, version: int | None, request: str | None) -> int:
        """Answer as the player of a seat."""
        meant = self._version if version is None else version
        if request is not None:  # the prompt is the request
            meant = self._requests.setdefault((seat, request), meant)
        return self._run(self._play(seat, move, meant))

    async def _play(self, seat: int, move: Any, version: int) -> int:
        prompt = self._prompts.get(version, b"never asked")
        await asyncio.sleep(1)  # so that deadlines of two versions differ
        try:
            seq = await self._stage.send(player(f"p{seat}"), self._table, prompt, move)
        except refusal.Refused as refused:
            raise Refused(self._code(refused, is_outdated=version != self._version)) from refused
        await self._look()
        return self._replies.setdefault((seat, seq), self._version)

    def time_out(self, version: int | None) -> None:
        """Let the clock reach a deadline; the table's own timer comes first, another one after it."""
        self._run(self._time_out(self._version if version is None else version))

    async def _time_out(self, version: int) -> None:
        before = self._version
        await asyncio.sleep(max(self._deadlines[version] - self._stage.now_ms(), 0) / 1000)
        self._stage.home.submit(self._table, Wake())
        await self._stage.settle()
        await self._look()
        if self._version == before:
            raise Refused(self._words.stale)

    def _code(self, refused: refusal.Refused, *, is_outdated: bool) -> str:
        match refused.reason:
            case Reason.REASON_STALE_PROMPT if is_outdated or not refused.rule:
                return self._words.stale
            case Reason.REASON_STALE_PROMPT | Reason.REASON_ILLEGAL_MOVE:
                return refused.rule
            case reason:
                return self._words.others.get(reason, Reason.Name(reason).removeprefix("REASON_"))

    def leave(self, seat: int) -> None:
        """Leave by the call that every game has."""
        self._run(self._stage.act(player(f"p{seat}"), service.LeaveSeatRequest(table=self._table)))

    def start(self, players: int, deal_no: int) -> None:
        """Start by the call that every game has; each start has a request id of its own."""
        self._run(self._start(players, deal_no))

    async def _start(self, players: int, deal_no: int) -> None:
        found = await self._stage.document(self._table)
        if (len(found.seats), found.deal) not in ((players, deal_no - 1), (players, deal_no)):
            await self._show(await self._after_deals(players, deal_no - 1))
        await self._stage.act(player("p0"), service.StartDealRequest(table=self._table, deal=deal_no))
        await self._look()

    async def _after_deals(self, players: int, deals: int) -> str:
        """A table that has seen so many deals; the position says nothing of them, so that all ended alike."""
        options = (await self._stage.state(self._table)).options
        draft = begun(self._stage, options, players)
        for _ in range(deals):
            draft.match = _after_a_deal(self._game, options, draft.match)
        match = self._game.pack_match(draft.match)
        draft.change(match=match, deal=deals, phase=Phase.BETWEEN, next_deal_ms=self._stage.now_ms() + 8_000)
        state, _ = self._game.deal(options, self._game.open_match(options, players), _chance(options, players))
        draft.set_state(state)
        return await put(self._stage, draft)

    def deals_started(self) -> Sequence[int]:
        """What a spectator was told."""
        own = [event for event in self._screen.events() if isinstance(event, TableEvent)]
        return [event.deal_started.deal for event in own if event.WhichOneof("event") == "deal_started"]

    def state(self) -> Any:
        """As the store has it."""
        return self._run(self._stage.state(self._table))

    def events(self) -> Sequence[str]:
        """What a spectator was shown."""
        assert self._screen.last.state.phase != WirePhase.PHASE_CLOSED
        return [_name(event) for event in self._screen.events()]

    def close(self) -> None:
        """Let the loop go."""
        self._loop.close()


def _after_a_deal(game: Any, options: Any, match: Any) -> Any:
    """The match after one more deal, played by the policy."""
    state, _ = game.deal(options, match, _chance(options, match.seats))
    while game.result(state) is None:
        for seat, prompt in game.prompts(state).items():
            game.play(state, seat, game.policy(game.view(state, seat), seat, prompt.choices))
    return game.after_deal(options, match, game.result(state))


def _chance(options: Any, players: int) -> dict[str, Sequence[int]]:
    return {"deck": range(52 + options.jokers), "royal": (0,), "leader": (players - 1,)}


def _name(event: Any) -> str:
    if isinstance(event, TableEvent):
        kind = event.WhichOneof("event") or ""
        return _TABLE_EVENTS.get(kind, kind)
    return type(event).__name__


def connect(codec: Codec = TAN_CODEC, words: Words = TAN_WORDS) -> TableDriver:
    """Makes a driver."""
    return _AtHome(codec, words)
