"""All that one audience may know of a set, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from services.tan.rules.events import Phase
from services.tan.rules.options import Options
from services.tan.rules.results import SetResult

__all__ = ["Pair", "SeatStatus", "SeatView", "Tribute", "View", "Wave"]


class SeatStatus(IntEnum):
    """Whether a seat still plays in this set."""

    ACTIVE = 0
    OUT = 1
    BUSTED = 2


@dataclass(frozen=True, slots=True)
class Pair:
    """An attacking card and what covers it, None while unanswered."""

    attack: int
    defence: int | None


@dataclass(frozen=True, slots=True)
class Wave:
    """The cards that one seat laid in one move, in ascending order."""

    wave_no: int
    seat: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Tribute:
    """The tribute of this set. Everybody may see `card` until the King has returned one, then it is None."""

    payer: int
    king: int
    card: int | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What an audience knows of one seat. All cards are in display order.

    `known` are cards of the hand that this audience saw go there: by a take, or as tribute. For its own
    seat it is what all the others know. `aside_known` are the cards of a busted hand that this audience
    can name. `jokers_held` counts jokers that the hand (or the busted hand) is known to contain without
    being told apart from the other cards hidden from this audience.
    """

    status: SeatStatus
    rank: int
    """0 while active."""
    hand_count: int
    known: tuple[int, ...]
    aside_count: int
    aside_known: tuple[int, ...]
    jokers_held: int


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that `audience` may know (TAN-66 to TAN-71). Equal for all who cannot tell two states apart."""

    audience: int
    options: Options
    set_no: int
    royal: int
    leader: int
    phase: Phase
    version: int
    round_no: int
    wave_no: int
    """Waves laid in this round."""
    quiet: int
    main: int
    """Main attacker, or -1 before the first round."""
    defender: int
    """The defender, or -1 before the first round."""
    order: tuple[int, ...]
    """Attackers of this round in their order, the main attacker first."""
    right: int
    """Index into `order` of who holds the attack right."""
    turn: int
    """The seat to act, or -1 when the set is over."""
    limit: int
    """The most cards that a wave may have now, 0 when none can be laid."""
    can_stop: bool
    hand: tuple[int, ...]
    """Own cards in display order; none for spectators."""
    seats: tuple[SeatView, ...]
    table: tuple[Wave, ...]
    stock_count: int
    discard_count: int
    gone: tuple[int, ...]
    """Cards known to be out of play."""
    dry: tuple[int, ...]
    """Seats that ran out of cards in this round while the stock was not empty, in that order (TAN-58)."""
    tribute: Tribute | None
    secret: tuple[int, ...]
    """Cards of `known` or `aside_known` that only this audience and their holder know, by the tribute."""
    totals: tuple[int, ...]
    """Running scores of the match, this set counted once it is over."""
    result: SetResult | None
    """The result with all cards revealed, once the set is over."""
