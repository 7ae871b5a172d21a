"""What every game's face does alike."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.message import Message

from chieu.table.v1.update_pb2 import Update
from chieu_client import Refused
from chieu_terminal.seats import names_of
from chieu_terminal.speaker import Speaker
from chieu_terminal.words import Words

__all__ = ["GameFace"]


class GameFace:
    """Explains and helps in the words of its game, whose name a subclass gives."""

    game: str
    worth_a_picture: frozenset[str]
    """Events after which somebody who only watches should see the whole picture."""

    def __init__(self, words: Words, *, is_plain: bool) -> None:
        self.words = words
        self.is_plain = is_plain

    def speaker(self, update: Update) -> Speaker:
        """Who speaks of the game at the update's table."""
        return Speaker(self.game, self.words, names_of(update, self.words))

    def wants_picture(self, events: Sequence[Message]) -> bool:
        """Whether somebody who only watches should see the whole picture now. Asks the game's own events alone."""
        name = f"chieu.{self.game}.v1.Event"
        own = (event for event in events if event.DESCRIPTOR.full_name == name)
        return any(event.WhichOneof("event") in self.worth_a_picture for event in own)

    def explain(self, refused: Refused) -> str | None:
        """The rule that a move broke, in plain words; None if the rulebook's code is not known here."""
        return self.words.get(f"{self.game}.rule.{refused.rule}", "") or None

    def help(self) -> str:
        """What may be typed."""
        return self.words(f"{self.game}.help")
