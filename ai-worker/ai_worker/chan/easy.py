"""The level `easy`: never lets a win go, but discards by whim and overlooks a Cạ now and then."""

from __future__ import annotations

from typing import Final

from ai_worker.chan.answers import ChanQuestion
from ai_worker.strategy import Budget, Rung, Thought
from services.chan.policy import policy
from services.chan.rules import Ca, Discard, DiscardChoices, Move, Pass
from services.core.chance import SearchRandom

__all__ = ["easy"]

_WHIM: Final = 3
"""One discard in so many is any legal one, and one Cạ in so many is not seen."""


def easy(question: ChanQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """The policy's move, or a whim."""
    del budget
    rng = SearchRandom(seed)
    move = policy(question.view, question.seat, question.choices)
    if rng.below(_WHIM) == 0:
        move = _whim(question, move, rng)
    return Thought(move, Rung.HEURISTIC)


def _whim(question: ChanQuestion, move: Move, rng: SearchRandom) -> Move:
    if isinstance(question.choices, DiscardChoices):
        return Discard(question.choices.cards[rng.below(len(question.choices.cards))])
    return Pass() if isinstance(move, Ca) else move
