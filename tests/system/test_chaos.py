"""Processes are killed and stopped in the middle of matches.

Whatever happens: every match ends, everything that a client was told counts is in the record exactly once, and nobody
sees an update twice or out of order. `Load.finish` checks that for each table; a test says here what it did, and what
else must have been so.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from google.protobuf import json_format
from redis import Redis

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import Prompt
from chieu.tan.v1 import tan_pb2
from chieu_client import pack
from chieu_client.games import tan
from chieu_client.unpack import unpack_as
from gateway.close_codes import CloseCode
from tests.gateway.client import Client
from tests.servers.process import ProcessServer
from tests.system import Deployment, Gateway, Player, Service, eventually
from tests.system.health import watch_health
from tests.system.load import Load, Shape, under_load
from tests.system.tables import make_table

pytestmark = pytest.mark.chaos


def assert_nothing_rewound(load: Load) -> None:
    """Nobody was told that something may not have happened."""
    assert not any(seen.rewinds for seen in load.seen)


def one_of_each_game(deployment: Deployment) -> list[Service]:
    """The first replica of each game."""
    return [deployment.replicas(game)[0] for game in deployment.plan.games]


async def test_a_replica_of_two_is_killed_and_comes_back(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        for service in one_of_each_game(victim):
            service.kill()
        await load.every_table_moved(2)
        for service in one_of_each_game(victim):
            service.start()
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
        for service in one_of_each_game(victim):
            service.pause()
        await load.moved(10)
        for service in one_of_each_game(victim):
            service.resume()
        await load.every_table_moved(2)
        await load.finish()
    assert_nothing_rewound(load)


async def test_a_replica_that_is_told_to_go_goes_without_clients_noticing(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        for service in one_of_each_game(victim):
            service.tell_to_go()
        await load.every_table_moved(2)
        assert [await service.gone() for service in one_of_each_game(victim)] == [0] * len(victim.plan.games)
        await load.finish()
    assert_nothing_rewound(load)
    assert load.refused == []
    for seen in load.seen:
        assert len(seen.openings) == 1
        assert sum(update.snapshot for update in seen.updates) == 1


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
    assert load.refused == []


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
    gateway, token = victim.gateways[0], victim.token("impatient")
    async with under_load(victim) as load, Player(gateway.address, "impatient", token) as impatient:
        table = await make_table([impatient], 2)
        client = await Client.connect(gateway.port, token=token)
        prompt = await first_prompt(client, table)
        await load.moved(10)
        victim.redis.kill()
        for refusal in (await answered(client, table, prompt), await asyncio.to_thread(created, gateway, token)):
            assert refusal.reason == refusal_pb2.REASON_UNAVAILABLE
            assert refusal.advice == refusal_pb2.ADVICE_RETRY
        victim.redis.start()
        await load.every_table_moved(2)
        await load.finish()
        client.drop()
    assert_nothing_rewound(load)


async def first_prompt(client: Client, table: str) -> Prompt:
    """Open a table, and wait until its player is asked."""
    assert (await client.next()).HasField("welcome")
    assert (await client.open(table)).HasField("opened")
    while not (update := (await client.next()).update).prompt.prompt_id:
        pass
    return update.prompt


async def answered(client: Client, table: str, prompt: Prompt) -> Refusal:
    """What a legal answer is refused with."""
    move = next(iter(tan.legal_moves(unpack_as(prompt.choices, tan_pb2.Choices))))
    reply = await client.ask(9, answer=pb.Answer(table=table, prompt_id=prompt.prompt_id, move=pack(move)))
    return reply.reply.refusal


def created(gateway: Gateway, token: str) -> Refusal:
    """What making a table is refused with."""
    body = {"requestId": "impatient", "game": "tan", "settings": {"seats": 2}}
    headers = {"Authorization": f"Bearer {token}"}
    response = httpx.post(f"{gateway.address}/v1/tables", json=body, headers=headers, timeout=20)
    assert response.status_code == 503
    return json_format.Parse(response.content, Refusal())


@pytest.mark.parametrize("how", ["killed", "silent"])
async def test_without_a_broker_bots_are_played_by_the_policy_and_nobody_else_waits(
    victim: Deployment, how: str
) -> None:
    """Tables without bots make many moves in the time that a bot's policy waits for a worker: no loop is blocked."""
    shapes = (Shape(1, 2, deals=1), Shape(1, 2, deals=1), Shape(2, 2, deals=100), Shape(2, 2, deals=100))
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
    async with under_load(victim, shapes=[Shape(1, 2, deals=100)]) as load:
        await eventually(
            lambda: victim.workers[0].counts().get("chieu_worker_moves_total", 0) > done, 60, "the worker is lost"
        )
