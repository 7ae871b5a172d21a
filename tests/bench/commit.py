"""What one commit through the store costs, beside one bare script call with the same bytes, game by game.

The bytes are those of real matches (`tests.bench.moves`).

The bare call is the least that a commit could be: a minimal pipelining connection on the same hiredis, the same server,
and a script that only checks the version and writes state, update and wake-up. Between the two stands the store's own
script over the bare connection: what is above it is the client's doing, what is below it the script's.
`python -m tests.bench.commit` prints rows; nothing here asserts a time.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from asyncio import Future
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import hiredis
import uvloop

from services.core.store import Change, Durability, RedisStore
from services.core.store.keys import table_keys
from services.core.store.redis import commit_command
from services.core.store.scripts import script
from tests.bench.moves import KINDS, commits, renamed
from tests.bench.processes import cpu_seconds
from tests.servers import start_valkey
from tests.servers.process import ProcessServer

__all__ = ["BARE", "Bare", "Cost", "compare", "main", "measure", "ratios", "report", "sizes"]

Matches = Sequence[Sequence[Change]]
"""Every table's commits, all of one number."""
DUE: Final = 1_900_000_000_000

BARE: Final = b"""
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
if version ~= tonumber(ARGV[1]) then return -version end
redis.call('HSET', KEYS[1], 'version', version + 1, 'state', ARGV[2])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', 8, '*', 'update', ARGV[3])
redis.call('ZADD', KEYS[3], ARGV[4], ARGV[5])
return version + 1
"""
_pack = cast("Callable[[tuple[bytes | int, ...]], bytes]", hiredis.pack_command)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one commit cost, in microseconds of CPU and of the clock."""

    name: str
    commits: int
    client_us: float
    redis_us: float
    clock_us: float


class Bare(asyncio.Protocol):
    """The least that a pipelining client can be."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader()
        self._waiting: deque[Future[Any]] = deque()
        self._out: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not False:
            self._waiting.popleft().set_result(reply)

    def send(self, *command: bytes | int) -> Future[Any]:
        """Queue a command; those of one turn leave in one write."""
        return self.send_packed(_pack(command))

    def send_packed(self, packed: bytes) -> Future[Any]:
        """Queue a command that is packed already."""
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(packed)
        future = self._loop.create_future()
        self._waiting.append(future)
        return future

    def _flush(self) -> None:
        out, self._out = self._out, []
        self.transport.write(b"".join(out))


async def measure(
    name: str, server: ProcessServer, commit: Callable[[int, int], Awaitable[Any]], tables: int, each: int
) -> Cost:
    """Play tables side by side; `commit` takes the table's number and the version it is at."""

    async def play(table: int) -> None:
        for version in range(each):
            await commit(table, version)

    redis, client, clock = cpu_seconds(server.pid), time.process_time(), time.perf_counter()
    await asyncio.gather(*map(play, range(tables)))
    count = tables * each / 1_000_000
    return Cost(
        name,
        tables * each,
        (time.process_time() - client) / count,
        (cpu_seconds(server.pid) - redis) / count,
        (time.perf_counter() - clock) / count,
    )


async def measure_bare(server: ProcessServer, matches: Matches) -> Cost:
    """The bare script call: as many bytes, in fewer arguments."""
    loop = asyncio.get_running_loop()
    _, bare = await loop.create_connection(Bare, "127.0.0.1", server.port)
    sha = await bare.send(b"SCRIPT", b"LOAD", BARE)
    tables = [changes[0].table for changes in matches]
    all_keys, ids = [table_keys(table) for table in tables], [table.encode() for table in tables]
    made = [[(change.state + change.document, _told(change)) for change in changes] for changes in matches]

    def commit(table: int, version: int) -> Awaitable[Any]:
        keys, (state, update) = all_keys[table], made[table][version]
        return bare.send(
            b"EVALSHA", sha, 3, keys.table, keys.updates, keys.due, version, state, update, DUE, ids[table]
        )

    try:
        return await measure("bare script call", server, commit, len(matches), len(matches[0]))
    finally:
        bare.transport.close()


async def measure_script(server: ProcessServer, matches: Matches) -> Cost:
    """The store's script with the store's arguments, over the bare connection."""
    loop = asyncio.get_running_loop()
    _, bare = await loop.create_connection(Bare, "127.0.0.1", server.port)
    await bare.send(b"SCRIPT", b"LOAD", script("commit").source)
    made = [[commit_command(change) for change in changes] for changes in matches]
    try:
        return await measure(
            "its script, bare",
            server,
            lambda table, version: bare.send_packed(made[table][version]),
            len(matches),
            len(matches[0]),
        )
    finally:
        bare.transport.close()


async def measure_store(server: ProcessServer, matches: Matches) -> Cost:
    """The same through the store, with everything that a commit promises."""
    store = RedisStore(server.url, game=matches[0][0].table.partition("-")[0])
    try:
        await store.head(matches[0][0].table)
        return await measure(
            "store.commit",
            server,
            lambda table, version: store.commit(matches[table][version]),
            len(matches),
            len(matches[0]),
        )
    finally:
        await store.close()


def _told(change: Change) -> bytes:
    return b"".join(update for _, update in change.updates.values()) + change.shared


def sizes(changes: Sequence[Change]) -> str:
    """What one commit of a match writes, on average."""
    parts = {
        "document": [len(change.document) for change in changes],
        "state": [len(change.state) for change in changes],
        "updates": [len(_told(change)) for change in changes],
        "record": [sum(map(len, change.record)) for change in changes],
    }
    return ", ".join(f"{name} {statistics.mean(found):.0f}" for name, found in parts.items())


async def compare(server: ProcessServer, changes: Sequence[Change], tables: int, rounds: int = 5) -> list[Cost]:
    """All three in turn, several times: medians, and the mean of Redis' CPU, which Linux counts in steps of 10 ms.

    So many tables play the same match side by side.
    """
    rows: dict[str, list[Cost]] = {}
    game = changes[0].table.partition("-")[0]
    for _ in range(rounds):
        for number, measured in enumerate((measure_bare, measure_script, measure_store)):
            run = random.getrandbits(40)
            ids = [f"{game}-07-{run}-{number}-{table}" for table in range(tables)]
            cost = await measured(server, [renamed(changes, table) for table in ids])
            rows.setdefault(cost.name, []).append(cost)
    return [
        Cost(
            name,
            costs[0].commits,
            statistics.median(cost.client_us for cost in costs),
            statistics.mean(cost.redis_us for cost in costs),
            statistics.median(cost.clock_us for cost in costs),
        )
        for name, costs in rows.items()
    ]


def ratios(rows: list[Cost]) -> tuple[float, float]:
    """The store's client CPU and Redis CPU over the bare call's."""
    bare, store = rows[0], rows[-1]
    return store.client_us / bare.client_us, store.redis_us / max(bare.redis_us, 0.01)


def report(title: str, rows: list[Cost]) -> None:
    """Print rows and ratios."""
    for cost in rows:
        print(
            f"{title:28} {cost.name:18} client {cost.client_us:6.1f} us  redis {cost.redis_us:6.1f} us  clock {cost.clock_us:6.1f} us"
        )
    client, redis = ratios(rows)
    print(f"{title:28} {'ratio':18} client {client:6.2f}     redis {redis:6.2f}")


def main() -> None:
    """Print rows for one table at a time and for fifty, and for fifty where every commit is on the disk first."""
    played = {kind.game.name: commits(kind, 200) for kind in KINDS}
    for game, changes in played.items():
        print(f"{game:5} bytes of a commit, mean: {sizes(changes)}")
    for durability, tables in ((Durability.EVERYSEC, 1), (Durability.EVERYSEC, 50), (Durability.ALWAYS, 50)):
        with start_valkey(durability) as server:
            for game, changes in played.items():
                report(f"{game}, {durability.value}, {tables} at a time", uvloop.run(compare(server, changes, tables)))


if __name__ == "__main__":
    main()
