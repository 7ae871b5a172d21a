from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from redis import Redis

from services.core.store import Committed, Conflict, Durability, RedisStore, StoreUnavailable
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


async def test_another_connections_wait_does_not_count(primary: Server) -> None:
    async with start_proxy(primary.port) as proxy:
        store = RedisStore(proxy.url, game="tan", durability=Durability.REPLICATED, replicas=1, limit=20)
        try:
            lost = store.commit(change(TABLE, 0))

            async def is_held() -> bool:
                return bool(store._hot._link and store._hot._link.sent and store._hot._link.sent[0][2][0] == b"WAIT")

            await eventually(is_held)
            proxy.cut()
            with pytest.raises(StoreUnavailable):
                await lost
        finally:
            await store.close()
