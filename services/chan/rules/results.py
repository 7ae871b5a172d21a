"""How a hand ended, with the winner's score sheet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

__all__ = ["CUOC", "Cuoc", "CuocLine", "HandResult", "Pair", "Reason"]


class Reason(StrEnum):
    """Why a hand ended."""

    WON = "won"
    STOCK_EXHAUSTED = "stock_exhausted"


class Cuoc(IntEnum):
    """What a winning hand scores for (4.3), in the rulebook's order."""

    CHI = 0
    THIEN_U = 1
    TOM = 2
    BACH_THU = 3
    LEO = 4
    THIEN_KHAI = 5
    CHIU_U = 6
    BON = 7
    BACH_DINH = 8
    TAM_DO = 9
    KINH_TU_CHI = 10
    THAP_THANH = 11


CUOC: Final = tuple(Cuoc)


@dataclass(frozen=True, slots=True)
class CuocLine:
    """One cước, how often it counts, its two values, điểm (main) and dịch (extra), and what all times together add."""

    cuoc: Cuoc
    count: int
    main: int
    extra: int
    points: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cards of the winning hand: a Chắn if they are of one kind, else a Cạ."""

    first: int
    second: int
    is_exposed: bool


@dataclass(frozen=True, slots=True)
class HandResult:
    """The end of a hand; by seat where it says so. All cards are shown, kinds in ascending order."""

    reason: Reason
    winner: int
    """-1 for a draw."""
    card: int
    """The winning card, -1 for a Thiên ù or a draw."""
    door: int
    """Where the winning card lay, or -1."""
    pairs: tuple[Pair, ...]
    """The ten pairs of the winner: exposed ones in their order, then Chắn, then Cạ. A Chíu is two."""
    cuoc: tuple[CuocLine, ...]
    """Empty: Ù xuông, or a draw."""
    points: int
    settlement: tuple[int, ...]
    """By seat; adds up to nothing."""
    totals: tuple[int, ...]
    """Running scores of the match with this hand counted, by seat."""
    hands: tuple[tuple[int, ...], ...]
    openings: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    """What was left, top first."""
