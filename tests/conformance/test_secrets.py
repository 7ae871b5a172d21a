"""Nothing leaves the rules that an audience may not know."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest

from services.core.chance import SearchRandom
from services.core.game import IllegalMove
from tests.conformance.games import TABLES, Table
from tests.conformance.walks import walk

pytestmark = pytest.mark.conformance

each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


@each_table
def test_a_view_names_no_card_that_its_audience_may_not_know(table: Table) -> None:
    for moment in walk(table, seed=11, deals=1):
        for audience in range(-1, table.seats):
            named = table.adapter.cards_in(table.game.view(moment.state, audience))
            assert named <= table.adapter.may_name(moment.state, audience)
            remembered = table.adapter.cards_in(table.game.bot_view(moment.state, audience))
            assert named <= remembered <= table.adapter.may_remember(moment.state, audience)


@each_table
def test_events_add_up_to_the_view_of_every_audience(table: Table) -> None:
    game = table.game
    folders = []
    for moment in walk(table, seed=12):
        if moment.is_deal:
            totals = game.scores(moment.match)
            folders = [
                table.adapter.folder(table.options, table.seats, audience, totals)
                for audience in range(-1, table.seats)
            ]
        for audience, folder in enumerate(folders, start=-1):
            for event in moment.events:
                shown = game.show(event, audience)
                if shown is not None:
                    folder.apply(shown)
            assert folder.view() == game.view(moment.state, audience)
            assert folder.recall() == game.bot_view(moment.state, audience)


@each_table
def test_a_sample_looks_like_the_view_it_was_made_from(table: Table) -> None:
    game, rng = table.game, SearchRandom(13)
    pack = sorted(table.adapter.pack(table.options))
    for number, moment in enumerate(walk(table, seed=13)):
        audience = number % (table.seats + 1) - 1
        for look in (game.view, game.bot_view):
            view = look(moment.state, audience)
            guess = game.sample(view, rng)
            assert look(guess, audience) == view
            lying = [card for place in table.adapter.locate(guess).values() for card in place]
            assert sorted(lying) == pack


@each_table
def test_what_a_seat_is_told_does_not_depend_on_cards_it_cannot_see(table: Table) -> None:
    """Prompt, policy, time-out and refusals are the same in every state that looks alike to a seat."""
    game, rng = table.game, SearchRandom(14)
    for moment in walk(table, seed=14, deals=1):
        for seat, prompt in game.prompts(moment.state).items():
            guess = game.sample(game.bot_view(moment.state, seat), rng)
            assert game.prompts(guess)[seat] == prompt
            assert game.default_move(guess, seat) == game.default_move(moment.state, seat)
            for mover, move in table.adapter.proposals(moment.state, rng.below):
                if mover == seat:
                    here = _answer(table, moment.state, seat, move)
                    assert _answer(table, guess, seat, move) == here


def _answer(table: Table, state: Any, seat: int, move: Any) -> tuple[str, list[Any]]:
    """The refusal, or what the mover is shown before chance is asked again."""
    game, adapter = table.game, table.adapter
    try:
        events = game.play(game.copy(state), seat, move)
    except IllegalMove as refused:
        return refused.code, []
    before = takewhile(lambda event: not adapter.settles_chance(event, seat), events)
    return "", [game.show(event, seat) for event in before]


@each_table
def test_moves_of_others_show_nothing_of_hidden_cards(table: Table) -> None:
    game, adapter, rng = table.game, table.adapter, SearchRandom(15)
    for number, moment in enumerate(walk(table, seed=15)):
        audience = number % (table.seats + 1) - 1
        if moment.is_deal or moment.is_settling or moment.seat == audience:
            continue
        guess = game.sample(game.bot_view(moment.before, audience), rng)
        try:
            events = game.play(guess, moment.seat, moment.move)
        except IllegalMove:
            continue
        for here, there in zip(moment.events, events, strict=False):
            if adapter.settles_chance(here, audience) or adapter.settles_chance(there, audience):
                break
            assert game.show(there, audience) == game.show(here, audience)
