"""The Tổ tôm pack and the kinds that Chắn plays with (section 1.2).

A kind is a number: `3 * (rank - 2) + suit` for ranks 2 to 9, suits Vạn, Sách, Văn as 0 to 2; Chi chi is 24. The
library goes on with what is out of play: the rank-1 cards 25 to 27, Thang thang 28, Ông cụ 29. A set of kinds is a
mask with those bits. A hand is four such masks, its planes: kinds of which it has at least one, two, three, four.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from services.core.cards import one

__all__ = [
    "CC",
    "COPIES",
    "DEALT",
    "KINDS",
    "LIBRARY",
    "RED",
    "UNKNOWN",
    "LibraryCard",
    "bit_of",
    "has_ca",
    "mates",
    "name",
    "odd_ranks",
    "parse",
    "rank_mask",
]

KINDS: Final = 25
COPIES: Final = 4
DEALT: Final = 100
"""Cards in play; they are the first of the library."""
CC: Final = 24
UNKNOWN: Final = -1
"""Stands for a name that is no kind in play, so that the rules can refuse it in their own order."""

RED: Final = 0x16C0000
"""8v, 8s, 9v, 9s and cc."""

_FIRST_SUIT: Final = 0x249249
_CC_BIT: Final = 0x1000000

_NAMES: Final = tuple([f"{rank}{suit}" for rank in range(2, 10) for suit in "vsn"])
_LIBRARY_NAMES: Final = (*_NAMES, "cc", "1v", "1s", "1n", "tt", "oc")


@dataclass(frozen=True, slots=True)
class LibraryCard:
    """One physical card of the complete Tổ tôm pack."""

    number: int
    """0 to 119; four in a row are the copies of one kind."""
    kind: int
    code: str
    in_play: bool


LIBRARY: Final = tuple(
    [
        LibraryCard(COPIES * kind + copy, kind, code, kind < KINDS)
        for kind, code in enumerate(_LIBRARY_NAMES)
        for copy in range(COPIES)
    ]
)
"""All 120 cards by number."""


def rank_mask(kind: i64) -> i64:
    """All kinds of the kind's rank; Chi chi is a rank of its own."""
    if kind == CC:
        return _CC_BIT
    three: i64 = 7
    return three << (kind - kind % 3)


def odd_ranks(odd: i64) -> i64:
    """One bit for each rank with an odd number of cards, from the kinds held in an odd number (3.2)."""
    return ((odd ^ (odd >> 1) ^ (odd >> 2)) & _FIRST_SUIT) | (odd & _CC_BIT)


def mates(kinds: i64) -> i64:
    """Every kind of which another suit of the same rank is among `kinds`."""
    first: i64 = kinds & _FIRST_SUIT
    second: i64 = (kinds >> 1) & _FIRST_SUIT
    third: i64 = (kinds >> 2) & _FIRST_SUIT
    return (second | third) | ((first | third) << 1) | ((first | second) << 2)


def has_ca(kinds: i64) -> bool:
    """Whether two suits of one rank are among `kinds`."""
    return (kinds & mates(kinds)) != 0


def name(kind: int) -> str:
    """The code of a kind of the library, for instance `8v` or `cc`; `??` for anything else."""
    return _LIBRARY_NAMES[kind] if 0 <= kind < len(_LIBRARY_NAMES) else "??"


def parse(code: str) -> int:
    """The kind in play of a code, or `UNKNOWN`."""
    for kind in range(KINDS):
        if _LIBRARY_NAMES[kind] == code:
            return kind
    return UNKNOWN


def bit_of(kind: i64) -> i64:
    """The mask of one kind; empty for what is none."""
    if kind < 0 or kind >= KINDS:
        return 0
    return one(kind)
