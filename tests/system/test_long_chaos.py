"""The long form: anything dies, stands still or is told to go, at random, again and again.

`make bench ARGS="-k long_chaos"`; CHIEU_CHAOS_SECONDS says for how long (default 60), CHIEU_CHAOS_SEED repeats a run's
choices.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable, Sequence
from random import Random

import pytest

from tests.system import Deployment
from tests.system.load import Load, Shape, under_load
from tests.system.process import Process

pytestmark = [pytest.mark.chaos, pytest.mark.bench, pytest.mark.timeout(0)]

SECONDS = float(os.environ.get("CHIEU_CHAOS_SECONDS", "60"))
SEED = os.environ.get("CHIEU_CHAOS_SEED", secrets.token_hex(4))
SHAPES = (
    Shape(1, 2, 12),
    Shape(2, 3, 12),
    Shape(2, 2, 12),
    Shape(1, 4, 12),
    Shape(2, 3, 30, "tonk"),
    Shape(1, 4, 30, "tonk"),
    Shape(4, 4, 3, "chan"),
    Shape(1, 4, 3, "chan"),
)


async def test_tan_tonk_and_chan_survive_long_chaos(victim: Deployment) -> None:
    chance = Random(SEED)
    done: list[str] = []
    loop = asyncio.get_running_loop()
    end = loop.time() + SECONDS
    rounds = 0
    while loop.time() < end:
        rounds += 1
        async with under_load(victim, shapes=SHAPES, spectators=2) as load:
            try:
                await torment(victim, load, chance, done, end)
                await load.finish(within=300)
            except BaseException as error:
                error.add_note(f"CHIEU_CHAOS_SEED={SEED}, round {rounds}; what was done: {done[-20:]}")
                raise
    print(f"{rounds} rounds, {len(done)} blows")  # noqa: T201 - what a long run is asked for


async def torment(deployment: Deployment, load: Load, chance: Random, done: list[str], end: float) -> None:
    """One blow after the other while matches run, with some moves in between; what was hit is mended each time."""
    loop = asyncio.get_running_loop()
    while len(load.running()) * 2 > len(load.matches) and loop.time() < end:
        for blow in chance.sample(list(blows(deployment)), chance.choice((1, 1, 1, 2))):
            done.append(blow)
            blows(deployment)[blow]()
        await asyncio.sleep(chance.choice((0.0, 0.05, 0.5, 3.0)))  # how long it lasts is chance's as well
        await deployment.mend()
        await load.every_table_moved(chance.randrange(4), within=120)


def blows(deployment: Deployment) -> dict[str, Callable[[], None]]:
    """What can be done to a whole deployment, by name."""
    found: dict[str, Callable[[], None]] = {
        "kill redis": deployment.redis.kill,
        "pause redis": deployment.redis.pause,
        "kill broker": deployment.broker.kill,
        "pause broker": deployment.broker.pause,
        "kill all services": lambda: kill_all(deployment.services),
        "kill all gateways": lambda: kill_all(deployment.gateways),
    }
    for process in deployment.processes:
        found[f"kill {process.name}"] = process.kill
        found[f"pause {process.name}"] = process.pause
        found[f"tell {process.name} to go"] = process.tell_to_go
    return found


def kill_all(processes: Sequence[Process]) -> None:
    """Kill several at once."""
    for process in processes:
        process.kill()
