from __future__ import annotations

from services.core.store import Store, Woken
from tests.store.making import Stores, change, eventually


async def test_the_earliest_wakeup_of_a_shard_is_told(store: Store, stores: Stores) -> None:
    await store.commit(change(stores.table(3), 0, due_ms=9_000))
    await store.commit(change(stores.table(3), 0, due_ms=8_000))
    await store.commit(change(stores.table(4), 0, due_ms=7_000))
    assert await store.next_due(3) == 8_000
    assert await store.next_due(5) is None


async def test_a_commit_without_a_wakeup_takes_the_last_one_back(store: Store, stores: Stores) -> None:
    table = stores.table(3)
    await store.commit(change(table, 0, due_ms=9_000))
    await store.commit(change(table, 1))
    assert await store.next_due(3) is None


async def test_an_overdue_table_is_claimed_by_one_and_comes_back_after_its_lease(store: Store, stores: Stores) -> None:
    now = await store.time_ms()
    late, later, soon = stores.table(3), stores.table(3), stores.table(3)
    await store.commit(change(late, 0, due_ms=now - 5_000))
    await store.commit(change(later, 0, due_ms=now - 9_000))
    await store.commit(change(soon, 0, due_ms=now - 500))
    assert await store.claim_due(3, 1_000, 60_000, 10) == [later, late]
    assert await stores.another().claim_due(3, 1_000, 60_000, 10) == []
    lease = await store.next_due(3)
    assert lease == now - 500
    assert await store.claim_due(3, 0, 1, 1) == [soon]

    async def comes_back() -> bool:
        return await store.claim_due(3, 0, 60_000, 10) == [soon]

    await eventually(comes_back)


async def test_no_more_are_claimed_than_asked_for(store: Store, stores: Stores) -> None:
    for _ in range(5):
        await store.commit(change(stores.table(3), 0, due_ms=1))
    assert len(await store.claim_due(3, 0, 60_000, 2)) == 2
    assert len(await store.claim_due(3, 0, 60_000, 10)) == 3


async def test_a_wakeup_of_a_table_that_has_expired_is_dropped(store: Store, stores: Stores) -> None:
    table = stores.table(3)
    await store.commit(change(table, 0, due_ms=1, expire_ms=30))

    async def gone() -> bool:
        return await store.head(table) == 0

    await eventually(gone)
    assert await store.next_due(3) == 1
    assert await store.claim_due(3, 0, 60_000, 10) == []
    assert await store.next_due(3) is None


async def test_a_wakeup_is_postponed_at_the_right_version_alone(store: Store, stores: Stores) -> None:
    table = stores.table(3)
    await store.commit(change(table, 0, due_ms=1_000))
    assert not await store.postpone(table, 2, 9_000)
    assert await store.next_due(3) == 1_000
    assert await store.postpone(table, 1, 9_000)
    assert await store.next_due(3) == 9_000
    assert await store.head(table) == 1
    assert not await store.postpone(stores.table(3), 0, 9_000)


async def test_the_old_writer_is_woken_exactly_when_the_writer_changes(store: Store, stores: Stores) -> None:
    here, there = stores.another(), stores.another()
    told_here: list[Woken] = []
    told_there: list[Woken] = []
    breaks: list[None] = []
    await here.listen("here", told_here.append, lambda: breaks.append(None))
    await there.listen("there", told_there.append, lambda: breaks.append(None))
    table, other = stores.table(0), stores.table(63)
    await store.commit(change(table, 0, writer="here"))
    await store.commit(change(table, 1, writer="here"))
    await store.commit(change(table, 2, writer="there"))
    await store.commit(change(table, 9, writer="here"))
    await store.commit(change(table, 3, writer="there"))
    await store.commit(change(other, 0, writer="there"))
    await store.commit(change(other, 1, writer="here"))
    await eventually(lambda: told_here == [Woken(table)] and told_there == [Woken(other)])
    await store.commit(change(table, 4, writer="here"))
    await eventually(lambda: told_there == [Woken(other), Woken(table)])
    assert told_here == [Woken(table)]
    assert breaks == []
