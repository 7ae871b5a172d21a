from __future__ import annotations

from services.core.store import Committed, MemoryStore
from tests.store.making import change


async def test_the_clock_is_the_one_handed_in() -> None:
    now = 1_000
    store = MemoryStore(clock=lambda: now)
    await store.commit(change("tan-07-a", 0, due_ms=1_500, expire_ms=2_000))
    assert await store.time_ms() == 1_000
    assert await store.claim_due(7, 0, 100, 9) == []
    now = 1_500
    assert await store.claim_due(7, 0, 100, 9) == ["tan-07-a"]
    assert await store.next_due(7) == 1_600
    now = 2_999
    assert await store.head("tan-07-a") == 1
    now = 3_000
    assert await store.head("tan-07-a") == 0


async def test_a_finished_record_is_kept_for_seven_days() -> None:
    now = 0
    store = MemoryStore(clock=lambda: now)
    await store.commit(change("tan-07-a", 0, record=[b"a"], archive=1))
    now = 7 * 24 * 3600 * 1000 - 1
    assert await store.records("tan-07-a") == [1]
    now += 1
    assert await store.records("tan-07-a") == []
    assert await store.record("tan-07-a", 1) == []


async def test_a_commit_counts_before_its_future_resolves() -> None:
    store = MemoryStore()
    first = store.commit(change("tan-07-a", 0))
    second = store.commit(change("tan-07-a", 1))
    assert not first.done()
    assert await store.beside().head("tan-07-a") == 2
    assert (await first, await second) == (Committed(1), Committed(2))
