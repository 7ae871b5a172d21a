"""What happens in a set, as values.

An event made by the rules is complete. `show` makes what an audience may see of it: private parts are
`Hidden` there. Seats are numbers; cards are numbers of `services.core.cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from services.core.game import Hidden
from services.tan.rules.results import SetResult

__all__ = [
    "PHASES",
    "AttackStopped",
    "CardsDrawn",
    "Event",
    "HandDealt",
    "LeadSkipped",
    "Log",
    "Phase",
    "RoundEnded",
    "RoundResult",
    "RoundStarted",
    "SeatBusted",
    "SeatOut",
    "SetEnded",
    "SetStarted",
    "StallWarning",
    "TableDiscarded",
    "TableTaken",
    "TributePaid",
    "TributeReturned",
    "TributeSkipped",
    "TurnChanged",
    "WaveAttacked",
    "WaveDefended",
]


class Phase(IntEnum):
    """What the seat to act is asked for; nobody is asked when the set is over."""

    TRIBUTE_RETURN = 0
    ATTACK = 1
    DEFEND = 2
    SET_OVER = 3


PHASES: Final = tuple(Phase)
"""The phases by their numbers in the state: looking one up is cheaper than calling the enum."""


class RoundResult(IntEnum):
    """How a round ended."""

    DEFENDED = 0
    TAKEN = 1


@dataclass(frozen=True, slots=True)
class SetStarted:
    """A set begins: its number from 1, its royal suit (0 clubs to 3 spades), who leads, cards in the pack."""

    set_no: int
    royal: int
    leader: int
    pack_size: int


@dataclass(frozen=True, slots=True)
class HandDealt:
    """The cards are dealt. `hands` by seat in display order; an audience sees its own."""

    counts: tuple[int, ...]
    stock_count: int
    hands: tuple[tuple[int, ...] | Hidden, ...]


@dataclass(frozen=True, slots=True)
class TributePaid:
    """The last-ranked seat gave its strongest royal card to the King."""

    payer: int
    king: int
    card: int


@dataclass(frozen=True, slots=True)
class TributeSkipped:
    """The last-ranked seat holds no royal card."""

    seat: int


@dataclass(frozen=True, slots=True)
class TributeReturned:
    """The King gave a card back; the two of them see which."""

    king: int
    payer: int
    card: int | Hidden


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The roles of a new round; `order` is the attackers' order, the main attacker first."""

    round_no: int
    main: int
    defender: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnChanged:
    """A seat is to act. `limit` is the most cards that a wave may have now, 0 when none can be laid."""

    seat: int
    phase: Phase
    limit: int
    can_stop: bool
    version: int


@dataclass(frozen=True, slots=True)
class WaveAttacked:
    """A wave was laid; `hand_count` is what its seat still holds."""

    seat: int
    wave_no: int
    cards: tuple[int, ...]
    hand_count: int


@dataclass(frozen=True, slots=True)
class WaveDefended:
    """The wave was covered: (attacking card, defending card), in ascending order of the attacking cards."""

    seat: int
    pairs: tuple[tuple[int, int], ...]
    hand_count: int


@dataclass(frozen=True, slots=True)
class AttackStopped:
    """A seat gave the attack right up."""

    seat: int


@dataclass(frozen=True, slots=True)
class TableTaken:
    """The defender took all cards on the table; `hand_count` counts them in."""

    seat: int
    cards: tuple[int, ...]
    hand_count: int


@dataclass(frozen=True, slots=True)
class TableDiscarded:
    """All cards on the table went to the discard pile."""

    cards: tuple[int, ...]
    discard_count: int


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """A seat refilled its hand; only that seat sees the cards."""

    seat: int
    count: int
    hand_count: int
    stock_count: int
    cards: tuple[int, ...] | Hidden


@dataclass(frozen=True, slots=True)
class SeatOut:
    """A seat played its last card and took a rank."""

    seat: int
    rank: int


@dataclass(frozen=True, slots=True)
class SeatBusted:
    """A seat reached the hand limit; its `hand_count` cards are laid aside, `aside_count` are in all."""

    seat: int
    rank: int
    hand_count: int
    aside_count: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over. `next_main` is None when nobody can lead."""

    result: RoundResult
    next_main: int | None
    quiet: int


@dataclass(frozen=True, slots=True)
class LeadSkipped:
    """A seat was passed over for the lead or the opening: it holds only jokers."""

    seat: int


@dataclass(frozen=True, slots=True)
class StallWarning:
    """So many more quiet rounds in a row end the set."""

    rounds_left: int


@dataclass(frozen=True, slots=True)
class SetEnded:
    """The set is over; always its last event."""

    result: SetResult


Event = (
    SetStarted
    | HandDealt
    | TributePaid
    | TributeSkipped
    | TributeReturned
    | RoundStarted
    | TurnChanged
    | WaveAttacked
    | WaveDefended
    | AttackStopped
    | TableTaken
    | TableDiscarded
    | CardsDrawn
    | SeatOut
    | SeatBusted
    | RoundEnded
    | LeadSkipped
    | StallWarning
    | SetEnded
)

Log = list[Event] | None
"""Where the rules write what happened; None in a search, which does not want to know."""
