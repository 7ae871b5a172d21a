"""Cheap choosers: they look at a prompt and answer something legal. For tests, load and first steps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

from google.protobuf.message import Message

from chieu_client.games.registry import game_of
from chieu_client.prompt import Prompt

__all__ = ["Chooser", "first_legal", "random_legal"]

Chooser = Callable[[Prompt], Message | Awaitable[Message]]
"""Turns a prompt into the game's move; may take its time, which the prompt's deadline limits."""


def first_legal(prompt: Prompt) -> Message:
    """The first legal move of the prompt's game. Raises UnknownGame."""
    return next(iter(game_of(prompt.choices).legal_moves(prompt.choices)))


def random_legal(chance: Random) -> Callable[[Prompt], Message]:
    """A chooser that draws any legal move; the same `chance` and prompts give the same moves."""

    def choose(prompt: Prompt) -> Message:
        return game_of(prompt.choices).random_move(prompt.choices, chance)

    return choose
