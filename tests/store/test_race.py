from __future__ import annotations

import asyncio

import pytest
from redis.asyncio import Redis

from services.core.store import Committed, Conflict, Store
from tests.store.making import Stores, change

pytestmark = pytest.mark.race


async def test_of_two_writers_on_one_version_exactly_one_wins_and_the_other_learns_the_version(stores: Stores) -> None:
    one, two = stores.another(), stores.another()
    table = stores.table()
    await one.commit(change(table, 0))
    for version in range(1, 101):
        ours = one.commit(change(table, version, state=b"one", writer="one"))
        theirs = two.commit(change(table, version, state=b"two", writer="two"))
        outcomes = await ours, await theirs
        assert set(outcomes) == {Committed(version + 1), Conflict(version + 1)}
        found = await one.load(table)
        assert found is not None
        assert found.state == (b"one" if outcomes[0] == Committed(version + 1) else b"two")


async def test_of_many_creators_exactly_one_creates(stores: Stores) -> None:
    table, rivals = stores.table(), [stores.another() for _ in range(4)]
    outcomes = await asyncio.gather(*(rival.commit(change(table, 0)) for rival in rivals for _ in range(25)))
    assert sorted(outcome == Committed(1) for outcome in outcomes) == [False] * 99 + [True]
    assert outcomes.count(Conflict(1)) == 99


async def test_hundreds_of_concurrent_commits_lose_none_and_double_none(stores: Stores) -> None:
    handles = [stores.another() for _ in range(4)]
    tables = [stores.table(shard) for shard in range(5)]
    done: dict[str, list[bytes]] = {table: [] for table in tables}

    async def play(store: Store, player: int) -> None:
        for turn in range(4):
            table = tables[(player + turn) % len(tables)]
            entry = b"%d/%d" % (player, turn)
            version = await store.head(table)
            while True:
                outcome = await store.commit(change(table, version, record=[entry]))
                if isinstance(outcome, Committed):
                    break
                version = outcome.version
            done[table].append(entry)

    await asyncio.gather(*(play(handles[player % 4], player) for player in range(100)))
    assert sum(map(len, done.values())) == 400
    for table, entries in done.items():
        assert await handles[0].head(table) == len(entries)
        assert sorted(await handles[1].record(table, None)) == sorted(entries)


async def test_a_server_that_has_forgotten_its_scripts_is_given_them_again(redis_stores: Stores, url: str) -> None:
    store, table = redis_stores.another(), redis_stores.table()
    others = [redis_stores.table() for _ in range(50)]
    async with Redis.from_url(url) as operator:
        for version in range(20):
            flushed = asyncio.ensure_future(operator.script_flush())
            assert await store.commit(change(table, version, record=[b"%d" % version])) == Committed(version + 1)
            outcomes = await asyncio.gather(*(store.commit(change(other, version)) for other in others))
            assert outcomes == [Committed(version + 1)] * 50
            await flushed
            assert await store.records(table) == []
    assert await store.record(table, None) == [b"%d" % version for version in range(20)]
