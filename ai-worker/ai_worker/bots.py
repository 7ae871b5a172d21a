"""What a game registers with the worker, and how one of its prompts gets a move whatever happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import grpc
import structlog
from google.protobuf.message import Message

from ai_worker.strategy import Budget, Question, Rung, Strategy, Thought
from services.core.codec import Codec
from services.core.game import AnyGame

__all__ = ["BotGame", "Level", "decide"]

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Level:
    """How strong: a strategy and what it may spend on one move."""

    strategy: Strategy
    budget: Budget


@dataclass(frozen=True, slots=True, kw_only=True)
class BotGame:
    """One game as the worker knows it."""

    game: AnyGame
    codec: Codec
    levels: Mapping[str, Level]
    """By the name that tables use."""
    usual: str
    """The level played where a job names one that this worker does not know."""
    is_offered: Callable[[Any, Any], bool]
    """Whether the choices offer a move."""
    any_answer: Callable[[Any], Any]
    """Some legal answer, from the choices alone. Cannot fail."""
    stub: Callable[[grpc.Channel], Any]
    """The game's typed service; its `Play` takes `request`."""
    request: Callable[..., Message]
    """Takes `table`, `prompt_id`, `move` and `bot_seat`."""

    @property
    def name(self) -> str:
        """The game's ASCII name."""
        return self.game.name


def decide(bot: BotGame, level: str, question: Question[Any, Any, Any], seconds: float, seed: int) -> Thought[Any]:
    """A move that the choices offer: the level's own, else the game's policy, else any legal answer.

    Never raises: a fault in a strategy costs strength, not the game. `seconds` bounds the level's own budget.
    """
    chosen = bot.levels.get(level) or bot.levels[bot.usual]
    budget = replace(chosen.budget, seconds=min(seconds, chosen.budget.seconds))

    def own() -> Thought[Any]:
        return chosen.strategy(question, budget, seed)

    def policy() -> Thought[Any]:
        return Thought(bot.game.policy(question.view, question.seat, question.choices), Rung.HEURISTIC)

    for think in (own, policy):
        thought = _tried(bot, level, question, think)
        if thought is not None:
            return thought
    return Thought(bot.any_answer(question.choices), Rung.ANY)


def _tried(
    bot: BotGame, level: str, question: Question[Any, Any, Any], think: Callable[[], Thought[Any]]
) -> Thought[Any] | None:
    try:
        thought = think()
        if bot.is_offered(question.choices, thought.move):
            return thought
    except Exception:  # noqa: BLE001 - whatever a strategy raises costs strength, never the game
        _log.exception("strategy failed", game=bot.name, level=level)
    else:
        _log.error("strategy chose a move that is not offered", game=bot.name, level=level, rung=str(thought.rung))
    return None
