"""The level `normal`: the service's policy. It wins, claims and takes whatever it can; its discards keep the widest wait,
then the most company (7.4).
"""

from __future__ import annotations

from ai_worker.chan.answers import ChanQuestion
from ai_worker.strategy import Budget, Rung, Thought
from services.chan.policy import policy
from services.chan.rules import Move

__all__ = ["normal"]


def normal(question: ChanQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """The policy's move."""
    del budget, seed
    return Thought(policy(question.view, question.seat, question.choices), Rung.HEURISTIC)
