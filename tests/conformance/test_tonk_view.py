"""What a view of Tonk tells beside what is held: what a hand counts, and what it may cost."""

from __future__ import annotations

import pytest

from chieu_client.games import tonk
from services.core.game import SPECTATORS
from services.tonk.codec.views import encode_view
from services.tonk.rules import CaughtLowFrom
from tests.conformance.games import TABLES, Table
from tests.conformance.walks import walk

pytestmark = pytest.mark.conformance

TONK = [table for table in TABLES if table.game.name == "tonk"]
POINTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}

each_table = pytest.mark.parametrize("table", TONK, ids=lambda table: table.name)


@each_table
def test_a_view_counts_the_hand_of_its_own_seat(table: Table) -> None:
    for moment in walk(table, seed=43, deals=1):
        for seat in range(table.seats):
            message = encode_view(table.game.view(moment.state, seat))
            ranks = [name[0] for name in tonk.names(message.hand)]
            assert message.count == sum(POINTS.get(rank) or int(rank) for rank in ranks)
        assert not encode_view(table.game.view(moment.state, SPECTATORS)).HasField("count")


@each_table
def test_a_view_tells_the_most_that_can_be_lost(table: Table) -> None:
    moment = next(walk(table, seed=44, deals=1))
    message = encode_view(table.game.view(moment.state, SPECTATORS))
    times = 3 if table.options.caught_low_from == CaughtLowFrom.EVERYONE else 2
    assert message.cover == times * table.options.stake * (len(message.order) - 1)
