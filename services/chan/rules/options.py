"""The options of a match. `house` sets the three constants in which the seed and tradition differ (section 0)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["House", "Options", "counts_repeats", "has_to_chiu", "options_problem", "tom_triple"]


class House(StrEnum):
    """Whose rules hold where the seed and the public sources differ (CHAN-7)."""

    SEED = "seed"
    TRADITIONAL = "traditional"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a table may choose."""

    house: House = House.SEED
    match_hands: int = 1
    """Hands in a match; their settlements are added up."""
    turn_seconds: int = 30
    """Time for a question; the claims on a card have the table's claim time instead."""


_SEED_TRIPLE: Final = (3, 5, 17)
_TRADITIONAL_TRIPLE: Final = (3, 4, 17)


def tom_triple(options: Options) -> tuple[int, int, int]:
    """The three kinds of a Tôm: 3v 3n 7n, or 3v 3s 7n (CHAN-88)."""
    return _TRADITIONAL_TRIPLE if options.house == House.TRADITIONAL else _SEED_TRIPLE


def has_to_chiu(options: Options) -> bool:
    """Whether three alike take the fourth as Chíu only (CHAN-33)."""
    return options.house == House.TRADITIONAL


def counts_repeats(options: Options) -> bool:
    """Whether each Thiên khai and each Bòn counts, as each Tôm and Lèo always does (CHAN-84)."""
    return options.house == House.TRADITIONAL


def options_problem(options: Options) -> tuple[str, str] | None:
    """The first option outside its range as (name, what it takes), or None when all are fine."""
    if not 1 <= options.match_hands <= 100:
        return "match_hands", "1 to 100"
    if not 5 <= options.turn_seconds <= 300:
        return "turn_seconds", "5 to 300"
    return None
