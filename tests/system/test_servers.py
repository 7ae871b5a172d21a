"""One match on each kind of Redis server, which is the broker as well."""

from __future__ import annotations

import pytest

from tests.system import Plan
from tests.system.checks import check_match, fetch_records
from tests.system.conftest import Deploy, Join
from tests.system.options import tan_options
from tests.system.tables import make_table, play_out

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("valkey", id="tan-valkey"),
        pytest.param("debian", id="tan-debian", marks=pytest.mark.needs("redis-server")),
        pytest.param("container", id="tan-container", marks=pytest.mark.needs("engine")),
    ],
)
async def test_a_match_is_played_on_every_server(deploy: Deploy, join: Join, kind: str) -> None:
    deployment = deploy(Plan(kind=kind, replicas=1, gateways=1, settings={"BOT_ANSWER_SECONDS": "20"}))
    players = [await join(deployment, "an"), await join(deployment, "binh")]
    table = await make_table(players, 3, tan_options(sets=2))
    ends = await play_out(table, players)
    check_match(table, players, ends, await fetch_records(players[0].session.lobby, table))
    computed, by_policy = deployment.bots_moves()
    assert computed > 0
    assert by_policy == 0
