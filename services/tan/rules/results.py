"""How a set ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Reason", "Reveal", "SetResult"]


class Reason(StrEnum):
    """Why a set ended."""

    LAST_SEAT = "last_seat"
    STALEMATE = "stalemate"
    NO_LEAD = "no_lead"


@dataclass(frozen=True, slots=True)
class Reveal:
    """All cards that were hidden until the end (TAN-72), by seat where they belong to one."""

    hands: tuple[tuple[int, ...], ...]
    aside: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    """Top first."""


@dataclass(frozen=True, slots=True)
class SetResult:
    """Ranks and points of a finished set, by seat."""

    reason: Reason
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    """Running scores of the match with this set counted."""
    reveal: Reveal
