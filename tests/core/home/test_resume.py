from __future__ import annotations

import pytest

from chieu.table.v1 import table_service_pb2 as service
from services.core.store import Change, Committed
from tests.core.opening import at
from tests.core.stage import Screen, Stage, player
from tests.core.toy import Do, Move, Options, State

P0, P1 = player("p0"), player("p1")


async def played(stage: Stage, turns: int) -> tuple[str, Screen]:
    """A table after so many turns of two, and the screen of a player who saw all of it."""
    hands = [[0, 2, 4, 6], [1, 3, 5, 7]]
    table = await at(stage, State(Options(), hands, [0, 0]))
    screen = await stage.screen(table, "p0")
    for turn in range(turns):
        seat = turn % 2
        card = (await stage.state(table)).hands[seat][0]
        await stage.answer(table, seat, Move(Do.PICK, card))
        await stage.answer(table, seat, Move(Do.LAY, card))
        await stage.wait(4.5)
    return table, screen


async def test_without_a_moment_a_connection_gets_the_whole_picture(stage: Stage) -> None:
    table, screen = await played(stage, 1)
    fresh = await stage.screen(table, "p0")
    (update,) = fresh.updates
    assert (update.snapshot, update.rewound) == (True, False)
    assert (update.seq, update.mark, list(update.events)) == (screen.last.seq, screen.last.mark, [])
    assert update.state == screen.last.state
    assert update.view == screen.last.view


async def test_from_every_moment_that_is_kept_a_connection_gets_the_rest_and_nothing_twice(stage: Stage) -> None:
    table, screen = await played(stage, 3)
    kept = {
        seq
        for update in await stage.memory.updates(table)
        for audience, (seq, _) in update.updates.items()
        if audience == 0
    }
    resumed = 0
    for known in screen.updates:
        again = await stage.screen(table, "p0", seq=known.seq, mark=known.mark, generation=2)
        if known.seq in kept:
            rest = [raw for update, raw in zip(screen.updates, screen.raw, strict=True) if update.seq > known.seq]
            assert again.raw == rest
            resumed += 1
        else:
            assert [(update.snapshot, update.rewound) for update in again.updates] == [(True, False)]
    assert resumed == len(kept) > 3


async def test_whoever_is_up_to_date_gets_nothing(stage: Stage) -> None:
    table, screen = await played(stage, 1)
    again = await stage.screen(table, "p0", seq=screen.last.seq, mark=screen.last.mark)
    assert again.updates == []
    assert again.seats == [0]


@pytest.mark.parametrize("ahead", [0, 1, 1000])
async def test_a_moment_of_another_history_is_answered_with_a_picture_that_says_so(stage: Stage, ahead: int) -> None:
    table, screen = await played(stage, 1)
    again = await stage.screen(table, "p0", seq=screen.last.seq + ahead, mark=b"unknown!")
    assert [(update.snapshot, update.rewound) for update in again.updates] == [(True, True)]


async def test_a_kept_count_with_another_mark_is_of_another_history_too(stage: Stage) -> None:
    table, screen = await played(stage, 2)
    again = await stage.screen(table, "p0", seq=screen.updates[-2].seq, mark=b"unknown!")
    assert [(update.snapshot, update.rewound) for update in again.updates] == [(True, True)]


async def test_who_watches_while_the_store_loses_a_moment_is_told(stage: Stage) -> None:
    """Redis has died and come back with an older table."""
    table, screen = await played(stage, 1)
    kept = stage.memory._world.tables.get(table)
    assert kept is not None
    older = kept.stored
    await stage.answer(table, 1, Move(Do.PICK, 1))
    await stage.answer(table, 1, Move(Do.LAY, 1))
    await stage.settle()
    kept.stored = older
    kept.updates.clear()
    await stage.act(P1, service.LeaveSeatRequest(table=table))
    await stage.settle()
    lost = [update for update in screen.updates if update.rewound]
    assert [update.snapshot for update in lost] == [True]
    assert screen.view.laid == -1
    assert screen.last.state.seats[1].away


async def test_spectators_resume_with_their_own_count(stage: Stage) -> None:
    table, _ = await played(stage, 1)
    watcher = await stage.screen(table, "nobody")
    await stage.answer(table, 1, Move(Do.PICK, 1))
    await stage.answer(table, 1, Move(Do.LAY, 1))
    again = await stage.screen(table, "nobody too", seq=watcher.updates[0].seq, mark=watcher.updates[0].mark)
    assert [event.name for event in again.events()] == ["laid"]
    assert not again.updates[0].HasField("seat")


async def test_a_newcomer_is_told_what_it_missed_before_anything_new(stage: Stage) -> None:
    table, screen = await played(stage, 1)
    behind = screen.updates[-3]
    late, _ = stage.open(table, P0, generation=2, seq=behind.seq, mark=behind.mark)
    sent = stage.act(P1, service.LeaveSeatRequest(table=table))
    await sent
    await stage.settle()
    assert late.seqs == [behind.seq + 1, behind.seq + 2, behind.seq + 3]


async def test_sitting_down_shows_the_seat_and_no_step_of_the_spectators(stage: Stage) -> None:
    table = await stage.create(player("an"), seats=2, take_seat=True)
    screen = await stage.screen(table, "binh")
    await stage.sit(table, "binh")
    await stage.settle()
    assert [update.HasField("seat") for update in screen.updates] == [False, True]
    assert screen.last.snapshot
    assert len(screen.view.hand) == 2


async def test_only_the_table_decides_and_the_commit_that_failed_is_not_told(stage: Stage) -> None:
    table, screen = await played(stage, 1)
    outcome = await stage.another("two").store.commit(_stolen(stage, table))
    assert isinstance(outcome, Committed)
    before = len(screen.updates)
    await stage.act(P1, service.LeaveSeatRequest(table=table))
    await stage.settle()
    assert [update.seq for update in screen.updates[before:]] == [screen.updates[before - 1].seq + 1]


def _stolen(stage: Stage, table: str) -> Change:
    """What another writer commits: the table as it is."""
    kept = stage.memory._world.tables.get(table)
    assert kept is not None
    stored = kept.stored
    return Change(table, stored.version, stored.mark, "two", stored.document, stored.state, None)
