"""Whole matches of Tonk over two gateways and two replicas, with bots whose moves are computed by workers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from chieu.table.v1.record_pb2 import Record
from chieu.tonk.v1 import tonk_pb2 as pb
from chieu_client.unpack import unpack_as
from tests.system import Deployment
from tests.system.checks import check_match, fetch_records
from tests.system.conftest import Join
from tests.system.options import tonk_options
from tests.system.tables import make_table, play_out

pytestmark = pytest.mark.e2e

COVER = pb.BANKROLL_MODE_COVER
LEDGER = pb.BANKROLL_MODE_LEDGER
EVERYONE = pb.CAUGHT_LOW_FROM_EVERYONE
OTHERS = pb.CAUGHT_LOW_FROM_OTHERS


@pytest.mark.parametrize(
    ("players", "seats", "mode", "low_from"),
    [
        pytest.param(2, 2, COVER, EVERYONE, id="tonk-2-players-cover-everyone"),
        pytest.param(1, 2, LEDGER, OTHERS, id="tonk-2-bot-ledger-others"),
        pytest.param(2, 3, LEDGER, EVERYONE, id="tonk-3-ledger-everyone"),
        pytest.param(2, 3, COVER, OTHERS, id="tonk-3-cover-others"),
        pytest.param(2, 4, COVER, EVERYONE, id="tonk-4-cover-everyone"),
        pytest.param(2, 4, LEDGER, OTHERS, id="tonk-4-ledger-others"),
    ],
)
async def test_a_match_ends_alike_for_everybody(
    deployment: Deployment, join: Join, players: int, seats: int, mode: Any, low_from: Any
) -> None:
    near, far = (gateway.address for gateway in deployment.gateways)
    name = f"{players}-{seats}-{mode}-{low_from}"
    sitting = [await join(deployment, f"tonk-{name}-{number}", (near, far)[number]) for number in range(players)]
    watcher = await join(deployment, f"tonk-{name}-watcher", far)
    before, _ = deployment.bots_moves()
    table = await make_table(sitting, seats, tonk_options(bankroll_mode=mode, caught_low_from=low_from))
    ends = await play_out(table, sitting, [watcher])
    kept = await fetch_records(sitting[0].session.lobby, table)
    check_match(table, [*sitting, watcher], ends, kept)
    assert ends[0].state.end_reason == "HANDS_PLAYED"
    computed, by_policy = deployment.bots_moves()
    assert (computed > before) == (seats > players)
    assert by_policy == 0


async def test_tonk_seats_that_run_short_leave_and_see_the_match_to_its_end(deployment: Deployment, join: Join) -> None:
    """Four seats begin with the cover of four: whoever loses the first hand has too little, and the others go on."""
    sitting = [await join(deployment, f"tonk-short-{number}") for number in range(4)]
    rules = tonk_options(hands=6, starting_bankroll=90, short_seat=pb.SHORT_SEAT_DROP_SEAT)
    table = await make_table(sitting, 4, rules)
    ends = await play_out(table, sitting)
    kept = await fetch_records(sitting[0].session.lobby, table)
    check_match(table, sitting, ends, kept)
    dealt = [set(seats_dealt(record)) for record in kept]
    assert len(dealt[0]) == 4
    assert all(later <= earlier for earlier, later in pairwise(dealt))
    assert len(dealt[-1]) < 4


def seats_dealt(record: Record) -> list[int]:
    """The seats that were dealt cards in a hand: each shows its count, or is hidden after an initial tonk."""
    hands = unpack_as(record.result, pb.Result).ending.hands
    return [seat for seat, hand in enumerate(hands) if hand.HasField("count") or not hand.shown]
