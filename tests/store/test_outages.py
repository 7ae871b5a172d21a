"""What a store does when its server, or the way there, is gone: nothing is lost that counted, nothing hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from services.core.store import Committed, Conflict, Durability, RedisStore, StoreUnavailable, Woken
from tests.servers import KINDS, Server, require
from tests.servers.proxy import Proxy, start_proxy
from tests.store.making import change, eventually

pytestmark = pytest.mark.race

LIMIT = 0.5
LATE = LIMIT + 0.5
"""The limit, and what a busy machine adds to it."""
TABLE, OTHER = "tan-07-a", "tan-11-b"


@pytest.fixture(params=[kind for kind in KINDS if kind != "cluster"])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of the test's own."""
    require(request.param)
    with KINDS[request.param](Durability.ALWAYS) as running:
        yield running


@pytest.fixture
async def proxy(server: Server) -> AsyncIterator[Proxy]:
    async with start_proxy(server.port) as running:
        yield running


@asynccontextmanager
async def opened(url: str, limit: float = LIMIT) -> AsyncIterator[RedisStore]:
    store = RedisStore(url, game="tan", limit=limit)
    try:
        yield store
    finally:
        await store.close()


async def fails_in_time(asked: Awaitable[object]) -> None:
    begin = time.monotonic()
    with pytest.raises(StoreUnavailable):
        await asked
    assert time.monotonic() - begin < LATE


def answers_again(store: RedisStore) -> Callable[[], Awaitable[bool]]:
    async def answers() -> bool:
        try:
            await store.head(TABLE)
            await store.time_ms()
        except StoreUnavailable:
            return False
        return True

    return answers


async def test_a_commit_whose_reply_was_lost_is_found_by_reading(server: Server, proxy: Proxy) -> None:
    async with opened(proxy.url, limit=20) as store, opened(server.url) as onlooker:
        await store.commit(change(TABLE, 0))
        proxy.swallows = True
        lost = store.commit(change(TABLE, 1, mark=b"12345678", record=[b"move"]))

        async def arrived() -> bool:
            return await onlooker.head(TABLE) == 2

        await eventually(arrived)
        assert not lost.done()
        proxy.swallows = False
        proxy.cut()
        with pytest.raises(StoreUnavailable):
            await lost
        found = await store.load(TABLE)
        assert found is not None
        assert (found.version, found.mark) == (2, b"12345678")
        assert await store.commit(change(TABLE, 1)) == Conflict(2)
        assert await store.record(TABLE, None) == [b"move"]


async def test_a_commit_that_waits_while_the_way_is_cut_goes_out_once_it_is_back(server: Server, proxy: Proxy) -> None:
    async with opened(proxy.url, limit=20) as store:
        await store.commit(change(TABLE, 0))
        proxy.cut()
        await eventually(lambda: store._hot._link is None)
        assert await store.commit(change(TABLE, 1)) == Committed(2)
        assert await store.head(TABLE) == 2


async def test_no_acknowledged_commit_is_lost_when_the_server_is_killed(server: Server) -> None:
    tables = [f"tan-{shard:02}-x" for shard in range(20)]
    acknowledged: dict[str, list[bytes]] = {table: [] for table in tables}
    unknown: dict[str, bytes] = {}

    async def play(store: RedisStore, table: str) -> None:
        for version in range(100_000):
            entry = b"%d" % version
            try:
                outcome = await store.commit(change(table, version, record=[entry]))
            except StoreUnavailable:
                unknown[table] = entry
                return
            assert outcome == Committed(version + 1)
            acknowledged[table].append(entry)

    async with opened(server.url) as store:
        playing = asyncio.gather(*(play(store, table) for table in tables))
        await eventually(lambda: min(map(len, acknowledged.values())) >= 10)
        server.kill()
        await playing
        server.start()
        await eventually(answers_again(store))
        for table, entries in acknowledged.items():
            kept = await store.record(table, None)
            assert kept in (entries, [*entries, unknown[table]])
            assert await store.head(table) == len(kept)
            assert await store.commit(change(table, len(kept))) == Committed(len(kept) + 1)


async def test_a_silent_server_fails_calls_in_time_and_serves_again_when_it_wakes(server: Server) -> None:
    async with opened(server.url) as store:
        await store.commit(change(TABLE, 0))
        server.pause()
        try:
            await asyncio.gather(
                fails_in_time(store.commit(change(TABLE, 1))),
                fails_in_time(store.head(TABLE)),
                fails_in_time(store.load(TABLE)),
                fails_in_time(store.time_ms()),
                fails_in_time(store.canary("here")),
            )
            await fails_in_time(store.commit(change(OTHER, 0)))
        finally:
            server.resume()
        await eventually(answers_again(store))
        version = await store.head(TABLE)  # the commit may have been read after all
        assert await store.commit(change(TABLE, version)) == Committed(version + 1)


async def test_without_a_server_calls_fail_in_time_and_then_at_once(server: Server) -> None:
    async with opened(server.url) as store:
        await store.commit(change(TABLE, 0))
        server.kill()
        await fails_in_time(store.commit(change(TABLE, 1)))
        with pytest.raises(StoreUnavailable, match="no connection"):
            await store.head(TABLE)
        await fails_in_time(store.listen("here", print, print))
        server.start()
        await eventually(answers_again(store))
        assert await store.commit(change(TABLE, 1)) == Committed(2)


async def test_listening_begins_again_after_a_break_and_says_so(server: Server, proxy: Proxy) -> None:
    await _breaks(server, proxy, proxy.cut)


async def test_listening_begins_again_when_the_server_was_killed(server: Server, proxy: Proxy) -> None:
    def kill() -> None:
        server.kill()
        server.start()

    await _breaks(server, proxy, kill)


async def test_listening_begins_again_when_the_connection_falls_silent(server: Server, proxy: Proxy) -> None:
    told: list[Woken] = []
    again: list[None] = []
    async with opened(server.url) as writer, opened(proxy.url, limit=0.2) as listener:
        await listener.listen("here", told.append, lambda: again.append(None))
        begun = proxy.accepted
        proxy.swallows = True
        await eventually(lambda: proxy.accepted > begun)
        proxy.swallows = False
        await eventually(lambda: len(again) == 1)
        await writer.commit(change(TABLE, 0, writer="here"))
        await writer.commit(change(TABLE, 1, writer="there"))
        await eventually(lambda: told == [Woken(TABLE)])


async def _breaks(server: Server, proxy: Proxy, disrupt: Callable[[], None]) -> None:
    told: list[Woken] = []
    again: list[None] = []
    async with opened(server.url) as writer, opened(proxy.url) as listener:
        await listener.listen("here", told.append, lambda: again.append(None))
        await writer.commit(change(TABLE, 0, writer="here"))
        await writer.commit(change(TABLE, 1, writer="there"))
        await eventually(lambda: told == [Woken(TABLE)])
        assert again == []
        disrupt()
        await eventually(lambda: len(again) == 1)
        await eventually(answers_again(writer))
        await writer.commit(change(OTHER, 0, writer="here"))
        await writer.commit(change(OTHER, 1, writer="there"))
        await eventually(lambda: told == [Woken(TABLE), Woken(OTHER)])
        assert len(again) == 1
