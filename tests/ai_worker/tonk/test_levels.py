"""The levels: legal play under every option, repeatable, fair, and stronger than the one below."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest

from ai_worker.games.tonk import BOT
from ai_worker.strategy import Rung, Strategy
from ai_worker.tonk import any_answer, easy, is_offered, normal
from ai_worker.tonk.answers import offered
from services.core.chance import SearchRandom
from services.tonk import rules
from services.tonk.codec import CODEC
from services.tonk.game import TONK
from tests.ai_worker.tonk.playing import BUDGET, dealt, earned, question_of, run_hand
from tests.ai_worker.tonk.positions import position
from tests.conformance.adapters import tonk as adapter
from tests.conformance.games import TABLES

SOME = [table for place, table in enumerate(it for it in TABLES if it.game is TONK) if place % 4 == 0]


@pytest.mark.property
@pytest.mark.parametrize("table", SOME, ids=lambda table: table.name)
@pytest.mark.parametrize("level", BOT.levels)
def test_whole_hands_are_played_legally(level: str, table: Any) -> None:
    strategy = BOT.levels[level].strategy
    for seed in range(3):
        result = run_hand(dealt(table.options, table.seats, seed), [strategy] * table.seats, seed)
        assert sum(result.settlement.net) == 0


@pytest.mark.parametrize("level", BOT.levels)
def test_the_same_question_nodes_and_seed_give_the_same_move(level: str) -> None:
    strategy = BOT.levels[level].strategy
    for seed in range(6):
        state = dealt(rules.DEFAULTS, 3, seed)
        for _ in range(4):
            if TONK.result(state) is None:
                question = question_of(state)
                assert strategy(question, BUDGET, 77) == strategy(question, BUDGET, 77)
                TONK.play(state, question.seat, TONK.default_move(state, question.seat))


@pytest.mark.leak
@pytest.mark.parametrize("level", BOT.levels)
def test_hidden_cards_change_neither_the_job_nor_the_move(level: str) -> None:
    strategy = BOT.levels[level].strategy
    for seed in range(6):
        state = dealt(rules.Options(max_seats=4), 2 + seed % 3, seed)
        while TONK.result(state) is None:
            question = question_of(state)
            if state.version % 3 == seed % 3:
                twin = question_of(TONK.sample(question.view, SearchRandom(seed + int(state.version))))
                assert _payload(twin) == _payload(question)
                assert strategy(twin, BUDGET, seed).move == strategy(question, BUDGET, seed).move
            TONK.play(state, question.seat, easy(question, BUDGET, seed + int(state.version)).move)


def _payload(question: Any) -> tuple[bytes, ...]:
    encoded = (CODEC.encode_view(question.view), CODEC.encode_choices(question.choices))
    return tuple(message.SerializeToString(deterministic=True) for message in encoded)


def test_the_offers_are_those_of_the_prompt_and_any_answer_is_one_of_them() -> None:
    state = dealt(rules.DEFAULTS, 3, 1)
    for move in (None, rules.Draw(rules.Source.STOCK)):
        if move is not None:
            TONK.play(state, int(state.turn), move)
        choices = question_of(state).choices
        assert set(offered(choices)) == set(adapter.moves(choices))
        assert is_offered(choices, any_answer(choices))
        assert not is_offered(choices, rules.Hit(3, 1))
        for proposed, other in adapter.proposals(state, SearchRandom(3).below):
            if proposed == state.turn:
                assert is_offered(choices, other) == (adapter.judge(state, proposed, other) is None)


@pytest.mark.parametrize("strategy", [normal, BOT.levels["hard"].strategy], ids=["normal", "hard"])
@pytest.mark.parametrize(
    ("hand", "drawn", "spreads"),
    [
        ("7C 7D 7H 5H 6H", "8C", ["9C TC JC", "8D 9D TD"]),  # the book of sevens, though dearer, would leave 5H and 6H
        ("3C 4C", "AS", ["5C 6C 7C", "2S 3S 4S"]),
        ("4S 5S 6S 7S 8S", "9S", []),
    ],
)
def test_a_turn_that_can_empty_the_hand_does(strategy: Strategy, hand: str, drawn: str, spreads: list[str]) -> None:
    state = position(hand, ["QD KC QH"], drawn=drawn, spreads=spreads, turns=2)
    result = run_hand(state, [strategy, strategy])
    assert result.ending.reason == rules.Reason.TONK
    assert result.ending.winners == (0,)


def test_hard_searches_and_says_how_much() -> None:
    state = dealt(rules.DEFAULTS, 2, 4)
    TONK.play(state, int(state.turn), rules.Draw(rules.Source.STOCK))
    thought = BOT.levels["hard"].strategy(question_of(state), BUDGET, 1)
    assert thought.rung == Rung.SEARCH
    assert thought.nodes >= BUDGET.nodes


@pytest.mark.property
@pytest.mark.parametrize("seats", [2, 3])
def test_normal_earns_from_easy(seats: int) -> None:
    assert fmean(earned(normal, easy, rules.Options(max_seats=4), seats, range(40))) > 0.1
