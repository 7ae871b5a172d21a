from __future__ import annotations

import pytest

from chieu.table.v1 import table_service_pb2 as service
from services.core.home import home as homes
from services.core.refusal import Reason, Refused
from tests.core.home.flaky import beside
from tests.core.opening import at
from tests.core.stage import Stage, player
from tests.core.toy import Do, Move, Options, State
from wire.placement import home_of

P0 = player("p0")


def turn_of(*hands: list[int]) -> State:
    return State(Options(), list(hands), [0] * len(hands))


def reasons(screen: object) -> list[Reason.ValueType]:
    return [refusal.reason for refusal in screen.refusals]  # type: ignore[attr-defined]


async def test_of_two_connections_of_a_seat_the_newer_one_wins(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    old = await stage.screen(table, "p0", generation=5)
    new = await stage.screen(table, "p0", generation=6)
    await stage.answer(table, 0, Move(Do.PICK, 2))
    await stage.settle()
    assert reasons(old) == [Reason.REASON_SUPERSEDED]
    assert (len(old.updates), len(new.updates)) == (1, 2)


async def test_an_older_connection_that_comes_late_is_turned_away(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    new = await stage.screen(table, "p0", generation=6)
    late = await stage.screen(table, "p0", generation=5)
    assert (reasons(late), late.updates, reasons(new)) == ([Reason.REASON_SUPERSEDED], [], [])


async def test_the_late_close_of_an_old_connection_ends_nothing_else(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    _, old = stage.open(table, P0, generation=5)
    new = await stage.screen(table, "p0", generation=6)
    stage.home.close(table, old)
    await stage.answer(table, 0, Move(Do.PICK, 2))
    await stage.settle()
    assert len(new.updates) == 2


async def test_spectators_are_as_many_as_come_also_with_one_name(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    screens = [await stage.screen(table, "nobody", generation=1) for _ in range(3)]
    await stage.act(P0, service.LeaveSeatRequest(table=table))
    await stage.settle()
    assert [len(screen.updates) for screen in screens] == [2, 2, 2]


async def test_a_connection_that_closed_before_it_stood_never_stands(stage: Stage) -> None:
    table = await stage.create(player("an"), seats=2, take_seat=True)
    screen, one = stage.open(table, player("an"), home=stage.another("two"))
    other = stage.another("three")
    screen, one = stage.open(table, player("an"), home=other)
    other.close(table, one)
    await stage.settle()
    assert screen.updates == []
    await stage.wait(300)
    assert not any(entry.subscribers for entry in other.entries())


async def test_leaving_a_seat_while_gathering_makes_a_spectator(stage: Stage) -> None:
    table = await stage.create(player("an"), seats=2, take_seat=True)
    screen = await stage.screen(table, "an")
    await stage.act(player("an"), service.LeaveSeatRequest(table=table))
    await stage.settle()
    assert screen.seats == [0, None]
    assert not screen.last.HasField("seat")


async def test_subscribers_are_sent_to_the_tables_new_home(stage: Stage) -> None:
    here, there = [await at(stage, turn_of([0, 2], [1, 3])) for _ in range(2)]
    moved, kept = await stage.screen(there, "p0"), await stage.screen(here, "p0")
    stage.home.hand_over(lambda table: "other:1" if table == there else None)
    for table in (here, there):
        await stage.answer(table, 0, Move(Do.PICK, 2))
    await stage.settle()
    assert (moved.homes, len(moved.updates)) == (["other:1"], 1)
    assert (kept.homes, len(kept.updates)) == ([], 2)


async def test_an_inbox_is_bounded_and_says_so(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    sent = [stage.send(P0, table, b"stale", Move(Do.PICK, 2)) for _ in range(homes.INBOX + 10)]
    await stage.settle()
    for _ in range(homes.INBOX):
        await stage.settle()
    found = []
    for one in sent:
        with pytest.raises(Refused) as refused:
            await one
        found.append(refused.value.reason)
    assert found.count(Reason.REASON_TABLE_BUSY) == 10
    assert found.count(Reason.REASON_STALE_PROMPT) == homes.INBOX


async def test_tables_that_nobody_would_miss_are_dropped_first(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(homes, "CACHED", 2)
    watched = await at(stage, turn_of([0, 2], [1, 3]))
    screen = await stage.screen(watched, "p0")
    for _ in range(5):
        await stage.read(await at(stage, turn_of([0, 2], [1, 3])))
    assert stage.home.count() <= 3
    assert watched in {entry.table for entry in stage.home.entries()}
    await stage.answer(watched, 0, Move(Do.PICK, 2))
    await stage.settle()
    assert len(screen.updates) == 2


async def test_who_asks_for_tables_that_are_not_there_fills_no_memory(stage: Stage) -> None:
    for number in range(50):
        with pytest.raises(Refused):
            await stage.read(f"toy-01-nothing{number}")
    assert stage.home.count() == 0


async def test_a_waiting_table_asks_the_store_nothing(stage: Stage) -> None:
    store = beside(stage.memory)
    home = stage.another("calm", store)
    table = await stage.create(player("an"), seats=2, take_seat=True, home=home)
    await stage.screen(table, "an", home=home)
    store.calls.clear()
    await stage.wait(250)
    assert store.calls == []


def test_a_replica_that_comes_or_goes_moves_its_own_tables_only() -> None:
    replicas = ["one:1", "two:1", "three:1"]
    tables = [f"toy-{number % 64:02d}-{number}" for number in range(600)]
    before = {table: home_of(table, replicas) for table in tables}
    after = {table: home_of(table, replicas[:2]) for table in tables}
    assert all(after[table] == home for table, home in before.items() if home != replicas[2])
    for replica in replicas:
        assert 150 < sum(home == replica for home in before.values()) < 250
