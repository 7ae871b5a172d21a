"""The French pack for clients: cards named as the rulebooks do, rank then suit: `7C`, `TS`, `X1`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from chieu.cards.v1.cards_pb2 import Card

__all__ = ["card", "name", "names"]

_PREFIX = "CARD_"
_NAMES = {number: text.removeprefix(_PREFIX) for text, number in Card.items() if number}
_CARDS = {text: number for number, text in _NAMES.items()}


def card(text: str) -> Card.ValueType:
    """The card of that name, in any case. Raises ValueError if there is none."""
    try:
        return _CARDS[text.strip().upper()]
    except KeyError:
        raise ValueError(f"expected a card such as 7C, TS or X1, got {text!r}") from None


def name(number: int) -> str:
    """A card's name; `??` for a card that may not be seen."""
    return _NAMES.get(cast(Card.ValueType, number), "??")


def names(numbers: Iterable[int]) -> list[str]:
    """The names of cards, in their order."""
    return [name(number) for number in numbers]
