"""The search of `hard`: its trials, and what it does where there is no time for them."""

from __future__ import annotations

from typing import Any

from ai_worker.chan import hard, offered
from ai_worker.chan.trial import Trial
from ai_worker.strategy import Budget, Question, Rung
from services.chan import rules
from services.chan.policy import policy
from services.core.chance import SearchRandom
from tests.ai_worker.chan.playing import WHOLE, dealt, questions_of


def _opening(deal: int) -> Question[Any, Any, Any]:
    """The dealer's first question."""
    return questions_of(dealt(rules.Options(), deal))[0]


def test_a_trial_comes_to_the_same_however_it_is_cut_into_slices() -> None:
    question = _opening(1)
    moves = list(offered(question.choices))
    best = set()
    for slices in ([600], [1, 7, 92, 500], [50] * 12):
        trial = Trial(question, moves, SearchRandom(3))
        for playouts in slices:
            assert trial.run(playouts) == playouts
        assert trial.guesses == 600 // len(moves)
        best.add((trial.best(), tuple(trial.earned)))
    assert len(best) == 1


def test_a_race_keeps_the_better_half_and_two_at_least() -> None:
    question = _opening(2)
    moves = list(offered(question.choices))
    trial = Trial(question, moves, SearchRandom(4))
    trial.run(40 * len(moves))
    left = len(moves)
    while left > 2:
        best = trial.best()
        trial.halve()
        assert trial.best() == best
        left = (left + 1) // 2
        _try_all_once(trial, left)
    trial.halve()
    _try_all_once(trial, left)


def _try_all_once(trial: Trial, moves: int) -> None:
    guesses = trial.guesses
    trial.run(moves)
    assert trial.guesses == guesses + 1


def test_without_nodes_the_policy_answers() -> None:
    question = _opening(3)
    thought = hard(question, Budget(seconds=60.0, nodes=10), 1)
    assert thought.rung == Rung.HEURISTIC
    assert thought.move == policy(question.view, question.seat, question.choices)
    assert hard(question, WHOLE, 1).rung == Rung.SEARCH
