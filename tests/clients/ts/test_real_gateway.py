"""The TypeScript client as it is shipped, in Node.js, at real processes: whole matches over good and bad connections."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.servers.proxy import Proxy, start_proxy
from tests.system import Deployment, Plan, start_deployment

ROOT = Path(__file__).resolve().parents[3]
CLIENT = ROOT / "clients" / "ts"
FINISHED = 4

pytestmark = [pytest.mark.e2e, pytest.mark.needs("node"), pytest.mark.usefixtures("built")]


@pytest.fixture(scope="module")
def deployment() -> Iterator[Deployment]:
    with start_deployment(Plan(games=("tan", "tonk", "chan"), replicas=1, gateways=1)) as running:
        yield running


async def play(address: str, *arguments: str) -> dict[str, Any]:
    """What the example says of a match that it has played."""
    child = await asyncio.create_subprocess_exec(
        *["node", "examples/play.mjs", address, *arguments],
        cwd=CLIENT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        output, errors = await asyncio.wait_for(child.communicate(), 90)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    assert child.returncode == 0, errors.decode()
    seen: dict[str, Any] = json.loads(output)
    return seen


def assert_sound(seen: dict[str, Any]) -> None:
    """The match has its result; each accepted answer stands in the record once; updates came once and in order."""
    assert seen["phase"] == FINISHED
    assert seen["moves"] == seen["accepted"] > 0
    assert (seen["gaps"], seen["repeated"], seen["stale"]) == (0, 0, 0)


@asynccontextmanager
async def behind_proxy(deployment: Deployment) -> AsyncIterator[tuple[Proxy, str]]:
    """The gateway's address behind a proxy."""
    async with start_proxy(deployment.gateways[0].port) as proxy:
        yield proxy, f"http://127.0.0.1:{proxy.port}"


async def test_tan_match_is_played_by_a_guest_with_three_bots(deployment: Deployment) -> None:
    seen = await play(deployment.gateways[0].address, "--seats", "4", "--deals", "2")
    assert_sound(seen)
    assert (seen["deals"], seen["connected"], seen["snapshots"]) == (2, 1, 1)
    assert sorted(seen["ranking"]) == [0, 1, 2, 3]


async def test_tonk_match_is_played_by_a_guest_with_two_bots(deployment: Deployment) -> None:
    seen = await play(deployment.gateways[0].address, "--game", "tonk", "--seats", "3", "--deals", "4")
    assert_sound(seen)
    assert (seen["deals"], seen["connected"], seen["snapshots"]) == (4, 1, 1)
    assert sorted(seen["ranking"]) == [0, 1, 2]


async def test_chan_match_is_played_by_a_guest_with_three_bots(deployment: Deployment) -> None:
    seen = await play(deployment.gateways[0].address, "--game", "chan", "--seats", "4", "--deals", "2")
    assert_sound(seen)
    assert (seen["deals"], seen["connected"], seen["snapshots"]) == (2, 1, 1)
    assert sorted(seen["ranking"]) == [0, 1, 2, 3]


async def test_tan_match_is_played_with_a_token(deployment: Deployment) -> None:
    assert_sound(await play(deployment.gateways[0].address, deployment.token("binh")))


async def test_tan_match_survives_connections_that_are_cut_all_the_time(deployment: Deployment) -> None:
    async def keep_cutting(proxy: Proxy) -> None:
        while True:
            await asyncio.sleep(0.25)
            proxy.cut()

    async with behind_proxy(deployment) as (proxy, address):
        cutting = asyncio.create_task(keep_cutting(proxy))
        try:
            seen = await play(address, "--thinks", "60", "--deals", "4")
        finally:
            cutting.cancel()
    assert_sound(seen)
    assert seen["connected"] > 2  # a quick machine leaves time for a few breaks only


async def test_tan_match_survives_replies_that_are_lost(deployment: Deployment) -> None:
    """The gateway hears everything, and for a while nothing comes back: then the connection breaks."""

    async def keep_swallowing(proxy: Proxy) -> None:
        while True:
            await asyncio.sleep(0.3)
            proxy.swallows = True
            await asyncio.sleep(0.1)
            proxy.cut()
            proxy.swallows = False

    async with behind_proxy(deployment) as (proxy, address):
        swallowing = asyncio.create_task(keep_swallowing(proxy))
        try:
            seen = await play(address, "--thinks", "60", "--deals", "4")
        finally:
            swallowing.cancel()
    assert_sound(seen)
    assert seen["connected"] > 2  # a quick machine leaves time for a few breaks only


async def test_tan_match_is_played_over_a_line_that_trickles(deployment: Deployment) -> None:
    async with behind_proxy(deployment) as (proxy, address):
        proxy.piece_bytes, proxy.piece_seconds = 100, 0.001
        assert_sound(await play(address))


async def test_tan_second_connection_of_a_player_takes_the_table_over(deployment: Deployment) -> None:
    seen = await play(deployment.gateways[0].address, deployment.token("chi"), "--takes-over")
    assert_sound(seen)
    assert seen["takenOver"]
