"""How the people and bots of a table are called. Pure."""

from __future__ import annotations

from chieu.table.v1.table_pb2 import Seat
from chieu.table.v1.update_pb2 import Update
from chieu_terminal.words import Words

__all__ = ["name_of", "names_of"]


def names_of(update: Update, words: Words) -> list[str]:
    """The names of all seats, by number."""
    mine = update.seat if update.HasField("seat") else None
    return [name_of(seat, words, is_me=seat.number == mine) for seat in update.state.seats]


def name_of(seat: Seat, words: Words, *, is_me: bool = False) -> str:
    """One seat's name, with what one wants to know about who sits there."""
    match seat.WhichOneof("controller"):
        case "player":
            name = words("who.you", name=seat.player.name) if is_me else seat.player.name
            return words("who.away", name=name) if seat.away else name
        case "bot":
            level = words.get(f"level.{seat.bot.level}", seat.bot.level)
            return words("who.bot", number=seat.number, level=level)
        case _:
            return words("who.free")
