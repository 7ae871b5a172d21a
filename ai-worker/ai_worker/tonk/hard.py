"""The level `hard`: each move is tried in many guesses of the hidden cards, played to the end by greedy players.

A knock is left to the exact count of what it is worth. A guess counts for less the higher the hands are that it gives to seats which have had turns, since players keep their
low cards. All moves are tried in the same guesses, and the one that earns most chips is played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ai_worker.search import Meter
from ai_worker.strategy import Budget, Rung, Thought
from ai_worker.tonk.answers import TonkQuestion, offered
from ai_worker.tonk.counting import tilt_of
from ai_worker.tonk.melding import after, best_finish
from ai_worker.tonk.normal import normal, worth_of
from services.core.chance import SearchRandom
from services.tonk.rules import Knock, MeldChoices, Move, State, View, greedy_playout, points, result, sample

__all__ = ["hard"]

_FEWEST: Final = 12
"""Guesses before the search may differ from the heuristic."""
_SURE: Final = 2.0
"""Standard errors by which a move must beat the heuristic's."""


def hard(question: TonkQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """The move that earned most, or the heuristic's where none is surely better."""
    usual = normal(question, budget, seed).move
    moves = [usual, *(move for move in offered(question.choices) if move != usual and not isinstance(move, Knock))]
    if len(moves) == 1 or isinstance(usual, Knock) or _goes_out(question, seed):
        return Thought(usual, Rung.HEURISTIC)
    trial = _Trial(question, moves, SearchRandom(seed))
    meter = Meter(budget)
    while not meter.is_spent():
        meter.run(trial.run, budget.nodes)
    best = trial.best()
    if best is None:
        return Thought(usual, Rung.HEURISTIC, meter.used)
    return Thought(best, Rung.SEARCH, meter.used)


def _goes_out(question: TonkQuestion, seed: int) -> bool:
    """Whether the hand can be emptied in this turn: nothing that greedy players might do later is worth more."""
    if not isinstance(question.choices, MeldChoices):
        return False
    return best_finish(sample(question.view, SearchRandom(seed)), worth_of(question.view)).goes_out


class _Trial:
    """Weighted sums over guesses of what each move earned more than the first."""

    def __init__(self, question: TonkQuestion, moves: Sequence[Move], rng: SearchRandom) -> None:
        self._question = question
        self._moves = moves
        self._rng = rng
        self._guesses = 0
        self._weight = 0.0
        self._gains = [0.0] * len(moves)
        self._squares = [0.0] * len(moves)

    def run(self, nodes: int) -> int:
        """Tries all moves in so many guesses that they are about so many playouts; at least one guess."""
        done = 0
        while done < nodes:
            done += self._guess()
        return done

    def _guess(self) -> int:
        view, seat = self._question.view, self._question.seat
        world = sample(view, self._rng)
        weight = _weight(view, world, seat)
        earned = [self._earned(world, move) for move in self._moves]
        self._guesses += 1
        self._weight += weight
        for place, value in enumerate(earned):
            gain = value - earned[0]
            self._gains[place] += weight * gain
            self._squares[place] += weight * weight * gain * gain
        return len(earned)

    def _earned(self, world: State, move: Move) -> float:
        state = after(world, move)
        greedy_playout(state, self._rng)
        ended = result(state)
        assert ended is not None
        return ended.settlement.net[self._question.seat] / self._question.options.stake

    def best(self) -> Move | None:
        """The move that is surely better than the first by most; None if there were too few guesses."""
        if self._guesses < _FEWEST or not self._weight:
            return None
        best, lead = 0, 0.0
        for place, gain in enumerate(self._gains):
            sure = gain - _SURE * math.sqrt(self._squares[place])
            if sure > 0 and gain > lead:
                best, lead = place, gain
        return self._moves[best]


def _weight(view: View, world: State, me: int) -> float:
    exponent = sum(tilt_of(view, seat) * int(points(world.hands[seat])) for seat in view.order if seat != me)
    return math.exp(-exponent)
