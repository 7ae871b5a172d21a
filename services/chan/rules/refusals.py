"""Why a move is refused: the first failing test in the order of CHAN-42, or nothing.

No test looks at anything that the mover cannot see, and none changes the state. Outdated questions are core's.
"""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from mypy_extensions import i64

from services.chan.rules.bans import discards_left
from services.chan.rules.claims import is_asked
from services.chan.rules.kinds import CC, KINDS, bit_of, has_ca, mates, rank_mask
from services.chan.rules.moves import Ca, Chan, Chiu, Discard, Move, Pass, Win
from services.chan.rules.options import has_to_chiu
from services.chan.rules.state import (
    CLAIMS,
    DISCARD,
    FROM_DISCARD,
    FROM_RETURN,
    FROM_STOCK,
    HEAVEN,
    SEATS,
    TAKE,
    State,
    held,
    odd_kinds,
)
from services.chan.rules.winning import unpaired, wins_with

__all__ = ["Code", "refusal"]


class Code(StrEnum):
    """The rulebook's refusals that the rules themselves decide, in its order."""

    DEAD_HAND = "DEAD_HAND"
    NOT_ENTITLED = "NOT_ENTITLED"
    MUST_CHIU = "MUST_CHIU"
    MUST_CHAN = "MUST_CHAN"
    NO_TRIPLE = "NO_TRIPLE"
    FACE_DISCARDED = "FACE_DISCARDED"
    FACE_SHED_IN_CA = "FACE_SHED_IN_CA"
    NO_PARTNER = "NO_PARTNER"
    BREAKS_CHAN = "BREAKS_CHAN"
    CA_IN_HAND = "CA_IN_HAND"
    DECLINED_FACE = "DECLINED_FACE"
    LAST_UNPAIRED = "LAST_UNPAIRED"
    CA_DISCARDED = "CA_DISCARDED"
    NO_DISCARD_AFTER = "NO_DISCARD_AFTER"
    NOT_IN_HAND = "NOT_IN_HAND"
    CA_PAIR_AFTER_CA = "CA_PAIR_AFTER_CA"
    DISCARD_NOT_WINNABLE = "DISCARD_NOT_WINNABLE"
    NOT_A_WIN = "NOT_A_WIN"


def refusal(state: State, seat: int, move: Move) -> Code | None:
    """Why this seat may not make this move now, or None if it may."""
    if not 0 <= seat < SEATS:
        return Code.NOT_ENTITLED
    if seat == state.dead:
        return Code.DEAD_HAND
    if state.stage == CLAIMS:
        return _claim_refusal(state, seat, move) if is_asked(state, seat) else Code.NOT_ENTITLED
    if seat != state.seat:
        return Code.NOT_ENTITLED
    if state.stage == TAKE:
        return _take_refusal(state, seat, move)
    if state.stage == DISCARD and isinstance(move, Discard):
        return _discard_refusal(state, seat, move.card)
    if state.stage == HEAVEN and isinstance(move, Win | Pass):
        return None
    return Code.NOT_ENTITLED


def _claim_refusal(state: State, seat: i64, move: Move) -> Code | None:
    """A window takes wins and the Chíu out of turn; an ordinary capture waits for its turn."""
    match move:
        case Pass():
            return None
        case Win():
            return _win_refusal(state, seat)
        case Chiu():
            return Code.NOT_ENTITLED if seat == state.entitled else _capture_refusal(state, seat, move)
        case Chan() | Ca() | Discard():
            return Code.NOT_ENTITLED
        case _:
            assert_never(move)


def _take_refusal(state: State, seat: i64, move: Move) -> Code | None:
    match move:
        case Pass():
            return None
        case Win():
            # A revealed card is won in its window or not at all (CHAN-22).
            may_win = state.origin in (FROM_DISCARD, FROM_RETURN)
            return _win_refusal(state, seat) if may_win else Code.NOT_ENTITLED
        case Chiu() | Chan() | Ca():
            return _capture_refusal(state, seat, move)
        case Discard():
            return Code.NOT_ENTITLED
        case _:
            assert_never(move)


def _win_refusal(state: State, seat: i64) -> Code | None:
    if state.origin != FROM_STOCK and held(state, seat, state.live) < 3:
        return Code.DISCARD_NOT_WINNABLE
    return None if wins_with(state, seat, state.live) else Code.NOT_A_WIN


def _capture_refusal(state: State, seat: i64, move: Chiu | Chan | Ca) -> Code | None:
    bit: i64 = bit_of(state.live)
    copies: i64 = held(state, seat, state.live)
    if copies == 3:
        if has_to_chiu(state.options) and not isinstance(move, Chiu):
            return Code.MUST_CHIU
    elif isinstance(move, Chiu):
        return Code.NO_TRIPLE
    elif state.discarded[seat] & bit:
        return Code.FACE_DISCARDED
    elif state.shed[seat] & bit:
        return Code.FACE_SHED_IN_CA
    if not copies:
        return _ca_refusal(state, seat, bit_of(move.partner) if isinstance(move, Ca) else 0)
    if isinstance(move, Ca):
        return Code.MUST_CHAN
    left: i64 = discards_left(state, seat, odd_kinds(state, seat) ^ bit, (state.ca_seats >> seat) & 1)
    return None if left else Code.NO_DISCARD_AFTER


def _ca_refusal(state: State, seat: i64, partner: i64) -> Code | None:
    """With no copy of the live card in hand; `partner` is empty if no kind in play was named, or no Cạ asked."""
    at: i64 = seat * 4
    rank: i64 = rank_mask(state.live)
    spare: i64 = odd_kinds(state, seat) & rank
    if state.live == CC or not partner & rank & state.hands[at]:
        return Code.NO_PARTNER
    if not partner & spare:
        return Code.BREAKS_CHAN
    if spare != partner:
        return Code.CA_IN_HAND
    if (spare | bit_of(state.live)) & state.locked[seat]:
        return Code.DECLINED_FACE
    if unpaired(state, seat) == 1:
        return Code.LAST_UNPAIRED
    if has_ca(state.discarded[seat]):
        return Code.CA_DISCARDED
    return None if discards_left(state, seat, odd_kinds(state, seat) ^ spare, 1) else Code.NO_DISCARD_AFTER


def _discard_refusal(state: State, seat: i64, card: int) -> Code | None:
    kind: i64 = card if 0 <= card < KINDS else -1
    bit: i64 = bit_of(kind)
    if not bit & state.hands[seat * 4]:
        return Code.NOT_IN_HAND
    if not bit & odd_kinds(state, seat):
        return Code.BREAKS_CHAN
    if bit & state.locked[seat]:
        return Code.DECLINED_FACE
    if (state.ca_seats >> seat) & 1 and bit & mates(state.discarded[seat]):
        return Code.CA_PAIR_AFTER_CA
    return None
