from __future__ import annotations

import pytest

from services.core.store import Committed, Conflict, Store, StoredTable, StoredUpdate
from tests.store.making import Stores, change, eventually


async def test_a_table_that_nobody_created_is_at_version_nought(store: Store, stores: Stores) -> None:
    table = stores.table()
    assert await store.head(table) == 0
    assert await store.load(table) is None
    assert await store.updates(table) == []
    assert await store.record(table, None) == []
    assert await store.record(table, 1) == []
    assert await store.records(table) == []


@pytest.mark.parametrize("text", ["", "tan", "tan-x-y", "tan-01-", "tan-\x00{}*", "{tan}-01-abc"])
async def test_what_is_no_id_names_no_table(store: Store, text: str) -> None:
    assert await store.load(text) is None


async def test_the_first_commit_creates_the_table_and_every_store_reads_it(store: Store, stores: Stores) -> None:
    table, binary = stores.table(), bytes(range(256))
    made = change(table, 0, mark=b"\x00\r\n\xff1234", document=binary, state=b"", writer="tấn@1")
    assert await store.commit(made) == Committed(1)
    assert await stores.another().head(table) == 1
    assert await stores.another().load(table) == StoredTable(1, b"\x00\r\n\xff1234", "tấn@1", binary, b"")


async def test_creating_twice_is_a_conflict_that_names_the_version(store: Store, stores: Stores) -> None:
    table = stores.table()
    await store.commit(change(table, 0))
    await store.commit(change(table, 1))
    assert await store.commit(change(table, 0, state=b"other")) == Conflict(2)
    found = await store.load(table)
    assert found is not None
    assert found.state == b"state"


async def test_a_commit_on_a_table_that_is_gone_is_a_conflict_with_nought(store: Store, stores: Stores) -> None:
    assert await store.commit(change(stores.table(), 3)) == Conflict(0)


async def test_a_refused_commit_changes_nothing_at_all(store: Store, stores: Stores) -> None:
    table = stores.table()
    await store.commit(change(table, 0, record=[b"a"], due_ms=5_000, updates={0: (1, b"u")}))
    before = await store.load(table), await store.updates(table)
    stale = change(table, 7, record=[b"b"], due_ms=1, archive=1, updates={0: (2, b"v")}, expire_ms=1, writer="there")
    assert await store.commit(stale) == Conflict(1)
    assert (await store.load(table), await store.updates(table)) == before
    assert await store.record(table, None) == [b"a"]
    assert await store.records(table) == []
    assert await store.next_due(7) == 5_000


async def test_updates_come_back_by_audience_with_their_seq(store: Store, stores: Stores) -> None:
    table = stores.table()
    await store.commit(change(table, 0, mark=b"1" * 8, updates={0: (1, b"\x00seat"), -1: (40, b"")}))
    await store.commit(change(table, 1, mark=b"2" * 8))
    await store.commit(change(table, 2, mark=b"3" * 8, updates={3: (1, b"hand")}))
    assert await store.updates(table) == [
        StoredUpdate(1, b"1" * 8, {0: (1, b"\x00seat"), -1: (40, b"")}),
        StoredUpdate(3, b"3" * 8, {3: (1, b"hand")}),
    ]


async def test_what_all_updates_of_a_commit_share_is_given_back_with_each(store: Store, stores: Stores) -> None:
    table = stores.table()
    await store.commit(change(table, 0, updates={0: (1, b"hand"), -1: (1, b"")}, shared=b"\x00table"))
    (kept,) = await store.updates(table)
    assert kept.updates == {0: (1, b"hand\x00table"), -1: (1, b"\x00table")}


async def test_the_last_eight_commits_are_kept_oldest_first(store: Store, stores: Stores) -> None:
    table = stores.table()
    for version in range(20):
        await store.commit(change(table, version, updates={-1: (version, b"x" * version)}))
    kept = await store.updates(table)
    assert [update.version for update in kept] == list(range(13, 21))
    assert kept[-1].updates == {-1: (19, b"x" * 19)}


async def test_what_some_are_told_or_nobody_pushes_out_nothing_that_all_were_told(store: Store, stores: Stores) -> None:
    table, told = stores.table(), [-1, None, 2, 2, None]
    for version in range(50):
        audience = told[version % len(told)]
        await store.commit(change(table, version, updates={} if audience is None else {audience: (version, b"x")}))
    kept = await store.updates(table)
    assert [update.version for update in kept if -1 in update.updates] == list(range(11, 51, 5))
    assert [update.version for update in kept] == [version for version in range(11, 51) if version % 5 in {1, 3, 4}]


async def test_a_record_grows_until_its_deal_ends_and_is_then_kept_by_number(store: Store, stores: Stores) -> None:
    table = stores.table()
    await store.commit(change(table, 0, record=[b"one", b"\x00two"]))
    await store.commit(change(table, 1, record=[b"three"]))
    assert await store.record(table, None) == [b"one", b"\x00two", b"three"]
    await store.commit(change(table, 2, record=[b"end"], archive=12))
    assert await store.record(table, None) == []
    assert await store.record(table, 12) == [b"one", b"\x00two", b"three", b"end"]
    await store.commit(change(table, 3, record=[b"next"], archive=9))
    assert await store.records(table) == [9, 12]


async def test_ending_a_deal_that_recorded_nothing_keeps_nothing(store: Store, stores: Stores) -> None:
    table = stores.table()
    assert await store.commit(change(table, 0, archive=1)) == Committed(1)
    assert await store.records(table) == []


async def test_a_table_goes_when_its_time_is_up_and_its_finished_records_stay(store: Store, stores: Stores) -> None:
    table = stores.table()
    await store.commit(change(table, 0, record=[b"old"], archive=1, updates={0: (1, b"u")}))
    await store.commit(change(table, 1, record=[b"running"], expire_ms=50))

    async def gone() -> bool:
        return await store.head(table) == 0

    await eventually(gone)
    assert await store.load(table) is None
    assert await store.updates(table) == []
    assert await store.record(table, None) == []
    assert await store.record(table, 1) == [b"old"]
    assert await store.commit(change(table, 0, record=[b"again"], updates={-1: (1, b"u")})) == Committed(1)
    assert [update.version for update in await store.updates(table)] == [1]
    assert await store.record(table, None) == [b"again"]


async def test_a_commit_without_an_expiry_takes_the_last_one_back(store: Store, stores: Stores) -> None:
    table, short = stores.table(), stores.table()
    await store.commit(change(table, 0, record=[b"a"], updates={-1: (1, b"u")}, expire_ms=100))
    await store.commit(change(table, 1, updates={0: (1, b"u")}))
    await store.commit(change(short, 0, expire_ms=100))

    async def short_is_gone() -> bool:
        return await store.head(short) == 0

    await eventually(short_is_gone)
    assert await store.head(table) == 2
    assert len(await store.updates(table)) == 2
    assert await store.record(table, None) == [b"a"]


async def test_what_is_no_table_id_is_refused_before_anything_is_sent(store: Store) -> None:
    for wrong in ("", "tan", "tan-07", "tan-seven-abc", "-07-abc", "tan-07-", "t}n-07-abc"):
        with pytest.raises(ValueError, match="table id"):
            await store.commit(change(wrong, 0))
