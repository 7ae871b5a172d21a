"""The games that are installed, by name. A game adds itself with one line in `_GAMES`."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from random import Random
from typing import Protocol, cast

from google.protobuf.message import Message

__all__ = ["Game", "UnknownGame", "game", "game_of", "games"]

_GAMES = ("tan", "chan", "tonk")


class UnknownGame(Exception):  # noqa: N818 - says what is missing here
    """This SDK has no helpers for that game."""


class Game(Protocol):
    """What a game's module offers to choosers. Choices and moves are the game's messages."""

    def legal_moves(self, choices: Message) -> Iterator[Message]:
        """Legal moves, one by one, plain ones first; all of them, if one waits long enough."""

    def random_move(self, choices: Message, chance: Random) -> Message:
        """One legal move, any; not evenly drawn, and cheap whatever the choices."""


def games() -> tuple[str, ...]:
    """The names of the games that have helpers."""
    return _GAMES


def game(name: str) -> Game:
    """A game's helpers. Raises UnknownGame."""
    if name not in _GAMES:
        raise UnknownGame(name)
    return cast(Game, importlib.import_module(f"chieu_client.games.{name}"))


def game_of(choices: Message) -> Game:
    """The helpers of the game that these choices belong to. Raises UnknownGame."""
    return game(choices.DESCRIPTOR.full_name.split(".")[1])
