"""Where bot jobs wait: the names that services and workers share."""

from __future__ import annotations

from typing import Final

from kombu import Exchange, Queue

__all__ = ["TASK", "bot_queue"]

TASK: Final = "bots.answer"
"""The task that takes a serialized `chieu.bot.v1.Job`."""


def bot_queue(game: str, *, quorum: bool = False) -> Queue:
    """The queue of a game's jobs. Producers and workers must say the same of `quorum`, which is for RabbitMQ."""
    name = f"bots.{game}"
    arguments = {"x-queue-type": "quorum"} if quorum else None
    return Queue(name, Exchange(name), name, queue_arguments=arguments)
