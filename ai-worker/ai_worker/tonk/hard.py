"""The level `hard`: every move is tried in many guesses of the hidden cards, each played to the end by sensible players.

The guesses follow what the view allows and what the others were seen to throw, to take, to let lie, and that they did
not knock. All moves are tried in the same guesses. A knock ends each of them at once, so that it earns on average what
the settlement pays under the table's own options; the others earn what playing on comes to. Moves that have clearly
fallen behind are given up, and the one that earned most is played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ai_worker.search import Guesses, Meter, play_out
from ai_worker.strategy import Budget, Rung, Thought
from ai_worker.tonk.answers import TonkQuestion, offered
from ai_worker.tonk.habits import BELIEF, habits_of
from ai_worker.tonk.melding import after, best_finish
from ai_worker.tonk.normal import normal, worth_of
from services.core.chance import SearchRandom
from services.tonk.rules import MeldChoices, Move, State, result, sample

__all__ = ["hard"]

_FEWEST: Final = 12
"""Guesses before the search may differ from the heuristic."""
_FIRST_LOOK: Final = 60
"""Guesses before a move may be given up: fewer tell too little of how far they are apart."""
_BEHIND: Final = 3.0
"""Standard errors by which a move must have fallen behind to be given up."""
_SURE: Final = 1.0
"""Standard errors by which a move must beat the heuristic's."""
_FIRST_CHANGES: Final = 60
_CHANGES: Final = 12
"""Hidden cards that may change places before the first guess, and between two guesses."""


def hard(question: TonkQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """The move that earned most, or the heuristic's where none is surely better."""
    usual = normal(question, budget, seed).move
    moves = [usual, *(move for move in offered(question.choices) if move != usual)]
    if len(moves) == 1 or _goes_out(question, seed):
        return Thought(usual, Rung.HEURISTIC)
    trial = _Trial(question, moves, SearchRandom(seed))
    meter = Meter(budget)
    while trial.is_open() and not meter.is_spent():
        meter.run(trial.run, budget.nodes)
    best = trial.best()
    if best is None:
        return Thought(usual, Rung.HEURISTIC, meter.used)
    return Thought(best, Rung.SEARCH, meter.used)


def _goes_out(question: TonkQuestion, seed: int) -> bool:
    """Whether the hand can be emptied in this turn: nothing that might come later is worth more."""
    if not isinstance(question.choices, MeldChoices):
        return False
    return best_finish(sample(question.view, SearchRandom(seed)), worth_of(question.view)).goes_out


class _Trial:
    """What each move earned, guess by guess. The first is the heuristic's."""

    def __init__(self, question: TonkQuestion, moves: Sequence[Move], rng: SearchRandom) -> None:
        self._seat = question.seat
        self._moves = moves
        self._habits = habits_of(question.options, len(question.view.order))
        self._guesses = Guesses(sample(question.view, rng), question.seat, self._habits, BELIEF, rng)
        self._guesses.walk(_FIRST_CHANGES)
        self._open = list(range(len(moves)))
        self._made = 0
        self._next_look = _FIRST_LOOK
        self._sums = [0.0] * len(moves)
        self._products = [[0.0] * len(moves) for _ in moves]

    def is_open(self) -> bool:
        """Whether more than one move may still be the best."""
        return len(self._open) > 1

    def run(self, nodes: int) -> int:
        """Tries the open moves in so many guesses that they are about so many hands; at least one guess."""
        done = 0
        while done < nodes and self.is_open():
            done += self._guess()
        return done

    def _guess(self) -> int:
        world = self._guesses.walk(_CHANGES)
        earned = [(place, self._earned(world, self._moves[place])) for place in self._open]
        for place, value in earned:
            self._sums[place] += value
            for other, rival in earned:
                self._products[place][other] += value * rival
        self._made += 1
        if self._made >= self._next_look:
            self._next_look += self._made // 2
            self._give_up()
        return len(earned)

    def _earned(self, world: State, move: Move) -> float:
        state = after(world, move)
        play_out(state, self._habits)
        ended = result(state)
        assert ended is not None
        return float(ended.settlement.net[self._seat])

    def _give_up(self) -> None:
        leader = self._leader()
        self._open = [place for place in self._open if not self._is_better(leader, place, _BEHIND)]

    def _leader(self) -> int:
        return max(self._open, key=lambda place: self._sums[place])

    def _is_better(self, one: int, other: int, errors: float) -> bool:
        """Whether one move earned more than another by so many standard errors."""
        mean = (self._sums[one] - self._sums[other]) / self._made
        squares = self._products[one][one] - 2 * self._products[one][other] + self._products[other][other]
        variance = max(squares / self._made - mean * mean, 0.0)
        return mean > errors * math.sqrt(variance / self._made)

    def best(self) -> Move | None:
        """The move that earned most, if it surely beats the heuristic's; None if there were too few guesses."""
        if self._made < _FEWEST:
            return None
        leader = self._leader()
        if 0 in self._open and not self._is_better(leader, 0, _SURE):
            leader = 0
        return self._moves[leader]
