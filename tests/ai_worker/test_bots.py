from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ai_worker.bots import BotGame, Level, decide
from ai_worker.games import load_games
from ai_worker.games.tan import BOT
from ai_worker.strategy import Budget, Question, Rung, Thought
from services.tan import rules
from tests.ai_worker.playing import dealt, question_of

BUDGET = Budget(seconds=0.5, nodes=10)


def with_strategy(strategy: Any, **changes: Any) -> BotGame:
    return replace(BOT, levels={"odd": Level(strategy, BUDGET)}, usual="odd", **changes)


def fails(question: Question[Any, Any, Any], budget: Budget, seed: int) -> Thought[Any]:
    raise RecursionError(f"{question} {budget} {seed}")


def cheats(question: Question[Any, Any, Any], budget: Budget, seed: int) -> Thought[Any]:
    return Thought(rules.Attack((question.view.hand[0], 53, budget.nodes, seed)), Rung.SEARCH)


QUESTION = question_of(dealt(rules.MOBILE, 2, 1))


def test_the_games_are_found_by_their_modules() -> None:
    assert load_games()["tan"] is BOT


@pytest.mark.parametrize("strategy", [fails, cheats])
def test_a_strategy_that_fails_or_cheats_is_replaced_by_the_policy(strategy: Any) -> None:
    thought = decide(with_strategy(strategy), "odd", QUESTION, 1.0, 7)
    assert thought == Thought(BOT.game.policy(QUESTION.view, QUESTION.seat, QUESTION.choices), Rung.HEURISTIC)


def test_a_policy_that_fails_too_leaves_any_legal_answer() -> None:
    def no_policy(*_: Any) -> Any:
        raise ZeroDivisionError

    bot = with_strategy(fails, game=replace(BOT.game, policy=no_policy))
    assert decide(bot, "odd", QUESTION, 1.0, 7) == Thought(BOT.any_answer(QUESTION.choices), Rung.ANY)


def test_a_level_that_is_not_known_is_played_as_the_usual_one() -> None:
    assert decide(BOT, "grandmaster", QUESTION, 1.0, 7) == decide(BOT, "normal", QUESTION, 1.0, 7)


def test_the_jobs_own_time_bounds_the_levels() -> None:
    seen: list[Budget] = []

    def watches(question: Question[Any, Any, Any], budget: Budget, seed: int) -> Thought[Any]:
        seen.append(budget)
        return cheats(question, budget, seed)

    for seconds in (0.1, 9.0):
        decide(with_strategy(watches), "odd", QUESTION, seconds, 7)
    assert [budget.seconds for budget in seen] == [0.1, 0.5]
