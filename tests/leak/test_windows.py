"""How long a claim window lasts and what comes after it tells nobody who could claim."""

from __future__ import annotations

import pytest

from services.core.chance import SearchRandom
from services.core.table import clock
from tests.leak.games import LEAK_TABLES, LeakTable
from tests.leak.machine import Machine

pytestmark = pytest.mark.leak

CHAN = [table for table in LEAK_TABLES if table.game.name == "chan"]


@pytest.mark.parametrize("with_bot", [False, True], ids=["players", "with-bot"])
@pytest.mark.parametrize("table", CHAN, ids=lambda table: table.name)
def test_a_window_among_players_lasts_the_same_whether_or_not_anybody_can_claim(
    table: LeakTable, with_bot: bool
) -> None:
    machine, rng = Machine(table, with_bot=with_bot), SearchRandom(81)
    at, opened = machine.begin(), 0
    seen = set()
    for _ in range(250):
        found = machine.step(at, rng)
        if found is None:
            break
        before, (at, _) = at, found
        if not at.document.settles_ms:
            continue
        if at.document.settles_ms != before.document.settles_ms:
            opened = at.now_ms - 100
        assert at.document.settles_ms == opened + at.document.settings.claim_ms
        seen.add(any(seat.prompt is not None for seat in at.document.seats))
        if not with_bot:
            assert clock.next_wake(at.document, machine.kind.timing, at.now_ms, present=True) == at.document.settles_ms
    assert seen == {False, True}


@pytest.mark.parametrize("table", CHAN, ids=lambda table: table.name)
def test_after_a_window_that_nobody_wins_somebody_is_always_asked(table: LeakTable) -> None:
    machine, rng = Machine(table), SearchRandom(82)
    at = machine.begin()
    settled = 0
    for _ in range(250):
        before, found = at, machine.step(at, rng)
        if found is None:
            break
        at = found[0]
        if before.document.settles_ms and not at.document.settles_ms and machine.is_playing(at):
            assert sum(seat.prompt is not None for seat in at.document.seats) == 1
            settled += 1
    assert settled > 10
