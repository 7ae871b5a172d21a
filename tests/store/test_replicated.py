from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import cast

import pytest
from redis import Redis

from services.core.store import Committed, Conflict, Durability, Outcome, RedisStore, StoreUnavailable
from services.core.store.connection import HotConnection
from services.core.store.replication import Replication
from tests.servers import Server, start_valkey
from tests.servers.process import ProcessServer
from tests.servers.proxy import start_proxy
from tests.store.making import change, eventually

pytestmark = pytest.mark.race
TABLE = "tan-07-a"


@pytest.fixture
def primary() -> Iterator[ProcessServer]:
    with start_valkey() as running:
        yield running


@pytest.fixture
def replica(primary: Server) -> Iterator[ProcessServer]:
    with start_valkey(Durability.EVERYSEC, "--replicaof", "127.0.0.1", str(primary.port)) as running:
        yield running


@pytest.fixture
async def store(primary: Server) -> AsyncIterator[RedisStore]:
    opened = RedisStore(primary.url, game="tan", durability=Durability.REPLICATED, limit=1.0)
    yield opened
    await opened.close()


async def in_step(store: RedisStore) -> bool:
    try:
        return await store.canary("here") >= 0
    except StoreUnavailable:
        return False


async def test_an_acknowledged_commit_is_on_the_replica(store: RedisStore, replica: Server) -> None:
    await eventually(lambda: in_step(store))
    with Redis(port=replica.port, protocol=2) as onlooker:
        for version in range(20):
            tables = [f"tan-{shard:02}-x" for shard in range(20)]
            outcomes = await asyncio.gather(*(store.commit(change(table, version)) for table in tables))
            assert outcomes == [Committed(version + 1)] * 20
            assert all(
                onlooker.hget(f"{{tan:{shard:02}}}:table:x", "version") == b"%d" % (version + 1) for shard in range(20)
            )
    assert await store.commit(change("tan-00-x", 3)) == Conflict(20)


async def test_a_commit_that_no_replica_has_is_unknown(store: RedisStore, replica: ProcessServer) -> None:
    await eventually(lambda: in_step(store))
    assert await store.commit(change(TABLE, 0)) == Committed(1)
    replica.pause()
    try:
        with pytest.raises(StoreUnavailable, match="0 of 1 replicas"):
            await store.commit(change(TABLE, 1))
    finally:
        replica.resume()
    assert await store.head(TABLE) == 2
    await eventually(lambda: in_step(store))
    assert await store.commit(change(TABLE, 2)) == Committed(3)


async def test_a_commit_whose_wait_was_cut_off_is_unknown(primary: Server) -> None:
    async with start_proxy(primary.port) as proxy:
        store = RedisStore(proxy.url, game="tan", durability=Durability.REPLICATED, limit=20)
        try:
            lost = store.commit(change(TABLE, 0))

            def is_held() -> bool:
                link = store._hot._link
                return link is not None and bool(link.sent) and b"WAIT" in link.sent[0][2]

            await eventually(is_held)
            proxy.cut()
            with pytest.raises(StoreUnavailable, match="could not be asked"):
                await lost
        finally:
            await store.close()


class Hot:
    """A hot connection whose links a test counts."""

    epoch = 1

    def __init__(self) -> None:
        self.waits: list[asyncio.Future[int]] = []

    def send(self, packed: bytes) -> asyncio.Future[int]:
        assert b"WAIT" in packed
        self.waits.append(asyncio.get_running_loop().create_future())
        return self.waits[-1]


async def test_a_wait_on_another_link_than_the_commits_does_not_count() -> None:
    hot = Hot()
    replication = Replication(cast("HotConnection", hot), 1, 2.0)
    kept: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    lost: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    replication.hold(kept, 1)
    await eventually(lambda: len(hot.waits) == 1)
    hot.waits[0].set_result(1)
    assert await kept == Committed(1)
    replication.hold(lost, 2)
    hot.epoch = 2
    await eventually(lambda: len(hot.waits) == 2)
    hot.waits[1].set_result(1)
    with pytest.raises(StoreUnavailable, match="broke before"):
        await lost
