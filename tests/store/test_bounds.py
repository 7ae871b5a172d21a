from __future__ import annotations

import os
from collections.abc import Sequence

from redis.asyncio import Redis

from services.core.store import Change, Committed, Listing, Replica
from services.core.store.keys import table_keys
from services.core.store.limits import RECORD_KEPT_MS
from tests.store.making import Stores, change, eventually

AUDIENCES = (-1, 0, 1, 2, 3)


def large(table: str, version: int, audiences: Sequence[int] = AUDIENCES) -> Change:
    """A move that everybody at a full table sees: a state at its bound, each audience's whole view and events."""
    return change(
        table,
        version,
        state=os.urandom(4_096),
        document=os.urandom(2_500),
        updates={audience: (version + 1, os.urandom(500)) for audience in audiences},
        record=[os.urandom(24)],
        due_ms=1_900_000_000_000,
        expire_ms=86_400_000,
    )


async def test_a_table_stays_under_48_kilobytes(redis_stores: Stores, url: str) -> None:
    store, table = redis_stores.another(), redis_stores.table()
    for version in range(150):
        audiences = AUDIENCES if version % 4 < 2 else (2,)  # a card, what one answers and another, what comes of it
        assert await store.commit(large(table, version, audiences)) == Committed(version + 1)
    keys = table_keys(table)
    async with Redis.from_url(url) as operator:
        used = [await operator.memory_usage(key, samples=0) or 0 for key in (keys.table, keys.updates, keys.record)]
        assert sum(used) < 48 * 1024
        assert await operator.xlen(keys.updates) == 14


async def test_nothing_is_kept_without_an_end(redis_stores: Stores, url: str) -> None:
    store, table = redis_stores.another(), redis_stores.table()
    await store.commit(large(table, 0))
    await store.commit(change(table, 1, archive=1, record=[b"end"], expire_ms=1_000_000))
    await store.commit(change(table, 2, record=[b"next"], expire_ms=1_000_000))
    await store.list_table(Listing(table, "acme", 4, 1, 1), 50_000)
    await store.list_table(Listing("other", "acme", 4, 1, 1), 5_000)
    await store.lease_code("ABCDEF", table, 50_000)
    await store.announce(Replica("a", "h:1"), 50_000)
    await store.canary("a")
    async with Redis.from_url(url) as operator:
        left = {
            key: await operator.pttl(key) for key in [key async for key in operator.scan_iter(f"*{redis_stores.game}*")]
        }
    own = {key: ms for key, ms in left.items() if b":07}" in key}
    assert len(own) == 5
    assert len(left) == 12
    assert all(0 < ms <= 60_000 for key, ms in left.items() if key not in own)
    assert sorted(round(ms / 100_000) for ms in own.values()) == [10, 10, 10, *[RECORD_KEPT_MS // 100_000] * 2]


async def test_the_renewed_list_outlives_a_shorter_lease(redis_stores: Stores) -> None:
    store = redis_stores.another()
    await store.list_table(Listing("long", "acme", 4, 1, 1), 60_000)
    await store.list_table(Listing("short", "acme", 4, 1, 2), 10)
    await store.announce(Replica("long", "h:1"), 60_000)
    await store.announce(Replica("short", "h:2"), 10)

    async def the_long_are_left() -> bool:
        tables = [shown.table for shown in await store.listed("acme", 9)]
        return [*tables, *(replica.name for replica in await store.replicas())] == ["long", "long"]

    await eventually(the_long_are_left)
