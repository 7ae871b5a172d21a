"""Books and runs as masks, points, and the canonical order of cards.

A card's number has the ace on top. Runs are looked for in `ace_low` masks, whose lowest four bits are the
aces; a run is then bits that lie four apart.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from services.core.cards import FULL, cards_of, count, lowest

__all__ = [
    "above_fit",
    "ace_low",
    "all_spreads",
    "below_fit",
    "book_fit",
    "has_duty",
    "in_order",
    "is_book",
    "is_run",
    "is_spread",
    "order_key",
    "points",
    "points_of",
]

_ONE_SUIT: Final = 0x1111111111111
_ACES: Final = 0xF000000000000
_TENS: Final = 0x0FFFF00000000
"""Tens, jacks, queens and kings."""


def ace_low(mask: i64) -> i64:
    """The mask with the aces moved below the twos."""
    m: i64 = mask
    return ((m << 4) & FULL) | (m >> 48)


def _ace_high(mask: i64) -> i64:
    m: i64 = mask
    return (m >> 4) | ((m & 15) << 48)


def order_key(card: int) -> int:
    """Sorts cards canonically: by suit, then rank with the ace low."""
    return (card & 3) * 13 + ((card >> 2) + 1) % 13


def in_order(mask: i64) -> tuple[int, ...]:
    """The cards of a mask in canonical order; a run from its lowest card, a book by suits."""
    return tuple(sorted(cards_of(mask), key=order_key))


def points_of(card: i64) -> i64:
    """Ace 1, two to ten their number, court cards ten (TONK-3)."""
    rank: i64 = card >> 2
    if rank == 12:
        return 1
    return rank + 2 if rank < 8 else 10


def points(mask: i64) -> i64:
    """The count of a hand (TONK-44)."""
    m: i64 = mask
    total: i64 = 10 * count(m & _TENS) + count(m & _ACES)
    rest: i64 = m & ~_TENS & ~_ACES
    while rest:
        total += points_of(lowest(rest))
        rest &= rest - 1
    return total


def _books(mask: i64) -> i64:
    """The clubs bit of every rank that occurs three or four times."""
    m: i64 = mask
    c: i64 = m & _ONE_SUIT
    d: i64 = (m >> 1) & _ONE_SUIT
    h: i64 = (m >> 2) & _ONE_SUIT
    s: i64 = (m >> 3) & _ONE_SUIT
    return (c & d & (h | s)) | (h & s & (c | d))


def _run_starts(low: i64) -> i64:
    m: i64 = low
    return m & (m >> 4) & (m >> 8)


def is_book(mask: i64) -> bool:
    """Three or four cards of one rank (TONK-28)."""
    m: i64 = mask
    books: i64 = _books(m)
    return books != 0 and (books & (books - 1)) == 0 and (m & ~(books * 15)) == 0


def is_run(mask: i64) -> bool:
    """Three or more consecutive cards of one suit, the ace low (TONK-29)."""
    low: i64 = ace_low(mask)
    size: i64 = count(low)
    if size < 3 or size > 13:
        return False
    low >>= lowest(low)
    return low == _ONE_SUIT >> (52 - 4 * size)


def is_spread(mask: i64) -> bool:
    """A book or a run."""
    return is_book(mask) or is_run(mask)


def has_duty(hand: i64) -> bool:
    """Whether a hand holds a book or a run other than a group of aces (TONK-37)."""
    m: i64 = hand
    return (_books(m) & ~_ACES) != 0 or _run_starts(ace_low(m)) != 0


def all_spreads(hand: i64) -> vec[i64]:
    """Every book and every run in a hand, each once."""
    m: i64 = hand
    found: vec[i64] = vec[i64]()
    books: i64 = _books(m)
    while books:
        rank: i64 = (books & -books) * 15 & m
        found = append(found, rank)
        if count(rank) == 4:
            left: i64 = rank
            while left:
                found = append(found, rank & ~(left & -left))
                left &= left - 1
        books &= books - 1
    low: i64 = ace_low(m)
    starts: i64 = _run_starts(low)
    while starts:
        run: i64 = starts & -starts
        bit: i64 = run << 4
        size: i64 = 1
        # A bit beyond the kings is none of the pack.
        while bit & low & FULL:
            run |= bit
            size += 1
            if size >= 3:
                found = append(found, _ace_high(run))
            bit <<= 4
        starts &= starts - 1
    return found


def book_fit(spread: i64) -> i64:
    """The card that completes a book of three; nothing fits anything else (TONK-32)."""
    m: i64 = spread
    books: i64 = _books(m)
    return books * 15 & ~m


def below_fit(spread: i64) -> i64:
    """The card below a run; nothing below an ace."""
    if not is_run(spread):
        return 0
    low: i64 = ace_low(spread)
    bit: i64 = (low & -low) >> 4
    return _ace_high(bit) if bit else 0


def above_fit(spread: i64) -> i64:
    """The card above a run; nothing above a king."""
    if not is_run(spread):
        return 0
    low: i64 = ace_low(spread)
    rest: i64 = low
    while rest & (rest - 1):
        rest &= rest - 1
    bit: i64 = (rest << 4) & FULL
    return _ace_high(bit) if bit else 0
