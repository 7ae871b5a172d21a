"""The options of a match (TAN-52) and its two presets (TAN-59)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["MOBILE", "POINTS_ALLOWED", "TRADITIONAL", "FinishRule", "Options", "options_problem"]


class FinishRule(StrEnum):
    """When an emptied hand is finished (TAN-58)."""

    HAND_EMPTY = "hand_empty"
    HAND_AND_STOCK_EMPTY = "hand_and_stock_empty"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a table may choose; the defaults are the mobile game."""

    hand_limit: int | None = 17
    """A defender who holds as many cards after a take is busted; None: nobody ever is."""
    jokers: int = 0
    """0 or 2."""
    tribute: bool = False
    finish_rule: FinishRule = FinishRule.HAND_EMPTY
    stall_limit: int = 24
    """Quiet rounds in a row that end a set."""
    points: tuple[int, int, int, int] = (4, 2, 1, 0)
    """Points of the first to the fourth rank."""
    match_sets: int = 5
    turn_seconds: int = 20


MOBILE: Final = Options()
TRADITIONAL: Final = Options(hand_limit=None, jokers=2, tribute=True)

POINTS_ALLOWED: Final = "four integers that do not increase, none beyond a million"
_POINTS_BOUND: Final = 1_000_000


def options_problem(options: Options) -> tuple[str, str] | None:
    """The first option outside its range as (name, what it takes), or None when all are fine."""
    limit = options.hand_limit
    if limit is not None and not 10 <= limit <= 52:
        return "hand_limit", "10 to 52, or 0 for no limit"
    if options.jokers not in (0, 2):
        return "jokers", "0 or 2"
    if not 6 <= options.stall_limit <= 200:
        return "stall_limit", "6 to 200"
    if not _are_points(options.points):
        return "points", POINTS_ALLOWED
    if not 1 <= options.match_sets <= 100:
        return "match_sets", "1 to 100"
    if not 5 <= options.turn_seconds <= 300:
        return "turn_seconds", "5 to 300"
    return None


def _are_points(points: tuple[int, ...]) -> bool:
    if len(points) != 4:
        return False
    for place in range(3):
        if points[place] < points[place + 1]:
            return False
    return points[0] <= _POINTS_BOUND and points[3] >= -_POINTS_BOUND
