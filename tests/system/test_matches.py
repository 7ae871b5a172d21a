"""Whole matches over two gateways and two replicas, with bots whose moves are computed by workers."""

from __future__ import annotations

import pytest

from chieu.tan.v1 import tan_pb2
from tests.system import Deployment
from tests.system.checks import check_match, fetch_records
from tests.system.conftest import Join
from tests.system.tables import MOBILE, TRADITIONAL, make_table, options, play_out

pytestmark = pytest.mark.e2e

PRESETS = pytest.mark.parametrize("preset", [MOBILE, TRADITIONAL], ids=["tan-mobile", "tan-traditional"])


@PRESETS
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_match_ends_alike_for_everybody(
    deployment: Deployment, join: Join, seats: int, preset: tan_pb2.Preset.ValueType
) -> None:
    near, far = (gateway.address for gateway in deployment.gateways)
    players = [await join(deployment, f"an-{seats}-{preset}", near)]
    if seats > 2:
        players.append(await join(deployment, f"binh-{seats}-{preset}", far))
    watcher = await join(deployment, f"chi-{seats}-{preset}", far)
    table = await make_table(players, seats, options(preset), bots="normal" if seats == 2 else "easy")
    ends = await play_out(table, players, [watcher])
    kept = await fetch_records(players[0].session.lobby, table)
    check_match(table, [*players, watcher], ends, kept)
