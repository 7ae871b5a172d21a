"""What a typed line can mean, whatever the game. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from google.protobuf.message import Message

__all__ = ["Play", "Typed", "Unclear", "Wish", "wish_of"]


class Wish(Enum):
    """What a person may want at any time."""

    HELP = "help"
    SHOW = "show"
    READY = "ready"
    START = "start"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Play:
    """A move to be answered with."""

    move: Message


@dataclass(frozen=True, slots=True)
class Unclear:
    """Why the line is no move: a key of the words, and one field for it."""

    key: str
    value: object = ""

    @property
    def fields(self) -> dict[str, object]:
        """The field under each name that a sentence may use."""
        return {"text": self.value, "number": self.value, "count": self.value}


Typed = Play | Unclear

_WISHES = {
    Wish.HELP: ("?", "h", "help", "giúp", "giup"),
    Wish.SHOW: ("show", "table", "xem"),
    Wish.READY: ("ready", "r", "sẵn", "san"),
    Wish.START: ("start", "bắt đầu", "bat dau"),
    Wish.QUIT: ("quit", "q", "exit", "thoát", "thoat"),
}
_BY_TEXT = {text: wish for wish, texts in _WISHES.items() for text in texts}


def wish_of(line: str) -> Wish | None:
    """The wish that a line says; None if it says something else."""
    return _BY_TEXT.get(line.strip().casefold())
