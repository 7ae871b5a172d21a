"""Prompts, steps and `play` agree about what is legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from services.core.chance import SearchRandom
from services.core.game import AnyGame, IllegalMove
from tests.conformance.games import TABLES, Table, presets
from tests.conformance.walks import walk

pytestmark = pytest.mark.conformance

each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
each_preset = pytest.mark.parametrize("table", presets(), ids=lambda table: table.name)

_MANY = 150


def _listed(table: Table, state: Any) -> tuple[int, list[Any]] | None:
    """The seat that is asked and all its legal moves; None when they are too many to go through."""
    for seat, prompt in table.game.prompts(state).items():
        moves = list(islice(table.adapter.moves(prompt.choices), _MANY + 1))
        return (seat, moves) if len(moves) <= _MANY else None
    return None


def _step_moves(table: Table, state: Any) -> Iterator[Any]:
    """Every move that sequences of legal steps make up."""
    game, adapter = table.game, table.adapter
    waiting: list[tuple[Any, list[int]]] = [(game.copy(state), [])]
    while waiting:
        at, steps = waiting.pop()
        if adapter.moves_made(at) > adapter.moves_made(state):
            yield adapter.move_of_steps(state, steps)
            continue
        legal = game.steps(at)
        assert legal, "steps lead to a move that cannot be completed"
        for bit in range(64):
            if legal >> bit & 1:
                after = game.copy(at)
                game.step(after, bit)
                waiting.append((after, [*steps, bit]))


@each_preset
def test_step_sequences_make_exactly_the_listed_moves_once_each(table: Table) -> None:
    for number, moment in enumerate(walk(table, seed=21)):
        listed = _listed(table, moment.state) if number % 3 == 0 else None
        if listed is not None:
            made = list(_step_moves(table, moment.state))
            assert len(made) == len(set(made))
            assert set(made) == set(listed[1])


@each_preset
def test_every_listed_move_is_accepted_and_steps_do_the_same(table: Table) -> None:
    game = table.game
    for number, moment in enumerate(walk(table, seed=22)):
        listed = _listed(table, moment.state) if number % 4 == 0 else None
        if listed is not None:
            seat, moves = listed
            for move in moves:
                state = game.copy(moment.state)
                assert game.play(state, seat, move)


@each_table
def test_proposals_are_answered_as_the_rulebook_says_and_refusals_change_nothing(
    table: Table,
) -> None:
    game, rng = table.game, SearchRandom(23)
    for number, moment in enumerate(walk(table, seed=23)):
        if number % 4:
            continue
        for seat, move in table.adapter.proposals(moment.state, rng.below):
            wanted = table.adapter.judge(moment.state, seat, move)
            state = game.copy(moment.state)
            assert _refusal(game, state, seat, move) == wanted, move
            if wanted is not None:
                assert game.pack(state) == game.pack(moment.state)


def _refusal(game: AnyGame, state: Any, seat: int, move: Any) -> str | None:
    try:
        game.play(state, seat, move)
    except IllegalMove as refused:
        return refused.code
    return None


@each_table
def test_the_policy_and_the_clock_answer_with_listed_moves(table: Table) -> None:
    game = table.game
    for moment in walk(table, seed=24, deals=1):
        for seat, prompt in game.prompts(moment.state).items():
            chosen = game.policy(game.view(moment.state, seat), seat, prompt.choices)
            for move in (chosen, game.default_move(moment.state, seat)):
                assert table.adapter.judge(moment.state, seat, move) is None
