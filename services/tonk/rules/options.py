"""The options of a match (TONK-6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = [
    "DEFAULTS",
    "BankrollMode",
    "CaughtLowFrom",
    "HitBlocksKnock",
    "Options",
    "ReturnTaken",
    "ShortSeat",
    "TonkPay",
    "cover",
    "options_problem",
]


class TonkPay(StrEnum):
    """What going out without a discard earns (TONK-39)."""

    ALWAYS_DOUBLE = "always_double"
    NEW_SPREAD_ONLY = "new_spread_only"


class CaughtLowFrom(StrEnum):
    """Who pays the base stake to the lowest seats when a knocker is caught (TONK-46)."""

    EVERYONE = "everyone"
    OTHERS = "others"


class ReturnTaken(StrEnum):
    """Whether a taken discard may go back in the same turn (TONK-25)."""

    ALLOW = "allow"
    FORBID = "forbid"


class HitBlocksKnock(StrEnum):
    """For how long a seat whose spread was hit may not knock (TONK-48)."""

    NONE = "none"
    ONE_TURN = "one_turn"
    CUMULATIVE = "cumulative"


class BankrollMode(StrEnum):
    """Chips that must cover every loss, or signed scores (TONK-57)."""

    COVER = "cover"
    LEDGER = "ledger"


class ShortSeat(StrEnum):
    """What becomes of a seat without cover (TONK-59)."""

    END_MATCH = "end_match"
    DROP_SEAT = "drop_seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a table may choose. Amounts are whole chips."""

    max_seats: int = 3
    stake: int = 10
    initial_upcard: bool = True
    forced_spread: bool = False
    tonk_pay: TonkPay = TonkPay.ALWAYS_DOUBLE
    caught_low_from: CaughtLowFrom = CaughtLowFrom.EVERYONE
    return_taken: ReturnTaken = ReturnTaken.ALLOW
    hit_blocks_knock: HitBlocksKnock = HitBlocksKnock.NONE
    stall_rounds: int = 6
    """So many rounds of idle turns end a hand."""
    match_hands: int = 20
    bankroll_mode: BankrollMode = BankrollMode.COVER
    starting_bankroll: int = 1000
    short_seat: ShortSeat = ShortSeat.END_MATCH
    late_join: bool = True
    turn_seconds: int = 30
    """0: no limit."""


DEFAULTS: Final = Options()

_MOST_CHIPS: Final = 500_000_000
_MOST_STAKE: Final = 200_000
"""Bounds that keep every score of the longest match within 32 bits."""


def cover(options: Options, seats: int) -> int:
    """The most that one of so many seats can lose in a hand (TONK-58)."""
    times = 3 if options.caught_low_from == CaughtLowFrom.EVERYONE else 2
    return times * options.stake * (seats - 1)


def options_problem(options: Options, seats: int) -> tuple[str, str] | None:
    """The first option outside its range at a table of so many seats as (name, what it takes), or None."""
    has_chips = options.bankroll_mode == BankrollMode.COVER
    least, cost = (cover(options, seats), ", no less than a hand may cost") if has_chips else (0, "")
    ranges = (
        ("max_seats", options.max_seats, max(seats, 2), 4, ", no fewer than the table has"),
        ("stake", options.stake, 1, _MOST_STAKE, ""),
        ("stall_rounds", options.stall_rounds, 1, 20, ""),
        ("match_hands", options.match_hands, 1, 1000, ""),
        ("starting_bankroll", options.starting_bankroll, least, _MOST_CHIPS, cost),
        ("turn_seconds", options.turn_seconds, 0, 600, ""),
    )
    for name, value, low, high, why in ranges:
        if not low <= value <= high:
            return name, f"{low} to {high}{why}" if low < high else f"{low}{why}"
    return None
