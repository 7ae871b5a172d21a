from __future__ import annotations

import asyncio

from services.core.home.sweeper import Sweeper
from services.core.store.keys import shard_of
from tests.core.opening import at
from tests.core.stage import Stage
from tests.core.toy import Options, Phase, State


def turn_of(*hands: list[int]) -> State:
    return State(Options(), list(hands), [0] * len(hands))


async def test_a_table_whose_home_is_gone_is_woken_by_another(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    other = stage.another("two")
    await stage.wait(10.9)
    await Sweeper(other).sweep(shard_of(table))
    await stage.settle()
    assert (await stage.state(table)).phase == Phase.PICK
    await stage.wait(0.2)
    await Sweeper(other).sweep(shard_of(table))
    await stage.settle()
    assert (await stage.state(table)).phase == Phase.WINDOW


async def test_two_that_sweep_at_once_do_a_thing_once(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    sweepers = [Sweeper(stage.another(name)) for name in ("two", "three")]
    await stage.wait(12)
    for sweeper in sweepers:
        await sweeper.sweep(shard_of(table))
    await stage.settle()
    assert (await stage.stored(table)).version == 3  # picked and laid by the clock


async def test_sweeping_goes_on_for_ever_and_finds_every_shard(stage: Stage) -> None:
    tables = [await at(stage, turn_of([0, 2], [1, 3])) for _ in range(5)]
    sweeping = asyncio.ensure_future(Sweeper(stage.another("two")).run())
    await stage.wait(13)
    sweeping.cancel()
    assert [(await stage.stored(table)).version > 1 for table in tables] == [True] * 5


async def test_the_stores_wake_up_is_the_next_thing_that_is_due(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = (await stage.document(table)).seats[0].prompt
    assert prompt is not None
    assert await stage.memory.next_due(shard_of(table)) == prompt.deadline_ms
