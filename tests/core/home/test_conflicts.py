from __future__ import annotations

import asyncio
import dataclasses

import pytest

from chieu.table.v1 import table_service_pb2 as service
from services.core.refusal import Reason, Refused
from tests.core.home.flaky import beside
from tests.core.opening import at
from tests.core.stage import Stage, player
from tests.core.toy import Do, Move, Options, Phase, State


def turn_of(*hands: list[int]) -> State:
    return State(Options(), list(hands), [0] * len(hands))


async def prompt_of(stage: Stage, table: str, seat: int = 0) -> bytes:
    prompt = (await stage.document(table)).seats[seat].prompt
    assert prompt is not None
    return prompt.prompt_id


async def test_who_loses_a_race_reads_again_and_runs_again(stage: Stage) -> None:
    table = await stage.create(player("an"), seats=4, take_seat=True)
    other = stage.another("two")
    await stage.sit(table, "binh", home=other)
    await stage.sit(table, "cuc")  # this home still believes that seat 1 is free
    assert [seat.subject for seat in (await stage.document(table)).seats] == ["an", "binh", "cuc", ""]


async def test_a_stale_cache_never_refuses(stage: Stage) -> None:
    table = await stage.create(player("an"), seats=2, take_seat=True, ready_check=True)
    await stage.sit(table, "binh")
    other = stage.another("two")
    await stage.act(player("binh"), service.LeaveSeatRequest(table=table), home=other)
    await stage.sit(table, "cuc")  # here the table is thought to be full
    assert (await stage.document(table)).seats[1].subject == "cuc"


async def test_a_stale_cache_never_shows_an_old_table(stage: Stage) -> None:
    table = await stage.create(player("an"), seats=3, take_seat=True)
    await stage.sit(table, "binh", home=stage.another("two"))
    assert (await stage.read(table)).document.seats[1].subject == "binh"
    screen = await stage.screen(table, "binh")
    assert screen.seats == [1]


async def test_a_remembered_reply_is_found_that_another_home_gave(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    other = stage.another("two")
    await stage.read(table)
    prompt = await prompt_of(stage, table)
    first = await stage.send(player("p0"), table, prompt, Move(Do.PICK, 2), home=other)
    assert await stage.send(player("p0"), table, prompt, Move(Do.PICK, 2)) == first
    with pytest.raises(Refused) as refused:
        await stage.send(player("p0"), table, prompt, Move(Do.PICK, 0))
    assert refused.value.reason == Reason.REASON_STALE_PROMPT


async def test_who_loses_again_and_again_is_told_that_the_table_is_busy() -> None:
    stage = Stage()
    store = beside(stage.memory)
    unlucky = stage.another("unlucky", store)
    table = await stage.create(player("an"), seats=4, take_seat=True)

    def somebody_is_quicker() -> None:
        kept = stage.memory._world.tables.get(table)
        assert kept is not None
        kept.stored = dataclasses.replace(kept.stored, version=kept.stored.version + 1)

    store.before_commit = somebody_is_quicker
    with pytest.raises(Refused) as refused:
        await stage.sit(table, "binh", home=unlucky)
    assert refused.value.reason == Reason.REASON_TABLE_BUSY
    assert refused.value.message().advice == 3
    store.before_commit = lambda: None
    await stage.sit(table, "binh", home=unlucky)


async def test_a_woken_home_forgets_what_it_had_while_it_was_asking(stage: Stage) -> None:
    """The wake-up arrives between a question to the store and its answer."""
    store = beside(stage.memory)
    home = stage.another("one of two", store)
    table = await at(stage, turn_of([0, 2], [1, 3]))
    await stage.read(table, home=home)
    screen, _ = stage.open(table, player("p0"), home=home)  # its head is being compared
    home.woken(table)
    await stage.settle()
    assert len(screen.updates) == 1
    assert screen.seats == [0]


async def test_a_home_that_is_woken_while_it_catches_up_goes_on(stage: Stage) -> None:
    store = beside(stage.memory)
    home = stage.another("one of two", store)
    table = await at(stage, turn_of([0, 2, 4, 6], [1, 3]))
    screen = await stage.screen(table, "p0", home=home)
    await stage.answer(table, 0, Move(Do.PICK, 2))
    store.held = asyncio.Event()
    home.woken(table)
    await stage.settle()
    await stage.answer(table, 0, Move(Do.LAY, 2))
    home.woken(table)
    await stage.settle()
    store.held.set()
    await stage.settle()
    assert [event.name for event in screen.events()] == ["picked", "laid"]
    assert not screen.refusals
    assert stage.metrics.registry.get_sample_value("chieu_faults_total", {"game": "toy"}) == 0


async def test_a_request_that_comes_while_the_table_is_read_is_not_refused_by_what_was_read_before(
    stage: Stage,
) -> None:
    """Its sender may have seen what another home wrote after that read."""
    store = beside(stage.memory)
    home = stage.another("slow", store)
    table = await at(stage, turn_of([0, 2], [1, 3]))
    store.held = asyncio.Event()
    looking = asyncio.ensure_future(stage.read(table, home=home))
    await stage.settle()
    await stage.answer(table, 0, Move(Do.PICK, 2))
    laying = stage.send(player("p0"), table, await prompt_of(stage, table), Move(Do.LAY, 2), home=home)
    await stage.settle()
    store.held.set()
    await looking
    assert await laying
    assert (await stage.state(table)).phase == Phase.WINDOW


async def test_a_refusal_that_waited_for_the_read_needs_no_second_look(stage: Stage) -> None:
    store = beside(stage.memory)
    home = stage.another("fresh", store)
    table = await at(stage, turn_of([0, 2], [1, 3]))
    for _ in range(2):
        with pytest.raises(Refused):
            await stage.send(player("p1"), table, b"never", Move(Do.PICK, 1), home=home)
    assert store.calls == ["load", "head"]
