"""Tonk, as the flow of a match asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.message import Message
from rich.console import Group, RenderableType
from rich.text import Text

from chieu.table.v1.update_pb2 import Update
from chieu.tonk.v1 import tonk_pb2
from chieu_client import Prompt
from chieu_client.games import tonk
from chieu_terminal.game_face import GameFace
from chieu_terminal.ink import Ink
from chieu_terminal.narration import tell_all
from chieu_terminal.tonk.drawing import draw
from chieu_terminal.tonk.narration import Narrator
from chieu_terminal.tonk.offer import offer
from chieu_terminal.tonk.picture import picture_of
from chieu_terminal.tonk.reading import read
from chieu_terminal.tonk.scoreboard import scoreboard
from chieu_terminal.typed import Typed
from chieu_terminal.views import view_of

__all__ = ["TonkFace"]


class TonkFace(GameFace):
    """Everything that the terminal shows and reads of Tonk."""

    game = "tonk"
    worth_a_picture = frozenset({"upcard_turned", "spread_laid", "spread_hit"})

    def picture(self, update: Update, seconds: float | None = None) -> RenderableType | None:
        """The hand as it stands; None before the first one."""
        picture = picture_of(update, self.words)
        return draw(picture, self.words, is_plain=self.is_plain, seconds=seconds) if picture else None

    def narrate(self, events: Sequence[Message], update: Update) -> list[Text]:
        """A line for each event worth one. Events of other packages are passed over."""
        return tell_all(events, tonk_pb2.Event, Narrator(self.speaker(update), self._ink).tellers)

    def offer(self, prompt: Prompt) -> RenderableType:
        """What may be done."""
        return Group(*offer(tonk.choices(prompt), tonk.view(prompt), self.words, self._ink))

    def read(self, line: str, prompt: Prompt) -> Typed:
        """What a typed line means."""
        return read(line, tonk.choices(prompt), tonk.names(tonk.view(prompt).hand))

    def score(self, update: Update) -> RenderableType | None:
        """Hands, counts and payments of the hand that is over; None while it runs."""
        view = view_of(update, tonk_pb2.View)
        if view is None or not view.HasField("result"):
            return None
        return scoreboard(view, self.speaker(update), self._ink)

    @property
    def _ink(self) -> Ink:
        return Ink(self.is_plain)
