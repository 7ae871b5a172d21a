"""Processes are killed and stopped in the middle of matches.

Whatever happens: every match ends, everything that a client was told counts is in the record exactly once, and nobody
sees an update twice or out of order. `Load.finish` checks that for each table; a test says here what it did, and what
else must have been so.
"""

from __future__ import annotations

import pytest

from tests.system import Deployment, eventually
from tests.system.load import Load, under_load

pytestmark = pytest.mark.chaos


def assert_no_rewinds(load: Load) -> None:
    """Nobody was told that something may not have happened."""
    for match in load.matches:
        for client in match.clients:
            assert not client.at(match.table).rewinds


async def test_a_replica_of_two_is_killed_and_comes_back(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.services[0].kill()
        await load.every_table_moved(2)
        victim.services[0].start()
        await load.finish()
    assert_no_rewinds(load)


async def test_all_replicas_are_killed_and_come_back(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        for service in victim.services:
            service.kill()
        for service in victim.services:
            service.start()
        await load.every_table_moved(2)
        await load.finish()
    assert_no_rewinds(load)


async def test_a_replica_that_stood_still_while_another_took_over_does_no_harm(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.services[0].pause()
        await load.moved(10)
        victim.services[0].resume()
        await load.every_table_moved(2)
        await load.finish()
    assert_no_rewinds(load)


async def test_a_gateway_of_two_is_killed_and_comes_back(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.gateways[0].kill()
        await load.every_table_moved(2)
        victim.gateways[0].start()
        await load.finish()
    assert_no_rewinds(load)


async def test_all_gateways_are_killed_and_come_back(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        for gateway in victim.gateways:
            gateway.kill()
        for gateway in victim.gateways:
            gateway.start()
        await load.every_table_moved(2)
        await load.finish()
    assert_no_rewinds(load)


async def test_a_worker_is_killed_and_another_one_started(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.workers[0].kill()
        await load.every_table_moved(2)
        victim.workers[0].start()
        await load.finish()
    assert victim.count("chieu_bot_policy_moves_total", victim.services) > 0


async def test_a_redis_that_promises_always_is_killed_and_loses_nothing(victim: Deployment) -> None:
    async with under_load(victim) as load:
        await load.moved(20)
        victim.redis.kill()
        victim.redis.start()
        await load.every_table_moved(2)
        await load.finish()
    assert_no_rewinds(load)
