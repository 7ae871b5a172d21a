"""All that one audience may know of a hand, as a value (section 4.1)."""

from __future__ import annotations

from dataclasses import dataclass

from services.tonk.rules.events import Kind, Phase
from services.tonk.rules.moves import Source
from services.tonk.rules.options import Options
from services.tonk.rules.results import HandResult

__all__ = ["Laid", "Memory", "SeatView", "SpreadView", "View"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table and who put it there."""

    card: int
    seat: int


@dataclass(frozen=True, slots=True)
class SpreadView:
    """A spread: a run from its lowest card, a book by suits."""

    number: int
    """Its id, from 1."""
    owner: int
    kind: Kind
    cards: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of a seat."""

    hand_count: int
    block: int
    """Turns for which it may not knock."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What a seat was told earlier and may remember, but not look up (TONK-14); for bots.

    `pile` is the discard pile, top last; `known`, by seat, are cards of its hand that it took from the pile.
    """

    pile: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that `audience` may know. Equal for all who cannot tell two states apart. Cards are in canonical order."""

    audience: int
    options: Options
    hand_no: int
    """Number of the hand in the match, from 1, drawn ones counted."""
    hands_done: int
    """Hands before this one, drawn ones not counted (TONK-17)."""
    dealer: int
    order: tuple[int, ...]
    """The seats dealt in, clockwise."""
    phase: Phase
    turn: int
    """The seat to act, or -1 when the hand is over."""
    version: int
    turns: int
    """Completed turns."""
    idle: int
    """Idle turns in a row (TONK-54)."""
    hand: tuple[int, ...]
    """Own cards; none for spectators."""
    seats: tuple[SeatView, ...]
    spreads: tuple[SpreadView, ...]
    top: int | None
    """The top of the discard pile."""
    discard_count: int
    stock_count: int
    source: Source
    """Where the running turn drew from."""
    drawn: int | None
    """The card drawn in the running turn: for its drawer, and for everybody if it came from the discard pile."""
    has_laid: bool
    """Whether a new spread was laid in this turn."""
    has_melded: bool
    """Whether a spread was laid or hit in this turn."""
    bankrolls: tuple[int, ...]
    """Of each seat, this hand settled once it is over."""
    result: HandResult | None
    memory: Memory | None
    """Only in the view that `recall` makes."""
