"""The level `normal`: the policy that the services fall back on, without chance and without memory."""

from __future__ import annotations

from ai_worker.strategy import Budget, Rung, Thought
from ai_worker.tan.answers import TanQuestion
from services.tan.policy import policy
from services.tan.rules import Move

__all__ = ["normal"]


def normal(question: TanQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """The cheap, sensible move; always the same one."""
    del budget, seed
    return Thought(policy(question.view, question.seat, question.choices), Rung.HEURISTIC)
