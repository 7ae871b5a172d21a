"""Which discards and captures are legal, as masks: what the search asks at every step (2.4).

`refusals` says the same about one move at a time, with the rulebook's reasons.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from services.chan.rules.kinds import CC, has_ca, mates, rank_mask
from services.chan.rules.options import has_to_chiu
from services.chan.rules.state import FROM_DISCARD, FROM_RETURN, NOBODY, State, held, odd_kinds
from services.chan.rules.winning import unpaired, wins_with
from services.core.cards import lowest, one

__all__ = [
    "BY_CA",
    "BY_CHAN",
    "BY_CHIU",
    "BY_WIN",
    "ca_partner",
    "discards_left",
    "is_locking",
    "legal_discards",
    "takes",
]

BY_CA: Final = 1
BY_CHAN: Final = 2
BY_CHIU: Final = 4
BY_WIN: Final = 8


def legal_discards(state: State, seat: i64) -> i64:
    """The kinds that the seat may discard (CHAN-30)."""
    return discards_left(state, seat, odd_kinds(state, seat), (state.ca_seats >> seat) & 1)


def discards_left(state: State, seat: i64, odd: i64, has_ca_meld: i64) -> i64:
    """Legal discards of a seat that holds these kinds in an odd number, with or without a Cạ meld."""
    legal: i64 = odd & ~state.locked[seat]
    if has_ca_meld:
        legal &= ~mates(state.discarded[seat])
    return legal


def takes(state: State, seat: i64) -> i64:
    """How the entitled seat may take the live card, as a mask of `BY_…`; 0 if it may only pass (CHAN-32 to 38)."""
    kind: i64 = state.live
    bit: i64 = one(kind)
    copies: i64 = held(state, seat, kind)
    if copies == 3:
        return _with_three(state, seat, bit)
    if bit & (state.discarded[seat] | state.shed[seat]):
        return 0
    if copies:
        # One copy leaves the hand, or three for a Chíu: either way the kind changes sides between odd and even.
        left: i64 = odd_kinds(state, seat) ^ bit
        return BY_CHAN if discards_left(state, seat, left, (state.ca_seats >> seat) & 1) else 0
    return BY_CA if ca_partner(state, seat) != NOBODY else 0


def _with_three(state: State, seat: i64, bit: i64) -> i64:
    found: i64 = 0
    if discards_left(state, seat, odd_kinds(state, seat) ^ bit, (state.ca_seats >> seat) & 1):
        found = BY_CHIU
        if not has_to_chiu(state.options):
            found |= BY_CHAN
    if state.origin in (FROM_DISCARD, FROM_RETURN) and wins_with(state, seat, state.live):
        found |= BY_WIN
    return found


def ca_partner(state: State, seat: i64) -> i64:
    """The hand card that takes the live one as a Cạ, or `NOBODY` (CHAN-35). The seat holds no copy of it."""
    kind: i64 = state.live
    if kind == CC:
        return NOBODY
    odd: i64 = odd_kinds(state, seat)
    spare: i64 = odd & rank_mask(kind)
    if not spare or spare & (spare - 1):
        return NOBODY
    if (spare | one(kind)) & state.locked[seat] or unpaired(state, seat) == 1:
        return NOBODY
    if has_ca(state.discarded[seat]) or not discards_left(state, seat, odd ^ spare, 1):
        return NOBODY
    return lowest(spare)


def is_locking(state: State, seat: i64) -> bool:
    """Whether passing now locks the live card's kind: an identical capture is on offer (CHAN-37)."""
    return (takes(state, seat) & (BY_CHAN | BY_CHIU)) != 0
