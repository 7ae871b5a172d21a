"""What happens in a hand, as values.

An event made by the rules is complete. `show` makes what an audience may see of it: private parts are `Hidden`
there. Seats are numbers; cards are kinds (`kinds`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from services.chan.rules.options import House
from services.chan.rules.results import HandResult
from services.core.game import Hidden

__all__ = [
    "FORMS",
    "ORIGINS",
    "STAGES",
    "Captured",
    "Chiued",
    "Claim",
    "Claimed",
    "DeadHand",
    "Decision",
    "DiscardReason",
    "Discarded",
    "Event",
    "HandEnded",
    "HandStarted",
    "Log",
    "MeldForm",
    "NextStep",
    "Origin",
    "Passed",
    "Stage",
    "StockRevealed",
]


class Stage(IntEnum):
    """What the hand waits for."""

    HEAVEN = 0
    DISCARD = 1
    CLAIMS = 2
    TAKE = 3
    OVER = 4


STAGES: Final = tuple(Stage)


class Origin(IntEnum):
    """How a card came to lie in a door."""

    DISCARD = 0
    STOCK = 1
    RETURN = 2
    PASSED = 3


ORIGINS: Final = tuple(Origin)


class MeldForm(IntEnum):
    """What was exposed."""

    CHAN = 0
    CA = 1
    CHIU = 2


FORMS: Final = tuple(MeldForm)


class Claim(IntEnum):
    """What a seat answered in a window, or to Thiên ù."""

    PASS = 1
    CHIU = 2
    WIN = 3


class DiscardReason(IntEnum):
    """Why a card was discarded."""

    OPENING = 0
    AFTER_CAPTURE = 1
    AFTER_CHIU = 2
    RETURN = 3


class NextStep(IntEnum):
    """What follows a pass."""

    OFFER_NEXT = 0
    REVEAL = 1


@dataclass(frozen=True, slots=True)
class HandStarted:
    """The cards are dealt. `hands` by seat; an audience sees its own."""

    hand_no: int
    dealer: int
    counts: tuple[int, ...]
    stock_count: int
    house: House
    hands: tuple[tuple[int, ...] | Hidden, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat is to act at DISCARD or TAKE. For others a HEAVEN looks like the dealer's DISCARD."""

    seat: int
    stage: Stage


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was discarded; it is live and claims on it are open."""

    seat: int
    card: int
    door: int
    reason: DiscardReason


@dataclass(frozen=True, slots=True)
class StockRevealed:
    """The top stock card was turned up at the seat's own door; it is live and claims on it are open."""

    seat: int
    card: int
    stock_count: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a seat answered in a window or to Thiên ù; nobody else is told."""

    seat: int
    claim: Claim


@dataclass(frozen=True, slots=True)
class Passed:
    """The entitled seat let the live card go. Only it is told whether the kind is locked now."""

    seat: int
    card: int
    next_step: NextStep
    locked: bool | Hidden


@dataclass(frozen=True, slots=True)
class Captured:
    """The live card was taken with one hand card."""

    seat: int
    card: int
    door: int
    hand_card: int
    form: MeldForm


@dataclass(frozen=True, slots=True)
class Chiued:
    """The live card was claimed with three alike. `return_door` is where the discard goes out of turn, -1 in turn."""

    seat: int
    card: int
    door: int
    return_door: int


@dataclass(frozen=True, slots=True)
class DeadHand:
    """The dealer has no legal opening discard and only reveals from now on (CHAN-12)."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over; always its last event."""

    result: HandResult


Event = HandStarted | Decision | Discarded | StockRevealed | Claimed | Passed | Captured | Chiued | DeadHand | HandEnded

Log = list[Event] | None
"""Where the rules write what happened; None in a search, which does not want to know."""
