"""The search's grain: every move of Chắn is one step.

A step is a bit number: a kind to discard, or one of the answers. In a window `steps` asks the seats one by one in
the order of claims, and the last answer settles it, as time means nothing to a search. `SETTLE` is the step of a
window that nobody is asked in; a window comes to that only by `play`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from services.chan.rules.bans import ca_partner, legal_discards, takes
from services.chan.rules.claims import first_asked
from services.chan.rules.events import Claim, Claimed, Log
from services.chan.rules.flow import (
    capture,
    chiu_in_turn,
    decline_heaven,
    discard,
    pass_take,
    settle_claims,
    win,
)
from services.chan.rules.state import (
    CLAIMS,
    DISCARD,
    HEAVEN,
    MELD_CA,
    MELD_CHAN,
    NOBODY,
    SAID_CHIU,
    SAID_PASS,
    SAID_WIN,
    TAKE,
    State,
)

__all__ = ["CA", "CHAN", "CHIU", "PASS", "SETTLE", "WIN", "answer", "step", "steps"]

PASS: Final = 25
CA: Final = 26
CHAN: Final = 27
CHIU: Final = 28
WIN: Final = 29
SETTLE: Final = 30

_PASS_BIT: Final = 0x2000000
_CHIU_BIT: Final = 0x10000000
_WIN_BIT: Final = 0x20000000
_SETTLE_BIT: Final = 0x40000000

_MOST_MOVES: Final = 400


def steps(state: State) -> i64:
    """Mask of the legal steps; 0 when the hand is over."""
    if state.stage == DISCARD:
        return legal_discards(state, state.seat)
    if state.stage == TAKE:
        return _PASS_BIT | (takes(state, state.seat) << CA)
    if state.stage == CLAIMS:
        return _claim_steps(state)
    if state.stage == HEAVEN:
        return _PASS_BIT | _WIN_BIT
    return 0


def _claim_steps(state: State) -> i64:
    seat: i64 = first_asked(state)
    if seat == NOBODY:
        return _SETTLE_BIT
    legal: i64 = _PASS_BIT
    if seat == state.chiu_seat:
        legal |= _CHIU_BIT
    if (state.winners >> seat) & 1:
        legal |= _WIN_BIT
    return legal


def step(state: State, bit: i64) -> None:
    """Makes one legal step; the caller has looked at `steps`."""
    if state.stage != CLAIMS:
        answer(state, state.seat, bit, None)
    elif bit != SETTLE:
        answer(state, first_asked(state), bit, None)
    while state.stage == CLAIMS and first_asked(state) == NOBODY:
        settle_claims(state, None)


def answer(state: State, seat: i64, bit: i64, log: Log) -> None:
    """A legal answer of a seat that is asked. In a window it is only stored."""
    state.version += 1
    assert state.version < _MOST_MOVES, "endless hand"
    if state.stage == CLAIMS:
        _store_claim(state, seat, bit, log)
    elif state.stage == DISCARD:
        discard(state, bit, log)
    elif state.stage == HEAVEN:
        _answer_heaven(state, bit, log)
    elif bit == PASS:
        pass_take(state, log)
    elif bit == CA:
        capture(state, MELD_CA, ca_partner(state, seat), log)
    elif bit == CHAN:
        capture(state, MELD_CHAN, state.live, log)
    elif bit == CHIU:
        chiu_in_turn(state, log)
    else:
        win(state, seat, log)


def _store_claim(state: State, seat: i64, bit: i64, log: Log) -> None:
    said: i64 = SAID_PASS
    if bit == CHIU:
        said = SAID_CHIU
    elif bit == WIN:
        said = SAID_WIN
    state.claims[seat] = said
    if log is not None:
        log.append(Claimed(seat, Claim(said)))


def _answer_heaven(state: State, bit: i64, log: Log) -> None:
    seat: i64 = state.seat
    if bit == WIN:
        win(state, seat, log)
        return
    if log is not None:
        log.append(Claimed(seat, Claim.PASS))
    decline_heaven(state, log)
