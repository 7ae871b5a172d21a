"""Processes are killed and stopped in the middle of matches.

Whatever happens: every match ends, everything that a client was told counts is in the record exactly once, and nobody
sees an update twice or out of order. `Load.finish` checks that for each table; a test says here what it did, and what
else must have been so.
"""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from redis import Redis

from chieu.table.v1.table_pb2 import Settings
from chieu_client import LiveTable, Patience, Prompt, Refused, first_legal
from gateway.close_codes import CloseCode
from tests.gateway.client import Client
from tests.servers.process import ProcessServer
from tests.system import Deployment, Player, eventually
from tests.system.health import watch_health
from tests.system.load import Load, Shape, under_load
from tests.system.tables import options

pytestmark = pytest.mark.chaos


IMPATIENT = Patience(total=5.0, reply=20.0)
"""Soon shows a refusal instead of trying again."""


def assert_nothing_rewound(load: Load) -> None:
    """Nobody was told that something may not have happened."""
    assert not any(seen.rewinds for seen in load.seen)


# --- services ---------------------------------------------------------------------------------------------------------


async def test_a_replica_of_two_is_killed_and_comes_back(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.services[0].kill()
        await load.every_table_moved(2)
        victim.services[0].start()
        await load.finish()
    assert_nothing_rewound(load)


async def test_all_replicas_are_killed_and_come_back(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        for service in victim.services:
            service.kill()
        for service in victim.services:
            service.start()
        await load.every_table_moved(2)
        await load.finish()
    assert_nothing_rewound(load)


async def test_a_replica_that_stood_still_while_another_took_over_does_no_harm(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.services[0].pause()
        await load.moved(10)
        victim.services[0].resume()
        await load.every_table_moved(2)
        await load.finish()
    assert_nothing_rewound(load)


async def test_a_replica_that_is_told_to_go_goes_without_clients_noticing(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.services[0].tell_to_go()
        await load.every_table_moved(2)
        assert await victim.services[0].gone() == 0
        await load.finish()
    assert_nothing_rewound(load)
    for seen in load.seen:
        assert len(seen.openings) == 1
        assert not seen.refused
        assert sum(update.snapshot for update in seen.updates) == 1


# --- gateways ---------------------------------------------------------------------------------------------------------


async def test_a_gateway_of_two_is_killed_and_comes_back(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.gateways[0].kill()
        await load.every_table_moved(2)
        victim.gateways[0].start()
        await load.finish()
    assert_nothing_rewound(load)


async def test_all_gateways_are_killed_and_come_back(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        for gateway in victim.gateways:
            gateway.kill()
        for gateway in victim.gateways:
            gateway.start()
        await load.every_table_moved(2)
        await load.finish()
    assert_nothing_rewound(load)


async def test_a_gateway_that_is_told_to_go_says_come_back(victim: Deployment) -> None:
    leaving = victim.gateways[0]
    client = await Client.connect(leaving.port, token=victim.token("idle"))
    async with under_load(victim) as load:
        await load.moved(20)
        leaving.tell_to_go()
        assert await client.code() == CloseCode.DRAINING
        await load.every_table_moved(2)
        assert await leaving.gone() == 0
        await load.finish()
    assert_nothing_rewound(load)
    assert not any(seen.refused for seen in load.seen)


# --- workers ----------------------------------------------------------------------------------------------------------


async def test_bots_go_on_by_the_policy_while_no_worker_lives(victim: Deployment) -> None:
    before = victim.count("chieu_bot_policy_moves_total", victim.services)
    async with under_load(victim) as load:
        await load.moved(20)
        victim.workers[0].kill()
        await load.every_table_moved(2)
        assert victim.count("chieu_bot_policy_moves_total", victim.services) > before
        victim.workers[0].start()
        await load.finish()


async def test_a_worker_whose_main_process_is_killed_leaves_nothing_behind(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        children = victim.workers[0].kill_alone()
        assert children
        await eventually(lambda: not any(map(is_alive, children)), failing="the worker's children live on")
        victim.workers[0].start()
        await load.finish()


async def test_a_worker_whose_child_is_killed_gets_another_one(victim: Deployment) -> None:
    worker = victim.workers[0]
    (child,) = worker.children()
    async with under_load(victim) as load:
        await load.moved(20)
        os.kill(child, signal.SIGKILL)
        done = worker.counts()["chieu_worker_moves_total"]
        await eventually(lambda: worker.counts()["chieu_worker_moves_total"] > done, failing="no more bots' moves")
        assert child not in worker.children()
        await load.finish()


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and waits for its parent does not."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    return False


# --- the store --------------------------------------------------------------------------------------------------------


async def test_a_redis_that_promises_always_is_killed_and_loses_nothing(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.redis.kill()
        victim.redis.start()
        await load.every_table_moved(2)
        await load.finish()
    assert_nothing_rewound(load)


async def test_what_a_redis_that_promises_less_has_lost_shows_as_one_clean_resync(victim: Deployment) -> None:
    """The machine under Redis dies, and with it what its file had not on the disk yet."""
    assert isinstance(victim.redis, ProcessServer)
    with Redis.from_url(victim.redis.url) as redis:
        redis.config_set("appendfsync", "everysec")
    async with under_load(victim) as load:
        await load.moved(20)
        kept = victim.redis.log_size()
        await load.moved(15)
        victim.redis.kill()
        victim.redis.truncate_log(kept)
        victim.redis.start()
        await load.every_table_moved(2)
        await load.finish()
    assert any(seen.rewinds for seen in load.seen)


async def test_without_a_store_there_are_clear_refusals_and_tables_go_on_when_it_is_back(victim: Deployment) -> None:
    impatient = Player(victim.gateways[0].address, "impatient", victim.token("impatient"), patience=IMPATIENT)
    settings = Settings(seats=2, between_seconds=0, bot_pace_ms=0)
    async with impatient, under_load(victim) as load:
        made = await impatient.session.lobby.create("tan", settings, options=options(), bot_level="easy")
        async with asked(impatient, made.id) as (live, prompt):
            await load.moved(10)
            victim.redis.kill()
            with pytest.raises(Refused) as answering:
                await live.answer(prompt, first_legal(prompt))
            with pytest.raises(Refused) as creating:
                await impatient.session.lobby.create("tan", settings)
            victim.redis.start()
        for refused in (answering.value, creating.value):
            assert (refused.reason, refused.advice) == ("UNAVAILABLE", "RETRY")
        await load.every_table_moved(2)
        await load.finish()
    assert_nothing_rewound(load)


@asynccontextmanager
async def asked(player: Player, table: str) -> AsyncIterator[tuple[LiveTable, Prompt]]:
    """A table and its first prompt."""
    async with player.open(table) as live:
        async for prompt in live.prompts():
            yield live, prompt
            return


# --- the broker -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["killed", "silent"])
async def test_without_a_broker_bots_are_played_by_the_policy_and_nobody_else_waits(
    victim: Deployment, how: str
) -> None:
    """Tables without bots make many moves in the time that a bot's policy waits for a worker: no loop is blocked."""
    shapes = (Shape(1, 2, sets=1), Shape(1, 2, sets=1), Shape(2, 2, sets=100), Shape(2, 2, sets=100))
    async with under_load(victim, shapes=shapes) as load, watch_health(victim.services) as health:
        bots, people = load.matches[:2], load.matches[2:]
        victim.broker.kill() if how == "killed" else victim.broker.pause()
        before = [sum(match.moves for match in some) for some in (bots, people)]
        await load.every_table_moved(3)
        at_bots, at_people = (
            sum(match.moves for match in some) - count for some, count in zip((bots, people), before, strict=True)
        )
        assert at_people > 5 * at_bots
        assert set(health) == {"SERVING"}
        done = victim.workers[0].counts().get("chieu_worker_moves_total", 0)
        victim.broker.start() if how == "killed" else victim.broker.resume()
        await load.finish(*bots)
        assert set(health) == {"SERVING"}
    async with under_load(victim, shapes=[Shape(1, 2, sets=100)]) as load:
        await eventually(
            lambda: victim.workers[0].counts().get("chieu_worker_moves_total", 0) > done, 60, "the worker is lost"
        )
