"""The moves. A move names cards; whether it is allowed is `legality`'s business."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

__all__ = ["Decline", "Discard", "Draw", "Hit", "Knock", "Move", "Source", "Spread", "canonical"]


class Source(IntEnum):
    """Where a card is drawn from; NONE before the draw."""

    NONE = 0
    STOCK = 1
    DISCARD = 2


@dataclass(frozen=True, slots=True)
class Knock:
    """Stops the play, claiming the lowest count."""


@dataclass(frozen=True, slots=True)
class Decline:
    """With an empty stock: refuses the top discard, which ends the hand."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Takes the top card of the stock or of the discard pile."""

    source: Source


@dataclass(frozen=True, slots=True)
class Spread:
    """Lays a book or a run. `cards` may hold `cards.UNKNOWN` and doubles: the rules refuse them in their order."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """Adds a card to the spread with this id."""

    card: int
    spread: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Lays a card on the discard pile, which ends the turn."""

    card: int


Move = Knock | Decline | Draw | Spread | Hit | Discard


def canonical(move: Move) -> Move:
    """The same move with its cards in ascending order: equal moves become equal values."""
    if isinstance(move, Spread):
        return Spread(tuple(sorted(move.cards)))
    return move
