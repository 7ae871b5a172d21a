"""The games that the leak harness plays, each listed once, with all that it must be told about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct

from chieu.cards.v1.cards_pb2 import Card
from chieu.chan.v1.chan_pb2 import Kind
from services.chan.codec import CODEC as CHAN_CODEC
from services.core.codec import Codec
from services.core.game import SPECTATORS, AnyGame
from services.tan.codec import CODEC as TAN_CODEC
from services.tonk.codec import CODEC as TONK_CODEC
from tests.conformance.adapters import Adapter
from tests.conformance.games import presets
from tests.core import toy

__all__ = ["LEAK_TABLES", "LeakTable"]

Below = Callable[[int], int]

_CARDS = {Card.DESCRIPTOR.full_name, Kind.DESCRIPTOR.full_name}


@dataclass(frozen=True)
class LeakTable:
    """A game at a table. `name` is its test id and contains the game's name."""

    name: str
    game: AnyGame
    codec: Codec
    options: Any
    seats: int
    may_name: Callable[[Any, int], set[int]]
    """Every card that an audience may be able to name in a state."""
    named: Callable[[Message], Iterable[int]]
    """Every card that a message of the game names."""
    tries: Callable[[Any, int, Below], Iterable[Any]]
    """Moves that a seat might try, good and bad ones, from what it sees."""


def named_by_enum(message: Message) -> Iterator[int]:
    """Cards are values of one enum in every proto of a game, whatever the message."""
    for field, value in message.ListFields():
        values: Sequence[Any] = list(value) if field.is_repeated else [value]
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for inner in values:
                yield from named_by_enum(inner)
        elif field.enum_type is not None and field.enum_type.full_name in _CARDS:
            yield from (number - 1 for number in values if number)


def _toy_may_name(state: toy.State, audience: int) -> set[int]:
    found = {*state.gone, state.laid, -1}
    if audience != SPECTATORS:
        found |= set(state.hands[audience])
    return found


def _toy_named(message: Message) -> Iterator[int]:
    assert isinstance(message, Struct)
    fields: dict[str, Any] = dict(message)
    for name in ("hand", "gone", "cards"):
        yield from map(int, fields.get(name, ()))
    for name in ("laid", "picked", "card"):
        if fields.get(name, -1) >= 0:
            yield int(fields[name])


def _toy_tries(state: toy.State, seat: int, below: Below) -> Iterator[toy.Move]:
    hand = [*state.hands[seat], 0, 99]
    for do in toy.Do:
        yield toy.Move(do, hand[below(len(hand))] if do in {toy.Do.PICK, toy.Do.LAY} else -1)


_CODECS = {"chan": CHAN_CODEC, "tan": TAN_CODEC, "tonk": TONK_CODEC}


def _tables() -> Iterator[LeakTable]:
    for table in presets():
        adapter = table.adapter

        def tries(state: Any, seat: int, below: Below, adapter: Adapter = adapter) -> Iterator[Any]:
            return (move for mover, move in adapter.proposals(state, below) if mover == seat)

        codec = _CODECS[table.game.name]
        yield LeakTable(
            table.name, table.game, codec, table.options, table.seats, adapter.may_name, named_by_enum, tries
        )
    for seats in (2, 3, 4):
        game = cast(AnyGame, toy.TOY)
        yield LeakTable(f"toy-{seats}", game, toy.CODEC, toy.Options(), seats, _toy_may_name, _toy_named, _toy_tries)


LEAK_TABLES: Sequence[LeakTable] = list(_tables())
