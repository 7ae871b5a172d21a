"""The French pack as bits of one integer.

A card is a number: `rank * 4 + suit`, ranks 2 to A as 0 to 12, suits clubs, diamonds, hearts, spades as
0 to 3; the jokers X1 and X2 are 52 and 53. A set of cards is a mask with those bits. Ascending bits are
rank by rank, and inside a rank clubs first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "FULL",
    "HEARTS",
    "JOKERS",
    "PACK_SIZE",
    "SPADES",
    "UNKNOWN",
    "X1",
    "X2",
    "Card",
    "Mask",
    "above",
    "cards_of",
    "count",
    "display",
    "lowest",
    "mask_of",
    "name",
    "one",
    "pack_mask",
    "parse",
    "rank_of",
    "ranks_of",
    "suit_mask",
    "suit_of",
]

Card = int
"""A card's number, 0 to 53, or `UNKNOWN`."""

Mask = i64
"""A set of cards, one bit each."""

CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3

PACK_SIZE: Final = 52
X1: Final = 52
X2: Final = 53
UNKNOWN: Final = -1
"""Stands for a name that is no card, so that the rules can refuse it in their own order."""

JOKERS: Final = 0x30000000000000
FULL: Final = 0xFFFFFFFFFFFFF
_ONE_SUIT: Final = 0x1111111111111
_LAST_BIT: Final = 0x20000000000000

_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "CDHS"


def rank_of(card: i64) -> i64:
    """The rank, 0 for a two to 12 for an ace. Jokers have none: do not ask."""
    return card >> 2


def suit_of(card: i64) -> i64:
    """The suit, clubs 0 to spades 3. Jokers have none: do not ask."""
    return card & 3


def suit_mask(suit: i64) -> i64:
    """All thirteen cards of a suit."""
    mask: i64 = _ONE_SUIT
    return mask << suit


def pack_mask(jokers: i64) -> i64:
    """Every card of the pack, with or without the two jokers."""
    mask: i64 = FULL
    return mask | JOKERS if jokers else mask


def count(mask: i64) -> i64:
    """How many bits a mask has, of the lowest 56."""
    m: i64 = mask - ((mask >> 1) & 0x55555555555555)
    m = (m & 0x33333333333333) + ((m >> 2) & 0x33333333333333)
    m = (m + (m >> 4)) & 0xF0F0F0F0F0F0F
    m += m >> 8
    m += m >> 16
    m += m >> 32
    return m & 0x7F


def lowest(mask: i64) -> i64:
    """The lowest card of a non-empty mask."""
    return count((mask & -mask) - 1)


def above(mask: i64) -> i64:
    """Every card number above the highest card of a mask; all of them for an empty one."""
    m: i64 = mask
    m |= m >> 1
    m |= m >> 2
    m |= m >> 4
    m |= m >> 8
    m |= m >> 16
    m |= m >> 32
    return 0x3FFFFFFFFFFFFF & ~m


def ranks_of(mask: i64) -> i64:
    """All cards whose rank occurs in a mask. Jokers have no rank and add nothing."""
    m: i64 = mask & FULL
    m |= (m >> 1) & 0x7777777777777
    m |= (m >> 2) & 0x3333333333333
    return (m & _ONE_SUIT) * 15


def cards_of(mask: i64) -> tuple[int, ...]:
    """The cards of a mask in ascending order."""
    found: list[int] = []
    rest: i64 = mask
    while rest:
        found.append(lowest(rest))
        rest &= rest - 1
    return tuple(found)


def mask_of(cards: Iterable[int]) -> i64:
    """The mask of known cards; naming one twice counts once."""
    mask: i64 = 0
    for card in cards:
        bit: i64 = card
        mask |= one(bit)
    return mask


def one(card: i64) -> i64:
    """The mask of a single card."""
    # Not 1 << card: mypyc writes the small literal as a C int, and cards above 30 would be lost.
    return _LAST_BIT >> (X2 - card)


def display(mask: i64, royal: i64) -> tuple[int, ...]:
    """Cards as a hand is shown: normal ones by rank then suit, royal ones by rank, jokers last."""
    if not mask:
        return ()
    royals: i64 = suit_mask(royal)
    normal: i64 = mask & FULL & ~royals
    return cards_of(normal) + cards_of(mask & royals) + cards_of(mask & JOKERS)


def name(card: int) -> str:
    """Two characters, rank then suit (`TS`), or `X1`, `X2`; `??` for anything that is no card."""
    if card == X1:
        return "X1"
    if card == X2:
        return "X2"
    if card < 0 or card > X2:
        return "??"
    return _RANKS[card >> 2] + _SUITS[card & 3]


def parse(text: str) -> int:
    """The card of a name, or `UNKNOWN`."""
    if text == "X1":
        return X1
    if text == "X2":
        return X2
    if len(text) != 2:
        return UNKNOWN
    rank = _RANKS.find(text[0])
    suit = _SUITS.find(text[1])
    return UNKNOWN if rank < 0 or suit < 0 else rank * 4 + suit
