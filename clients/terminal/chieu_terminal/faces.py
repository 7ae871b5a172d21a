"""What the flow of a match asks of a game, and the games that answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from google.protobuf.message import Message
from rich.console import RenderableType
from rich.text import Text

from chieu.chan.v1 import chan_pb2
from chieu.table.v1.update_pb2 import Update
from chieu.tan.v1 import tan_pb2
from chieu.tonk.v1 import tonk_pb2
from chieu_client import Prompt, Refused
from chieu_terminal.chan import ChanFace
from chieu_terminal.tan import TanFace
from chieu_terminal.tonk import TonkFace
from chieu_terminal.typed import Typed
from chieu_terminal.words import Words

__all__ = ["FACES", "Entry", "Face", "face_of"]


class Face(Protocol):
    """One game at the terminal. Everything is a function of what it is given."""

    def picture(self, update: Update, seconds: float | None = None) -> RenderableType | None:
        """The deal as it stands, with the seconds left of the own turn; None before the first one."""

    def narrate(self, events: Sequence[Message], update: Update) -> list[Text]:
        """A line for each event worth one."""

    def wants_picture(self, events: Sequence[Message]) -> bool:
        """Whether somebody who only watches should see the whole picture after these events."""

    def offer(self, prompt: Prompt) -> RenderableType:
        """What may be done."""

    def read(self, line: str, prompt: Prompt) -> Typed:
        """What a typed line means for a prompt."""

    def score(self, update: Update) -> RenderableType | None:
        """The result of the deal that is over; None while it runs."""

    def explain(self, refused: Refused) -> str | None:
        """The rule that a move broke, in plain words; None if it is not known here."""

    def help(self) -> str:
        """What may be typed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One game in the list: what the command line says of it, and what makes its face."""

    about: str
    seats: range
    """How many seats a table may have."""
    usual_seats: int
    options: Callable[[int], Message]
    """The options of a new table of so many seats, before its maker's wishes."""
    make: Callable[..., Face]
    """Makes the face, out of words and `is_plain`."""


FACES: dict[str, Entry] = {
    "tan": Entry(
        about="Tấn: attack and defence, two to four seats.",
        seats=range(2, 5),
        usual_seats=2,
        options=lambda _: tan_pb2.Options(preset=tan_pb2.PRESET_MOBILE),
        make=TanFace,
    ),
    "tonk": Entry(
        about="Tonk: knock rummy, two to four seats.",
        seats=range(2, 5),
        usual_seats=3,
        options=lambda seats: tonk_pb2.Options(max_seats=max(3, seats)),
        make=TonkFace,
    ),
    "chan": Entry(
        about="Chắn: pairs from the hundred-card pack, four seats.",
        seats=range(4, 5),
        usual_seats=4,
        options=lambda _: chan_pb2.Options(),
        make=ChanFace,
    ),
}


def face_of(game: str, words: Words, *, is_plain: bool) -> Face:
    """A game's face. Raises KeyError for a game that the terminal does not know."""
    return FACES[game].make(words, is_plain=is_plain)
