"""Speaks of one game in one language, and draws cards into its sentences. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from chieu_terminal.ink import fill
from chieu_terminal.words import Words

__all__ = ["Speaker"]


class Speaker:
    """Says the sentences under `game`; `names` are the seats' names, by number."""

    def __init__(self, game: str, words: Words, names: Sequence[str]) -> None:
        self._game = game
        self.words = words
        self.names = names

    def line(self, key: str, **parts: Text | str | int) -> Text:
        """A sentence with its fields filled."""
        return fill(self.words.sentence(f"{self._game}.{key}"), **parts)

    def say(self, key: str, seat: int, **parts: Text | str | int) -> Text:
        """A sentence about a seat, whose name is its field `who`."""
        return self.line(key, who=self.names[seat], **parts)
