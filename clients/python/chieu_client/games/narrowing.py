"""Holds a message against the game that a module speaks for. Pure; knows no game."""

from __future__ import annotations

from typing import TypeVar

from google.protobuf.message import Message

__all__ = ["own"]

M = TypeVar("M", bound=Message)


def own(message: Message, kind: type[M]) -> M:
    """The message as what it must be. Raises TypeError for another one, such as another game's choices."""
    if not isinstance(message, kind):
        raise TypeError(f"expected {kind.DESCRIPTOR.full_name}, got {message.DESCRIPTOR.full_name}")
    return message
