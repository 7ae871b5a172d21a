"""What players may remember but not look up goes to bots and to nobody else."""

from __future__ import annotations

import pytest

from chieu.table.v1.update_pb2 import Update
from chieu.tonk.v1 import tonk_pb2
from services.core.bots import job
from services.core.chance import SearchRandom
from services.core.table import clock
from services.core.table.updates import snapshot
from tests.leak.games import LEAK_TABLES, LeakTable
from tests.leak.machine import BOT_SEAT, Machine

pytestmark = pytest.mark.leak

TONK_TABLES = [table for table in LEAK_TABLES if table.game.recall is not None]


@pytest.mark.parametrize("table", TONK_TABLES, ids=lambda table: table.name)
def test_a_job_holds_the_older_discards_and_no_update_does(table: LeakTable) -> None:
    machine, rng = Machine(table, with_bot=True), SearchRandom(28)
    at = machine.begin()
    jobs = longest = 0
    for _ in range(150):
        for ask in clock.asks(at.document, machine.kind.timing):
            view = tonk_pb2.View()
            assert job(machine.kind, at.document, at.state, ask, "here:1", at.now_ms).view.Unpack(view)
            assert ask.seat == BOT_SEAT
            assert len(view.memory.pile) == view.discard_count
            longest = max(longest, len(view.memory.pile))
            jobs += 1
        found = machine.step(at, rng)
        if found is None:
            break
        at, sealed = found
        told = [update for _, update in sealed.change.updates.values()]
        told += [snapshot(machine.kind, at.document, at.state, seat, at.now_ms) for seat in range(-1, table.seats)]
        for update in map(Update.FromString, told):
            view = tonk_pb2.View()
            assert not update.HasField("view") or update.view.Unpack(view)
            assert not view.HasField("memory")
    assert jobs > 3
    assert longest > 1
