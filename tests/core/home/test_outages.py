from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from chieu.table.v1 import table_service_pb2 as service
from services.core.home import Home
from services.core.refusal import Reason, Refused
from tests.core.home.flaky import FlakyStore, beside
from tests.core.opening import at
from tests.core.stage import Stage, player
from tests.core.toy import TOY, Do, Move, Options, Phase, State, altered

P0 = player("p0")


def turn_of(*hands: list[int]) -> State:
    return State(Options(), list(hands), [0] * len(hands))


async def prompt_of(stage: Stage, table: str) -> bytes:
    prompt = (await stage.document(table)).seats[0].prompt
    assert prompt is not None
    return prompt.prompt_id


async def flaky(stage: Stage) -> tuple[FlakyStore, Home, str]:
    store = beside(stage.memory)
    return store, stage.another("flaky", store), await at(stage, turn_of([0, 2], [1, 3]))


async def reason_of(asked: object) -> Reason.ValueType:
    with pytest.raises(Refused) as refused:
        await asked  # type: ignore[misc]
    return refused.value.reason


@pytest.mark.parametrize("failure", ["commit", "commit after writing"])
async def test_when_nobody_knows_whether_a_move_counts_the_same_answer_again_tells(stage: Stage, failure: str) -> None:
    store, home, table = await flaky(stage)
    prompt = await prompt_of(stage, table)
    store.fails = {failure}
    assert await reason_of(stage.send(P0, table, prompt, Move(Do.PICK, 2), home=home)) == Reason.REASON_UNAVAILABLE
    store.fails = set()
    reply = await stage.send(P0, table, prompt, Move(Do.PICK, 2), home=home)
    assert reply == (await stage.document(table)).seats[0].closed[0].seq
    assert (await stage.stored(table)).version == 2


async def test_a_call_whose_commit_was_not_answered_can_be_repeated(stage: Stage) -> None:
    store = beside(stage.memory)
    home = stage.another("flaky", store)
    table = await stage.create(P0, seats=3, home=home)
    call = service.TakeSeatRequest(table=table, request_id="once")
    store.fails = {"commit after writing"}
    assert await reason_of(stage.act(P0, call, home=home)) == Reason.REASON_UNAVAILABLE
    store.fails = set()
    assert (await stage.act(P0, call, home=home)).seat_of("p0") == 0
    assert (await stage.stored(table)).version == 2


@pytest.mark.parametrize("is_cached", [True, False])
async def test_nothing_is_refused_or_shown_by_a_cache_that_cannot_be_compared(stage: Stage, is_cached: bool) -> None:
    store, home, table = await flaky(stage)
    if is_cached:
        await stage.read(table, home=home)
    store.fails = {"head", "load"}
    asked = [
        stage.send(P0, table, b"stale", Move(Do.PICK, 2), home=home),
        stage.read(table, home=home),
        stage.act(player("p1"), service.SetReadyRequest(table=table), home=home),
    ]
    for one in asked:
        assert await reason_of(one) == Reason.REASON_UNAVAILABLE
    screen, _ = stage.open(table, P0, home=home)
    await stage.settle()
    assert [refusal.reason for refusal in screen.refusals] == [Reason.REASON_UNAVAILABLE]
    assert not screen.updates


async def test_the_clock_goes_on_when_the_store_is_back(stage: Stage) -> None:
    store, home, table = await flaky(stage)
    screen = await stage.screen(table, "p1", home=home)
    await stage.wait(5)
    store.fails = {"commit", "head", "load", "updates"}
    await stage.wait(60)
    assert (await stage.state(table)).phase == Phase.PICK
    store.fails = set()
    await stage.wait(1.5)
    assert (await stage.state(table)).phase == Phase.WINDOW
    assert screen.view.laid == 0


async def test_a_table_that_nobody_watches_goes_on_too(stage: Stage) -> None:
    store, home, table = await flaky(stage)
    await stage.read(table, home=home)
    store.fails = {"commit", "head", "load"}
    await stage.wait(60)
    store.fails = set()
    await stage.wait(1.5)
    assert (await stage.state(table)).phase == Phase.WINDOW


async def test_subscribers_catch_up_after_an_outage(stage: Stage) -> None:
    store, home, table = await flaky(stage)
    screen = await stage.screen(table, "p0", home=home)
    store.fails = {"commit after writing"}
    refused = stage.send(P0, table, await prompt_of(stage, table), Move(Do.PICK, 2), home=home)
    assert await reason_of(refused) == Reason.REASON_UNAVAILABLE
    store.fails = set()
    await stage.wait(1.1)
    assert [event.name for event in screen.events()] == ["picked"]
    assert screen.seqs == [screen.seqs[0], screen.seqs[0] + 1]


async def test_a_resume_that_cannot_be_read_ends_the_subscription(stage: Stage) -> None:
    store, home, table = await flaky(stage)
    await stage.read(table, home=home)
    store.fails = {"updates"}
    screen, _ = stage.open(table, P0, home=home, seq=7, mark=b"unknown!")
    await stage.settle()
    assert [refusal.reason for refusal in screen.refusals] == [Reason.REASON_UNAVAILABLE]
    store.fails = set()
    assert (await stage.screen(table, "p0", home=home)).updates


@pytest.mark.parametrize("part", ["play", "view", "show", "pack"])
async def test_a_fault_in_a_game_is_logged_once_and_the_table_goes_on(part: str, faults: list[Any]) -> None:
    """Whatever of the game fails while a move is made, sealed or shown, the caller hears and nothing is applied."""
    is_broken = False

    def breaking(*arguments: object) -> object:
        if is_broken:
            raise ZeroDivisionError(part)
        return getattr(TOY, part)(*arguments)

    stage = Stage(altered(**{part: breaking}))
    table = await at(stage, turn_of([0, 2], [1, 3]))
    await stage.read(table)
    is_broken = True
    prompt = await prompt_of(stage, table)
    before = await stage.stored(table)
    assert await reason_of(stage.send(P0, table, prompt, Move(Do.PICK, 2))) == Reason.REASON_UNAVAILABLE
    assert [line["event"] for line in faults] == ["fault"]
    assert await stage.stored(table) == before
    is_broken = False
    assert await stage.send(P0, table, prompt, Move(Do.PICK, 2))


@pytest.mark.usefixtures("faults")
async def test_a_view_that_fails_does_not_stop_a_table_for_others() -> None:
    is_broken = False

    def view(state: State, audience: int) -> object:
        if is_broken and audience == 1:
            raise ZeroDivisionError
        return TOY.view(state, audience)

    stage = Stage(altered(view=view))
    table = await at(stage, turn_of([0, 2], [1, 3]))
    is_broken = True
    screen, _ = stage.open(table, player("p1"))
    await stage.settle()
    assert [refusal.reason for refusal in screen.refusals] == [Reason.REASON_UNAVAILABLE]
    assert (await stage.screen(table, "p0")).updates


@pytest.mark.usefixtures("faults")
async def test_a_document_that_cannot_be_read_is_unavailable_and_not_gone(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    kept = stage.memory._world.tables.get(table)
    assert kept is not None
    kept.stored = dataclasses.replace(kept.stored, document=b"not a document")
    assert await reason_of(stage.read(table)) == Reason.REASON_UNAVAILABLE
