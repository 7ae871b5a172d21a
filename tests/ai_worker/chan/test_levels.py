"""The levels: legal play in both houses, repeatable, fair, and stronger than the one below."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import Any

import pytest

from ai_worker.chan import any_answer, easy, is_offered, normal, offered
from ai_worker.games.chan import BOT
from services.chan import rules
from services.chan.codec import CODEC
from services.chan.game import CHAN
from services.core.chance import SearchRandom
from tests.ai_worker.chan.playing import BUDGET, dealt, earned, questions_of, run_hand

HOUSES = pytest.mark.parametrize(
    "options", [rules.Options(house=house) for house in rules.House], ids=lambda options: options.house.value
)
LEVELS = pytest.mark.parametrize("level", BOT.levels)


@pytest.mark.property
@HOUSES
@LEVELS
def test_whole_hands_are_played_legally(level: str, options: rules.Options) -> None:
    for seed in range(5):
        result = run_hand(dealt(options, seed), [BOT.levels[level].strategy] * 4, seed)
        assert sum(result.settlement) == 0


@HOUSES
@LEVELS
def test_hidden_cards_change_neither_the_job_nor_the_move_and_the_same_question_gives_the_same(
    level: str, options: rules.Options
) -> None:
    strategy = BOT.levels[level].strategy
    asked = 0
    for seed in range(4):
        for question in _questions(options, seed):
            move = strategy(question, BUDGET, 7).move
            assert strategy(question, BUDGET, 7).move == move
            twins = questions_of(CHAN.sample(question.view, SearchRandom(seed + asked)))
            twin = next(other for other in twins if other.seat == question.seat)
            assert _payload(twin) == _payload(question)
            assert strategy(twin, BUDGET, 7).move == move
            asked += 1
    assert asked > 40


def _questions(options: rules.Options, deal: int) -> list[Any]:
    found: list[Any] = []

    def listening(question: Any, budget: Any, seed: int) -> Any:
        found.append(question)
        return easy(question, budget, seed)

    run_hand(dealt(options, deal), [listening] * 4, deal)
    return found


def _payload(question: Any) -> tuple[bytes, ...]:
    encoded = (CODEC.encode_view(question.view), CODEC.encode_choices(question.choices))
    return tuple(message.SerializeToString(deterministic=True) for message in encoded)


@HOUSES
def test_no_level_lets_a_win_go_and_whatever_is_offered_is_taken_by_the_rules(options: rules.Options) -> None:
    wins = 0
    for seed in range(6):
        for question in _questions(options, seed):
            moves = list(offered(question.choices))
            assert any_answer(question.choices) == moves[0]
            assert all(is_offered(question.choices, move) for move in moves)
            if rules.Win() in moves:
                wins += 1
                for level in BOT.levels.values():
                    assert level.strategy(question, BUDGET, wins).move == rules.Win()
    assert wins


def test_normal_earns_more_than_easy() -> None:
    gains = earned(normal, easy, rules.Options(), range(60))
    assert fmean(gains) > 2 * stdev(gains) / len(gains) ** 0.5
