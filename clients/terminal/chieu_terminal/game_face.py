"""What every game's face does alike."""

from __future__ import annotations

from chieu_client import Refused
from chieu_terminal.words import Words

__all__ = ["GameFace"]


class GameFace:
    """Explains and helps in the words of its game, whose name a subclass gives."""

    game: str

    def __init__(self, words: Words, *, is_plain: bool) -> None:
        self.words = words
        self.is_plain = is_plain

    def explain(self, refused: Refused) -> str | None:
        """The rule that a move broke, in plain words; None if the rulebook's code is not known here."""
        return self.words.get(f"{self.game}.rule.{refused.rule}", "") or None

    def help(self) -> str:
        """What may be typed."""
        return self.words(f"{self.game}.help")
