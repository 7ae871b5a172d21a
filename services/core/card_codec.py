"""Cards and suits of `chieu.cards.v1` on the wire: a card is its number plus one, and 0 is no card."""

from __future__ import annotations

from collections.abc import Iterable

from chieu.cards.v1.cards_pb2 import Card, Suit
from services.core.cards import UNKNOWN, X2

__all__ = ["from_card", "from_cards", "from_suit", "optional_card", "to_card", "to_cards", "to_suit"]


def to_card(card: int) -> Card.ValueType:
    """A card of the pack, as its enum."""
    return Card.ValueType(card + 1)


def from_card(wire: int) -> int:
    """The card of an enum value; `UNKNOWN` for whatever is none, for the rules to refuse in their order."""
    return wire - 1 if 0 < wire <= X2 + 1 else UNKNOWN


def optional_card(wire: int) -> int | None:
    """The card of an enum value, or None where none is set."""
    return wire - 1 if wire else None


def to_cards(cards: Iterable[int]) -> list[Card.ValueType]:
    """Cards of the pack, as their enum."""
    return [Card.ValueType(card + 1) for card in cards]


def from_cards(wire: Iterable[int]) -> tuple[int, ...]:
    """The cards of enum values, in their order."""
    return tuple([from_card(card) for card in wire])


def to_suit(suit: int) -> Suit.ValueType:
    """A suit, 0 clubs to 3 spades, as its enum."""
    return Suit.ValueType(suit + 1)


def from_suit(wire: int) -> int:
    """The suit of an enum value."""
    return wire - 1
