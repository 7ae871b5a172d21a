"""Whole tables end to end: real processes, four players a table on real sockets, one replica of a game and one gateway.

Closed loop: whoever is asked answers at once, by the policy. A move's latency is counted from sending it until every seat
that its commit tells anything has the update, in the one load process, so it holds the load's own queueing too. All four
are told, but for a claim in Chắn, which only its player hears of before the window settles. CPU is read from /proc over
the window. The load generator shares the cores with what it measures; its own share stands beside. Durations are divided,
so that Chắn's windows, which nothing can hurry, leave a table something to do. `python -m tests.bench.tables`.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Final

import uvloop
from redis import Redis

from chieu.table.v1.table_pb2 import Settings
from chieu_client import Chieu, LiveTable, Patience, Refused
from tests.bench.processes import Window, resident_kb
from tests.servers.process import ProcessServer
from tests.system.choosing import by_policy
from tests.system.deployment import Deployment, Plan, start_deployment
from tests.system.options import short_match

__all__ = ["Load", "Memory", "main", "measure_load", "measure_memory"]

SEATS: Final = 4
_UNLIMITED: Final = {
    "MAX_CONNECTIONS_PER_ADDRESS": "20000",
    "FRAMES_PER_SECOND": "100000",
    "FRAMES_BURST": "100000",
    "CALLS_PER_SECOND": "100000",
    "CALLS_BURST": "100000",
    "TIME_SCALE": "50",
}
GAMES: Final = ("tan", "tonk", "chan")
_PATIENCE: Final = Patience(first=0.05, longest=0.5, total=90.0, reply=10.0)


@dataclass(frozen=True, slots=True)
class Load:
    """What a closed loop of so many tables came to."""

    game: str
    tables: int
    moves: int
    seconds: float
    p50_ms: float
    p99_ms: float
    cpu: dict[str, float]
    """CPU seconds by process."""

    def rows(self) -> list[str]:
        """As a person reads it."""
        served = {name: 1000 * used / self.moves for name, used in self.cpu.items()}
        total = sum(used for name, used in served.items() if name != "load")
        split = "  ".join(f"{name} {used:.3f}" for name, used in served.items())
        return [
            (
                f"{self.game:5}{self.tables:4} tables: {self.moves / self.seconds:7.0f} moves/s"
                f"  p50 {self.p50_ms:6.1f} ms  p99 {self.p99_ms:6.1f} ms to all seats"
            ),
            f"                  CPU s per 1,000 moves: served {total:.3f}  ({split})",
        ]


@dataclass(frozen=True, slots=True)
class Memory:
    """What waiting costs, in KB."""

    tables: int
    table_in_redis: float
    table_in_service: float
    socket_in_gateway: float

    def rows(self) -> list[str]:
        """As a person reads it."""
        return [
            (
                f"{self.tables:4} idle tables with four players each: KB a table in Redis {self.table_in_redis:.1f},"
                f" in the service {self.table_in_service:.1f}; KB a socket in the gateway {self.socket_in_gateway:.1f}"
            )
        ]


@dataclass
class _Log:
    """Moves that count and updates that came, each with its time."""

    sent: list[tuple[str, int, int, float]] = field(default_factory=list)
    """Table, seat, the seat's count after the move, and when it was sent."""
    came: list[tuple[str, int, int, bytes, float]] = field(default_factory=list)
    """Table, seat, the seat's count, the commit's mark, and when."""

    def clear(self) -> None:
        """Begin anew."""
        self.sent.clear()
        self.came.clear()

    def latencies(self) -> list[float]:
        """Seconds from each move until the last seat had the update that its commit sent it, in ascending order."""
        last: dict[bytes, float] = {}
        for *_, mark, at in self.came:
            last[mark] = max(at, last.get(mark, 0.0))
        marks = {(table, seat, seq): mark for table, seat, seq, mark, _ in self.came}
        told = ((marks.get((table, seat, seq)), at) for table, seat, seq, at in self.sent)
        return sorted(last[mark] - at for mark, at in told if mark is not None)


@dataclass
class _Hall:
    """The players of some tables, each on a socket of his own."""

    game: str
    deployment: Deployment
    stack: AsyncExitStack
    log: _Log = field(default_factory=_Log)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def sit(self, number: int) -> tuple[str, list[Chieu]]:
        """A table that is full but for its last seat's player, who has a socket and has not sat down."""
        address = self.deployment.gateways[0].address
        players = [
            await self.stack.enter_async_context(
                Chieu(address, token=self.deployment.token(f"t{number}-{seat}"), patience=_PATIENCE)
            )
            for seat in range(SEATS)
        ]
        settings = Settings(seats=SEATS, between_seconds=0, claim_seconds=1)
        made = await players[0].lobby.create(self.game, settings, options=short_match(self.game, 100))
        for player in players[1:-1]:
            await player.lobby.take_seat(made.id)
        return made.id, players

    async def follow(self, table: str, players: Sequence[Chieu]) -> list[LiveTable]:
        """Everybody opens the table."""
        lives = [await self.stack.enter_async_context(player.table(table)) for player in players]
        for live in lives:
            await live.until_open()
        return lives

    def play(self, lives: Sequence[LiveTable]) -> None:
        """Everybody answers at once, for ever."""
        self.tasks += [asyncio.get_running_loop().create_task(self._answer_all(live)) for live in lives]

    async def _answer_all(self, live: LiveTable) -> None:
        answered = b""
        async for update in live.updates():
            self.log.came.append((update.table, update.seat, update.seq, update.mark, time.perf_counter()))
            prompt = live.prompt
            if prompt is not None and prompt.id != answered:
                answered = prompt.id
                move, sent = by_policy(prompt), time.perf_counter()
                with suppress(Refused):  # a window of Chắn may have ended meanwhile
                    accepted = await live.answer(prompt, move)
                    self.log.sent.append((update.table, prompt.seat, accepted.seq, sent))


def _pids(deployment: Deployment) -> dict[str, int]:
    assert isinstance(deployment.redis, ProcessServer)
    return {
        "redis": deployment.redis.pid,
        "service": deployment.services[0].pid,
        "gateway": deployment.gateways[0].pid,
    }


async def measure_load(deployment: Deployment, game: str, tables: int, seconds: float = 8.0) -> Load:
    """A closed loop of so many tables, after a second to get going."""
    async with AsyncExitStack() as stack:
        hall = _Hall(game, deployment, stack)
        for number in range(tables):
            table, players = await hall.sit(number)
            await players[-1].lobby.take_seat(table)
            hall.play(await hall.follow(table, players))
        await asyncio.sleep(1)
        window, begun = Window({**_pids(deployment), "load": os.getpid()}), time.perf_counter()
        hall.log.clear()
        await asyncio.sleep(seconds)
        used, elapsed = window.used(), time.perf_counter() - begun
        found = hall.log.latencies()
        for task in hall.tasks:
            failed = task.done() and task.exception()
            assert not failed, failed
            task.cancel()
        await asyncio.gather(*hall.tasks, return_exceptions=True)
    return Load(
        game, tables, len(found), elapsed, 1e3 * found[len(found) // 2], 1e3 * found[int(len(found) * 0.99)], used
    )


async def measure_memory(deployment: Deployment, tables: int = 100) -> Memory:
    """What tables cost that wait for their last player."""
    pids = _pids(deployment)
    redis = Redis.from_url(deployment.redis.url)
    async with AsyncExitStack() as stack:
        hall = _Hall(deployment.plan.games[0], deployment, stack)
        warm = [await hall.sit(number) for number in range(tables)]
        before = {name: resident_kb(pid) for name, pid in pids.items()}
        stored = redis.info("memory")["used_memory"]
        for number in range(tables, 2 * tables):
            table, players = await hall.sit(number)
            await hall.follow(table, players)
        kept = {name: resident_kb(pid) - before[name] for name, pid in pids.items()}
        held = (redis.info("memory")["used_memory"] - stored) / 1024
        assert len(warm) == tables
    return Memory(tables, held / tables, kept["service"] / tables, kept["gateway"] / tables / SEATS)


def main() -> None:
    """Print rows of each game for a few and for many tables."""
    for game in GAMES:
        for tables in (10, 50):
            with start_deployment(_plan(game)) as deployment:
                print(*uvloop.run(measure_load(deployment, game, tables)).rows(), sep="\n", flush=True)
    with start_deployment(_plan("tan")) as deployment:
        print(*uvloop.run(measure_memory(deployment)).rows(), sep="\n", flush=True)


def _plan(game: str) -> Plan:
    return Plan(games=(game,), replicas=1, gateways=1, workers=0, settings=_UNLIMITED)


if __name__ == "__main__":
    main()
