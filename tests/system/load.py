"""Several tables under play at once, for tests that kill something meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from chieu.table.v1.update_pb2 import Update
from tests.system.checks import check_match, fetch_records
from tests.system.deployment import Deployment
from tests.system.front import start_front
from tests.system.options import short_match
from tests.system.player import Player, Seen
from tests.system.polling import eventually
from tests.system.tables import make_table, play_out

__all__ = ["Load", "Match", "Shape", "under_load"]


@dataclass(frozen=True, slots=True)
class Shape:
    """Who sits at a table, and what is played there: so many players, bots on the other seats."""

    players: int
    seats: int
    deals: int = 3
    game: str = "tan"

    @property
    def has_bots(self) -> bool:
        """Whether a bot plays there."""
        return self.seats > self.players


SHAPES = (
    Shape(1, 2),
    Shape(2, 3),
    Shape(2, 2),
    Shape(1, 4),
    Shape(2, 3, deals=8, game="tonk"),
    Shape(4, 4, deals=1, game="chan"),
)
"""About as long as one another. All of Chắn's seats are players', so that its windows take their time."""


@dataclass
class Match:
    """One table while it is played."""

    shape: Shape
    table: str
    players: list[Player]
    spectators: list[Player]
    moves: int = 0
    """Acknowledged moves of its players."""
    playing: asyncio.Task[list[Update]] = field(init=False)

    def begin(self) -> None:
        """Let everybody play."""
        self.playing = asyncio.create_task(play_out(self.table, self.players, self.spectators, self._moved))

    @property
    def clients(self) -> list[Player]:
        """Players and spectators."""
        return [*self.players, *self.spectators]

    @property
    def seen(self) -> list[Seen]:
        """What each of them was told."""
        return [client.at(self.table) for client in self.clients]

    def _moved(self) -> None:
        self.moves += 1


class Load:
    """The matches that are being played."""

    def __init__(self, matches: Sequence[Match]) -> None:
        self.matches = matches

    @property
    def moves(self) -> int:
        """Acknowledged moves so far, of all players."""
        return sum(match.moves for match in self.matches)

    @property
    def seen(self) -> list[Seen]:
        """What every client was told, table by table."""
        return [seen for match in self.matches for seen in match.seen]

    @property
    def refused(self) -> list[str]:
        """Why answers were refused at tables that wait for their players. A claim in Chắn may well come too late."""
        patient = [match for match in self.matches if not match.table.startswith("chan-")]
        return [reason for match in patient for seen in match.seen for reason in seen.refused]

    def running(self) -> list[Match]:
        """Matches that are not over. A match that failed fails the test here."""
        for match in self.matches:
            if match.playing.done():
                match.playing.result()
        return [match for match in self.matches if not match.playing.done()]

    async def moved(self, count: int, within: float = 60.0) -> None:
        """Return when so many more moves were acknowledged; most matches must still be running then."""
        goal = self.moves + count
        await eventually(lambda: self.moves >= goal or not self.running(), within, f"no {count} more moves were made")
        assert len(self.running()) * 2 > len(self.matches), "the matches were over too soon to test anything"

    async def every_table_moved(self, count: int = 1, within: float = 60.0) -> None:
        """Return when every match has made so many more moves, or is over."""
        goals = {match.table: match.moves + count for match in self.matches}

        def have_moved() -> bool:
            return all(match.moves >= goals[match.table] for match in self.running())

        try:
            await eventually(have_moved, within)
        except AssertionError:
            hanging = [match for match in self.running() if match.moves < goals[match.table]]
            raise AssertionError("\n".join(map(_picture, hanging))) from None

    async def finish(self, *matches: Match, within: float = 120.0) -> None:
        """Let every match, or these, come to their end, and check each."""
        async with asyncio.timeout(within):
            ends = [(match, await match.playing) for match in matches or self.matches]
        for match, last in ends:
            kept = await fetch_records(match.players[0].session.lobby, match.table)
            check_match(match.table, match.clients, last, kept)


def _picture(match: Match) -> str:
    """What is known of a table that hangs."""
    lines = [f"{match.table} hangs after {match.moves} moves:"]
    for client in match.clients:
        seen = client.at(match.table)
        last = seen.updates[-1]
        at = f"seq {last.seq}, prompt {last.prompt.prompt_id.hex() or 'none'}, openings {seen.openings}"
        lines.append(f"  {client.subject}: {at}, refused {seen.refused[-5:]}, up {client.is_up}")
    return "\n".join(lines)


@asynccontextmanager
async def under_load(
    deployment: Deployment, *, shapes: Sequence[Shape] = SHAPES, spectators: int = 1
) -> AsyncIterator[Load]:
    """Matches at tables of these shapes, through a front before all gateways; a spectator at the first of them."""
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(start_front([gateway.port for gateway in deployment.gateways]))

        async def join(subject: str, seed: int) -> Player:
            token = deployment.token(subject)
            return await stack.enter_async_context(Player(address, subject, token, seed=seed))

        matches = []
        for number, shape in enumerate(shapes):
            players = [await join(f"player-{number}-{seat}", 10 * number + seat) for seat in range(shape.players)]
            watchers = [await join(f"watcher-{number}", 99)] if number < spectators else []
            table = await make_table(players, shape.seats, short_match(shape.game, shape.deals))
            matches.append(Match(shape, table, players, watchers))
        for match in matches:
            match.begin()
        try:
            yield Load(matches)
        finally:
            for match in matches:
                match.playing.cancel()
            await asyncio.gather(*(match.playing for match in matches), return_exceptions=True)
