"""Tấn, as the flow of a match asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.message import Message
from rich.console import Group, RenderableType
from rich.text import Text

from chieu.table.v1.update_pb2 import Update
from chieu.tan.v1 import tan_pb2
from chieu_client import Prompt
from chieu_client.games import tan
from chieu_terminal.game_face import GameFace
from chieu_terminal.ink import Ink
from chieu_terminal.narration import tell_all
from chieu_terminal.seats import names_of
from chieu_terminal.tan.drawing import draw
from chieu_terminal.tan.narration import Narrator
from chieu_terminal.tan.offer import offer
from chieu_terminal.tan.picture import picture_of, suit_letter
from chieu_terminal.tan.reading import read
from chieu_terminal.tan.scoreboard import scoreboard
from chieu_terminal.typed import Typed
from chieu_terminal.views import view_of

__all__ = ["TanFace"]


class TanFace(GameFace):
    """Everything that the terminal shows and reads of Tấn."""

    game = "tan"
    worth_a_picture = frozenset({"round_started"})

    def picture(self, update: Update, seconds: float | None = None) -> RenderableType | None:
        """The set as it stands; None before the first one."""
        picture = picture_of(update, self.words)
        return draw(picture, self.words, is_plain=self.is_plain, seconds=seconds) if picture else None

    def narrate(self, events: Sequence[Message], update: Update) -> list[Text]:
        """A line for each event worth one. Events of other packages are passed over."""
        return tell_all(events, tan_pb2.Event, Narrator(self.speaker(update), self._ink(update)).tellers)

    def offer(self, prompt: Prompt) -> RenderableType:
        """What may be done."""
        hand = tan.names(tan.view(prompt).hand)
        return Group(*offer(tan.choices(prompt), hand, self.words, self._ink(prompt.update)))

    def read(self, line: str, prompt: Prompt) -> Typed:
        """What a typed line means."""
        return read(line, tan.choices(prompt), tan.names(tan.view(prompt).hand))

    def score(self, update: Update) -> RenderableType | None:
        """Ranks and points of the set that is over; None while it runs."""
        view = view_of(update, tan_pb2.View)
        if view is None or not view.HasField("result"):
            return None
        names = names_of(update, self.words)
        return scoreboard(view.set_no, view.result, names, self.words, self._ink(update))

    def _ink(self, update: Update) -> Ink:
        view = view_of(update, tan_pb2.View)
        return Ink(self.is_plain, suit_letter(view.royal) if view else "")
