"""Whole deals: they end, lose no card, survive packing and replay to the same end."""

from __future__ import annotations

import pytest

from services.core.game import End
from tests.conformance.games import TABLES, Table, presets
from tests.conformance.walks import deal_at, walk

pytestmark = pytest.mark.conformance

each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
each_preset = pytest.mark.parametrize("table", presets(), ids=lambda table: table.name)


@each_table
def test_every_deal_ends_and_no_card_is_lost_or_doubled(table: Table) -> None:
    pack = sorted(table.adapter.pack(table.options))
    for moment in walk(table, seed=1):
        lying = [card for place in table.adapter.locate(moment.state).values() for card in place]
        assert sorted(lying) == pack


@each_table
def test_a_state_survives_packing(table: Table) -> None:
    game = table.game
    for number, moment in enumerate(walk(table, seed=2)):
        packed = game.pack(moment.state)
        again = game.unpack(table.options, packed)
        assert game.pack(again) == packed
        assert len(packed) < 4096
        audience = number % (table.seats + 1) - 1
        assert game.view(again, audience) == game.view(moment.state, audience)
        assert game.prompts(again) == game.prompts(moment.state)
        assert game.steps(again) == game.steps(moment.state)


@each_table
def test_replaying_the_moves_gives_the_same_events_and_the_same_end(table: Table) -> None:
    game = table.game
    state = None
    for moment in walk(table, seed=3):
        if moment.is_deal:
            state, events = deal_at(table, moment.match, 3)
            state = game.unpack(table.options, game.pack(state))
        else:
            events = moment.again(table, state)
        assert events == moment.events
        assert game.pack(state) == game.pack(moment.state)


@each_preset
def test_a_copy_lives_its_own_life(table: Table) -> None:
    game = table.game
    for moment in walk(table, seed=4, deals=1):
        if moment.before is not None:
            packed = game.pack(moment.before)
            twin = game.copy(moment.before)
            moment.again(table, twin)
            assert game.pack(moment.before) == packed


@each_preset
def test_a_match_ends_with_a_ranking_of_all_seats(table: Table) -> None:
    game = table.game
    match = game.open_match(table.options, table.seats)
    moments = list(walk(table, seed=5, deals=100))
    played = sum(moment.is_deal for moment in moments)
    last = moments[-1]
    result = game.result(last.state)
    match = game.after_deal(table.options, last.match, result)
    verdict = game.before_deal(table.options, match)
    assert isinstance(verdict, End)
    assert sorted(verdict.ranking) == list(range(table.seats))
    assert played == game.deals_done(match)
    assert game.unpack_match(table.options, game.pack_match(match)) == match


@each_preset
def test_truncated_and_foreign_bytes_are_refused(table: Table) -> None:
    game = table.game
    state, _ = deal_at(table, game.open_match(table.options, table.seats), 6)
    packed = game.pack(state)
    for wrong in (b"", packed[:-1], packed + b"\0", b"\xff" + packed[1:]):
        with pytest.raises(ValueError, match="packed"):
            game.unpack(table.options, wrong)
