"""All that one audience may know of a hand, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from services.chan.rules.events import Claim, MeldForm, Origin, Stage
from services.chan.rules.options import Options
from services.chan.rules.results import HandResult

__all__ = ["DoorCard", "LiveCard", "Meld", "SeatView", "View"]


@dataclass(frozen=True, slots=True)
class LiveCard:
    """The one card that can be claimed (CHAN-6)."""

    card: int
    door: int
    origin: Origin
    publisher: int
    """Who put it there."""


@dataclass(frozen=True, slots=True)
class Meld:
    """What a seat exposed. `given` is the hand card of a pair; in a Chíu all four are of the kind `taken`."""

    seat: int
    form: MeldForm
    taken: int
    given: int
    door: int
    """Where the taken card lay."""
    origin: Origin
    """How it had come there."""


@dataclass(frozen=True, slots=True)
class DoorCard:
    """A card in a door, in the order in which they came. Only the live one can still be claimed."""

    card: int
    door: int
    seat: int
    """Who put it there."""
    origin: Origin


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of one seat. Kinds are in ascending order."""

    hand_count: int
    discarded: tuple[int, ...]
    """The rulebook's D: no longer captured by this seat."""
    shed: tuple[int, ...]
    """The rulebook's C: given into a Cạ, no longer captured by this seat."""
    has_ca: bool
    """It has a Cạ meld: no second suit of a rank is discarded any more."""
    broke_ca: bool
    """It discarded two suits of a rank: it takes no Cạ any more."""
    is_dead: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that `audience` may know (5.1). Equal for all who cannot tell two states apart."""

    audience: int
    options: Options
    hand_no: int
    dealer: int
    stage: Stage
    """HEAVEN is shown to the dealer alone; others see DISCARD."""
    turn: int
    """Counts questions and windows."""
    seat: int
    """Who is asked at HEAVEN, DISCARD and TAKE; -1 in a window and at the end."""
    live: LiveCard | None
    entitled: int
    """Who may take the live card, or goes on after a Chíu out of turn; else -1."""
    return_door: int
    """Where the discard goes after a Chíu out of turn; else -1."""
    hand: tuple[int, ...]
    """Own cards, kinds in ascending order; none for spectators."""
    locked: tuple[int, ...]
    """Own kinds of the rulebook's L."""
    waits: tuple[int, ...]
    """Own waiting set."""
    claim: Claim | None
    """What this seat has answered in the open window."""
    seats: tuple[SeatView, ...]
    melds: tuple[Meld, ...]
    """In the order of exposing."""
    doors: tuple[DoorCard, ...]
    """In the order of coming."""
    stock_count: int
    totals: tuple[int, ...]
    """Running scores of the match, this hand counted once it is over."""
    result: HandResult | None
    """The result with all cards shown, once the hand is over."""
