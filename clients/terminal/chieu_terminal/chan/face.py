"""Chắn, as the flow of a match asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.message import Message
from rich.console import Group, RenderableType
from rich.text import Text

from chieu.chan.v1 import chan_pb2
from chieu.table.v1.update_pb2 import Update
from chieu_client import Prompt
from chieu_client.games import chan
from chieu_terminal.chan.drawing import draw
from chieu_terminal.chan.ink import KindInk
from chieu_terminal.chan.narration import Narrator
from chieu_terminal.chan.offer import offer
from chieu_terminal.chan.picture import picture_of
from chieu_terminal.chan.reading import read
from chieu_terminal.chan.scoreboard import scoreboard
from chieu_terminal.game_face import GameFace
from chieu_terminal.narration import tell_all
from chieu_terminal.typed import Typed
from chieu_terminal.views import view_of

__all__ = ["ChanFace"]


class ChanFace(GameFace):
    """Everything that the terminal shows and reads of Chắn."""

    game = "chan"
    worth_a_picture = frozenset({"hand_started", "captured", "chiued"})

    def picture(self, update: Update, seconds: float | None = None) -> RenderableType | None:
        """The hand as it stands; None before the first one."""
        picture = picture_of(update, self.words)
        return draw(picture, self.words, is_plain=self.is_plain, seconds=seconds) if picture else None

    def narrate(self, events: Sequence[Message], update: Update) -> list[Text]:
        """A line for each event worth one. Events of other packages are passed over."""
        return tell_all(events, chan_pb2.Event, Narrator(self.speaker(update), self._ink).tellers)

    def offer(self, prompt: Prompt) -> RenderableType:
        """What may be done."""
        return Group(*offer(chan.choices(prompt), chan.view(prompt), self.words, self._ink))

    def read(self, line: str, prompt: Prompt) -> Typed:
        """What a typed line means."""
        return read(line, chan.choices(prompt), chan.view(prompt))

    def score(self, update: Update) -> RenderableType | None:
        """The score sheet, payments and hands of the hand that is over; None while it runs."""
        view = view_of(update, chan_pb2.View)
        if view is None or not view.HasField("result"):
            return None
        return scoreboard(view, self.speaker(update), self._ink)

    @property
    def _ink(self) -> KindInk:
        return KindInk(self.is_plain)
