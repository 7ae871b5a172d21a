"""Tries moves in guesses of the hidden cards, each played to its end by greedy players and scored (7.4).

All moves are tried in the same guesses, so that luck falls on them alike. A playout is one node of a budget: whatever
the slices, the same number of them makes the same sums.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai_worker.chan.answers import ChanQuestion
from services.chan.rules import Move, State, answer, copy_state, greedy_playout, guess, score, settle_points, step_of
from services.core.chance import SearchRandom

__all__ = ["Trial"]


class Trial:
    """What each move has earned so far, by its place, in so many guesses that all moves in the race were tried in."""

    def __init__(self, question: ChanQuestion, moves: Sequence[Move], rng: SearchRandom) -> None:
        self.guesses = 0
        self._question = question
        self._moves = moves
        self._rng = rng
        self._racing = list(range(len(moves)))
        self.earned = [0.0] * len(moves)
        self._world = guess(question.view, rng)
        self._tried: list[int] = []

    def run(self, playouts: int) -> int:
        """Tries the next moves, so many in all."""
        for _ in range(playouts):
            place = self._racing[len(self._tried)]
            self._tried.append(self._outcome(self._world, self._moves[place]))
            if len(self._tried) == len(self._racing):
                self._count()
        return playouts

    def _count(self) -> None:
        for place, earned in zip(self._racing, self._tried, strict=True):
            self.earned[place] += earned
        self.guesses += 1
        self._next_guess()

    def _next_guess(self) -> None:
        self._tried = []
        self._world = guess(self._question.view, self._rng)

    def _outcome(self, world: State, move: Move) -> int:
        state = copy_state(world)
        answer(state, self._question.seat, step_of(move), None)
        greedy_playout(state)
        winner = state.winner
        return settle_points(winner, score(state, winner) if winner >= 0 else 0)[self._question.seat]

    def halve(self) -> None:
        """Leaves the better half in the race, two at least. What was tried in the guess at hand is forgotten."""
        kept = max(2, (len(self._racing) + 1) // 2)
        self._racing = sorted(sorted(self._racing, key=self._rank)[:kept])
        self._next_guess()

    def best(self) -> Move:
        """The move in the race that has earned most; among equals the one that was named first."""
        return self._moves[min(self._racing, key=self._rank)]

    def _rank(self, place: int) -> tuple[float, int]:
        return -self.earned[place], place
