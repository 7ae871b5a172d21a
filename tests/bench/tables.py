"""Whole tables end to end: real processes, four players a table on real sockets, one replica and one gateway.

Closed loop: whoever is asked answers at once. A move's latency is counted from sending it until all four seats have the
update, in the one load process, so it holds the load's own queueing too. CPU is read from /proc over the window. The
load generator shares the cores with what it measures; its own share stands beside. `python -m tests.bench.tables`.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Final

import uvloop
from redis import Redis

from chieu.table.v1.table_pb2 import Settings
from chieu.tan.v1 import tan_pb2
from chieu_client import Chieu, LiveTable, Patience, random_legal
from tests.bench.processes import Window, resident_kb
from tests.servers.process import ProcessServer
from tests.system.deployment import Deployment, Plan, start_deployment

__all__ = ["Load", "Memory", "main", "measure_load", "measure_memory"]

SEATS: Final = 4
_UNLIMITED: Final = {
    "MAX_CONNECTIONS_PER_ADDRESS": "20000",
    "FRAMES_PER_SECOND": "100000",
    "FRAMES_BURST": "100000",
    "CALLS_PER_SECOND": "100000",
    "CALLS_BURST": "100000",
}
PLAN: Final = Plan(replicas=1, gateways=1, workers=0, settings=_UNLIMITED)
_PATIENCE: Final = Patience(first=0.05, longest=0.5, total=90.0, reply=10.0)


@dataclass(frozen=True, slots=True)
class Load:
    """What a closed loop of so many tables came to."""

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
                f"{self.tables:4} tables: {self.moves / self.seconds:7.0f} moves/s"
                f"  p50 {self.p50_ms:6.1f} ms  p99 {self.p99_ms:6.1f} ms to all four seats"
            ),
            f"             CPU s per 1,000 moves: served {total:.3f}  ({split})",
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
class _Clock:
    """One table's moves: when the last was sent, and how many seats have its update."""

    latencies: list[float]
    sent: float = 0.0
    waiting: int = 0

    def send(self) -> None:
        """A move goes out."""
        self.sent, self.waiting = time.perf_counter(), SEATS

    def arrive(self) -> None:
        """A seat has an update."""
        if self.waiting:
            self.waiting -= 1
            if not self.waiting:
                self.latencies.append(time.perf_counter() - self.sent)


@dataclass
class _Hall:
    """The players of some tables, each on a socket of his own."""

    deployment: Deployment
    stack: AsyncExitStack
    latencies: list[float] = field(default_factory=list)
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
        settings = Settings(seats=SEATS, between_seconds=0)
        rules = tan_pb2.Options(match_sets=100, turn_seconds=300)
        made = await players[0].lobby.create("tan", settings, options=rules)
        for player in players[1:-1]:
            await player.lobby.take_seat(made.id)
        return made.id, players

    async def follow(self, table: str, players: Sequence[Chieu]) -> list[LiveTable]:
        """Everybody opens the table."""
        lives = [await self.stack.enter_async_context(player.table(table)) for player in players]
        for live in lives:
            await live.until_open()
        return lives

    def play(self, lives: Sequence[LiveTable], seed: int) -> None:
        """Everybody answers at once, for ever."""
        clock, choose = _Clock(self.latencies), random_legal(Random(seed))

        async def answer_all(live: LiveTable) -> None:
            answered = b""
            async for _ in live.updates():
                clock.arrive()
                prompt = live.prompt
                if prompt is not None and prompt.id != answered:
                    answered = prompt.id
                    clock.send()
                    await live.answer(prompt, choose(prompt))

        self.tasks += [asyncio.get_running_loop().create_task(answer_all(live)) for live in lives]


def _pids(deployment: Deployment) -> dict[str, int]:
    assert isinstance(deployment.redis, ProcessServer)
    return {
        "redis": deployment.redis.pid,
        "service": deployment.services[0].pid,
        "gateway": deployment.gateways[0].pid,
    }


async def measure_load(deployment: Deployment, tables: int, seconds: float = 8.0) -> Load:
    """A closed loop of so many tables, after a second to get going."""
    async with AsyncExitStack() as stack:
        hall = _Hall(deployment, stack)
        for number in range(tables):
            table, players = await hall.sit(number)
            await players[-1].lobby.take_seat(table)
            hall.play(await hall.follow(table, players), number)
        await asyncio.sleep(1)
        window, begun = Window({**_pids(deployment), "load": os.getpid()}), time.perf_counter()
        hall.latencies.clear()
        await asyncio.sleep(seconds)
        used, elapsed = window.used(), time.perf_counter() - begun
        found = sorted(hall.latencies)
        for task in hall.tasks:
            failed = task.done() and task.exception()
            assert not failed, failed
            task.cancel()
        await asyncio.gather(*hall.tasks, return_exceptions=True)
    return Load(tables, len(found), elapsed, 1e3 * found[len(found) // 2], 1e3 * found[int(len(found) * 0.99)], used)


async def measure_memory(deployment: Deployment, tables: int = 100) -> Memory:
    """What tables cost that wait for their last player."""
    pids = _pids(deployment)
    redis = Redis.from_url(deployment.redis.url)
    async with AsyncExitStack() as stack:
        hall = _Hall(deployment, stack)
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
    """Print rows for a few and for many tables."""
    for tables in (10, 50):
        with start_deployment(PLAN) as deployment:
            print(*uvloop.run(measure_load(deployment, tables)).rows(), sep="\n", flush=True)
    with start_deployment(PLAN) as deployment:
        print(*uvloop.run(measure_memory(deployment)).rows(), sep="\n", flush=True)


if __name__ == "__main__":
    main()
