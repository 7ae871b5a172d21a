"""How a hand ended, and who pays whom."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from services.core.game import Hidden

__all__ = ["Ending", "HandResult", "PaidFor", "Reason", "Settlement", "Transfer"]


class Reason(StrEnum):
    """Why a hand ended."""

    INITIAL_TONK = "INITIAL_TONK"
    INITIAL_TONK_DRAW = "INITIAL_TONK_DRAW"
    TONK = "TONK"
    OUT = "OUT"
    KNOCK_WON = "KNOCK_WON"
    KNOCK_CAUGHT = "KNOCK_CAUGHT"
    STOCK_OUT = "STOCK_OUT"
    STALL = "STALL"


class PaidFor(StrEnum):
    """What a transfer is paid for (TONK-55)."""

    TONK = "TONK"
    OUT = "OUT"
    KNOCK = "KNOCK"
    CAUGHT = "CAUGHT"
    LOW = "LOW"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Chips from one seat to another."""

    payer: int
    payee: int
    amount: int
    reason: PaidFor


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the hand ended, and what is shown then. A hand that nobody may see is `Hidden` and has no count."""

    reason: Reason
    winners: tuple[int, ...]
    knocker: int | None
    counts: tuple[int | None, ...]
    hands: tuple[tuple[int, ...] | Hidden, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """All payments of a hand, their sum by seat, and the bankrolls afterwards."""

    transfers: tuple[Transfer, ...]
    net: tuple[int, ...]
    bankrolls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand."""

    hand_no: int
    dealer: int
    ending: Ending
    settlement: Settlement
