"""The window on a card that has just become live: who may claim it, and how it settles (CHAN-21, CHAN-22).

All claim questions on one card are open together, beside a pause. Answers are stored and settle nothing; `settle`
does, once, in the rulebook's order: wins from the card's door on, then the Chíu. An unanswered win is claimed, an
unanswered Chíu is passed. A window opens for every card, also for one that nobody can claim, so that neither
messages nor time tell who could.
"""

from __future__ import annotations

from mypy_extensions import i64

from services.chan.rules.bans import discards_left
from services.chan.rules.state import (
    FROM_STOCK,
    NOBODY,
    SAID_NOTHING,
    SAID_WIN,
    SEATS,
    State,
    held,
    odd_kinds,
)
from services.chan.rules.winning import wins_with
from services.core.cards import one

__all__ = ["first_asked", "is_asked", "may_chiu", "open_claims", "winning_claim"]


def open_claims(state: State) -> None:
    """Work out who may claim the live card, and forget earlier answers."""
    state.winners = 0
    state.chiu_seat = NOBODY
    for seat in range(SEATS):
        state.claims[seat] = SAID_NOTHING
        if seat == state.dead:
            continue
        if held(state, seat, state.live) == 3:
            _three_alike(state, seat)
        elif state.origin == FROM_STOCK and wins_with(state, seat, state.live):
            state.winners |= one(seat)


def _three_alike(state: State, seat: i64) -> None:
    is_entitled = seat == state.entitled
    if (state.origin == FROM_STOCK or not is_entitled) and wins_with(state, seat, state.live):
        state.winners |= one(seat)
    if not is_entitled and may_chiu(state, seat):
        state.chiu_seat = seat


def may_chiu(state: State, seat: i64) -> bool:
    """Whether a discard is left after a Chíu of the live card by a seat that holds three (CHAN-50)."""
    left: i64 = odd_kinds(state, seat) ^ one(state.live)
    return discards_left(state, seat, left, (state.ca_seats >> seat) & 1) != 0


def is_asked(state: State, seat: i64) -> bool:
    """Whether the seat has a claim open in the window."""
    if state.claims[seat] != SAID_NOTHING:
        return False
    return seat == state.chiu_seat or ((state.winners >> seat) & 1) != 0


def first_asked(state: State) -> i64:
    """The first seat in the order of claims whose question is open, or `NOBODY`."""
    for step in range(SEATS):
        seat: i64 = (state.door + step) & 3
        if is_asked(state, seat):
            return seat
    return NOBODY


def winning_claim(state: State) -> i64:
    """Who wins when the window settles, or `NOBODY`: wins go by the order from the card's door."""
    for step in range(SEATS):
        seat: i64 = (state.door + step) & 3
        if (state.winners >> seat) & 1 and state.claims[seat] in (SAID_NOTHING, SAID_WIN):
            return seat
    return NOBODY
