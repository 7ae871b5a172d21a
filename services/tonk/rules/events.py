"""What happens in a hand, as values (section 4.2).

An event made by the rules is complete. `show` makes what an audience may see of it: private parts are
`Hidden` there. Seats are numbers; cards are numbers of `services.core.cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from services.core.game import Hidden
from services.tonk.rules.moves import Source
from services.tonk.rules.results import Ending, Settlement

__all__ = [
    "CardsDealt",
    "DealerDrawn",
    "Declined",
    "Discarded",
    "Drawn",
    "Event",
    "HandEnded",
    "HandStarted",
    "HitEnd",
    "InitialTonk",
    "Kind",
    "Knocked",
    "Log",
    "Phase",
    "SeatLeft",
    "SeatShort",
    "Settled",
    "SpreadHit",
    "SpreadLaid",
    "TurnStarted",
    "UpcardTurned",
]


class Phase(IntEnum):
    """Where a hand stands."""

    TURN_START = 0
    MELD = 1
    HAND_OVER = 2


class Kind(IntEnum):
    """What a spread is."""

    BOOK = 0
    RUN = 1


class HitEnd(IntEnum):
    """Where a hit went: below or above a run, or as the fourth card of a book."""

    LOW = 0
    HIGH = 1
    FOURTH = 2


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """One card for each seat, before the first hand; the highest deals (TONK-7)."""

    cards: tuple[int, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class SeatShort:
    """A seat does not hold the cover that this hand asks for."""

    seat: int
    bankroll: int
    cover: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat is out of the match; it stood at this place of the clockwise list."""

    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand begins. `order` are the seats dealt in, clockwise; `cover` is the most that one can lose."""

    hand_no: int
    hands_done: int
    dealer: int
    order: tuple[int, ...]
    bankrolls: tuple[int, ...]
    cover: int


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The cards are dealt. `hands` by seat; an audience sees its own."""

    counts: tuple[int, ...]
    stock_count: int
    hands: tuple[tuple[int, ...] | Hidden, ...]


@dataclass(frozen=True, slots=True)
class UpcardTurned:
    """The discard pile begins with this card."""

    card: int


@dataclass(frozen=True, slots=True)
class InitialTonk:
    """These seats hold 49 or 50; `hands` and `totals` are theirs, in the same order (TONK-15)."""

    seats: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A seat is to act. `top` is None for an empty pile; `blocks` by seat."""

    seat: int
    turns: int
    stock_count: int
    top: int | None
    discard_count: int
    blocks: tuple[int, ...]
    idle: int
    version: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew. From the stock only that seat sees the card."""

    seat: int
    source: Source
    card: int | Hidden
    hand_count: int
    stock_count: int
    top: int | None
    discard_count: int


@dataclass(frozen=True, slots=True)
class SpreadLaid:
    """A seat laid a new spread."""

    seat: int
    spread: int
    kind: Kind
    cards: tuple[int, ...]
    hand_count: int


@dataclass(frozen=True, slots=True)
class SpreadHit:
    """A seat added a card to a spread."""

    seat: int
    spread: int
    owner: int
    card: int
    end: HitEnd
    hand_count: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat laid a card on the discard pile."""

    seat: int
    card: int
    hand_count: int
    discard_count: int


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat knocked."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat refused the top discard with the stock empty."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class Settled:
    """The payments; always a hand's last event."""

    settlement: Settlement


Event = (
    DealerDrawn
    | SeatShort
    | SeatLeft
    | HandStarted
    | CardsDealt
    | UpcardTurned
    | InitialTonk
    | TurnStarted
    | Drawn
    | SpreadLaid
    | SpreadHit
    | Discarded
    | Knocked
    | Declined
    | HandEnded
    | Settled
)

Log = list[Event] | None
"""Where the rules write what happened; None in a search, which does not want to know."""
