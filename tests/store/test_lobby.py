from __future__ import annotations

from services.core.store import Listing, Replica, Store
from tests.store.making import Stores, eventually

LONG = 60_000


def listing(table: str, created_ms: int = 1, *, tenant: str = "acme", free: int = 2) -> Listing:
    return Listing(table=table, tenant=tenant, seats=4, free=free, created_ms=created_ms)


async def test_public_tables_are_listed_newest_first_for_their_tenant_alone(store: Store, stores: Stores) -> None:
    old, new, foreign = listing("a", 10), listing("b", 20), listing("c", 30, tenant="ac}me: {x}")
    for shown in (old, new, foreign):
        await store.list_table(shown, LONG)
    assert await stores.another().listed("acme", 10) == [new, old]
    assert await store.listed("acme", 1) == [new]
    assert await store.listed("acme", 0) == []
    assert await store.listed("ac}me: {x}", 10) == [foreign]
    assert await store.listed("nobody", 10) == []


async def test_renewing_a_listing_shows_its_free_seats_now(store: Store) -> None:
    await store.list_table(listing("a", free=3), LONG)
    await store.list_table(listing("a", free=1), LONG)
    assert await store.listed("acme", 10) == [listing("a", free=1)]


async def test_a_table_leaves_the_list_when_told_or_when_its_lease_ends(store: Store) -> None:
    await store.list_table(listing("a"), LONG)
    await store.list_table(listing("b"), LONG)
    await store.list_table(listing("c"), 30)
    await store.unlist_table("acme", "a")
    await store.unlist_table("acme", "a")

    async def only_one_is_left() -> bool:
        return await store.listed("acme", 10) == [listing("b")]

    await eventually(only_one_is_left)


async def test_a_renewed_lease_ends_later(store: Store) -> None:
    await store.list_table(listing("short"), 60)
    await store.list_table(listing("renewed"), 60)
    await store.list_table(listing("renewed"), LONG)

    async def short_is_gone() -> bool:
        return [shown.table for shown in await store.listed("acme", 10)] == ["renewed"]

    await eventually(short_is_gone)


async def test_a_code_belongs_to_one_table_until_its_lease_ends(store: Store) -> None:
    assert await store.resolve_code("ABCDEF") is None
    assert await store.lease_code("ABCDEF", "one", LONG)
    assert not await store.lease_code("ABCDEF", "two", LONG)
    assert await store.resolve_code("ABCDEF") == "one"
    assert await store.lease_code("ABCDEF", "one", 30)

    async def two_gets_it() -> bool:
        return await store.lease_code("ABCDEF", "two", LONG)

    await eventually(two_gets_it)
    assert await store.resolve_code("ABCDEF") == "two"


async def test_replicas_are_told_by_name_until_they_go_or_fall_silent(store: Store, stores: Stores) -> None:
    one, two, silent = Replica("b-1", "10.0.0.1:5"), Replica("a-2", "[::1]:6"), Replica("c-3", "h:7")
    await store.announce(one, LONG)
    await store.announce(two, LONG)
    await store.announce(silent, 30)

    async def two_live() -> bool:
        return await stores.another().replicas() == [two, one]

    await eventually(two_live)
    await store.withdraw(two)
    assert await store.replicas() == [one]


async def test_withdrawing_leaves_a_successor_of_the_same_name(store: Store) -> None:
    await store.announce(Replica("a", "h:1"), LONG)
    await store.announce(Replica("a", "h:2"), LONG)
    await store.withdraw(Replica("a", "h:1"))
    assert await store.replicas() == [Replica("a", "h:2")]


async def test_the_clock_is_in_milliseconds_and_does_not_stand_still(store: Store) -> None:
    begin = await store.time_ms()
    assert begin > 1_600_000_000_000

    async def moves_on() -> bool:
        return await store.time_ms() > begin

    await eventually(moves_on)


async def test_the_canary_goes_there_and_back(store: Store) -> None:
    assert 0 <= await store.canary("here") < 5
