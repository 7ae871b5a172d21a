"""The level `hard`: a win where there is one, else the move that earns most in guesses of the hidden cards.

Each guess is played to its end and scored, so a dearer cước is weighed against speed, a capture against passing, and a
discard against whom it feeds (7.3). A cheap win is never declined for a dearer one: that pays almost never.
"""

from __future__ import annotations

from typing import Final

from ai_worker.chan.answers import ChanQuestion, offered
from ai_worker.chan.trial import Trial
from ai_worker.search import Meter
from ai_worker.strategy import Budget, Rung, Thought
from services.chan.policy import policy
from services.chan.rules import Move, Win
from services.core.chance import SearchRandom

__all__ = ["hard"]

_ROUNDS: Final = 3
"""After each but the last the worse half of the moves is out."""
_FEWEST: Final = 5
"""Guesses before the search may differ from the policy."""


def hard(question: ChanQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """The move that earned most, or the policy's where there is one move, a win, or no time."""
    usual = policy(question.view, question.seat, question.choices)
    moves = [usual, *(move for move in offered(question.choices) if move != usual)]
    if len(moves) == 1 or isinstance(usual, Win):
        return Thought(usual, Rung.HEURISTIC)
    trial = Trial(question, moves, SearchRandom(seed))
    meter = Meter(budget)
    for left in range(_ROUNDS, 0, -1):
        meter.run(trial.run, (budget.nodes - meter.used) // left)
        if left > 1:
            trial.halve()
    if trial.guesses < _FEWEST:
        return Thought(usual, Rung.HEURISTIC, meter.used)
    return Thought(trial.best(), Rung.SEARCH, meter.used)
