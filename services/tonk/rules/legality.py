"""Why a move is refused: the first failing test in the order of section 3.3, or nothing.

No test looks at anything that the mover cannot see, and none changes the state. What comes before these
tests (a repeat, an ended match, an outdated or unreadable request) is core's and the codec's.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from mypy_extensions import i64

from services.core.cards import mask_of, one
from services.tonk.rules.moves import Decline, Discard, Draw, Hit, Knock, Move, Source, Spread
from services.tonk.rules.spreads import is_spread
from services.tonk.rules.state import HAND_OVER, MELD, State, is_dealt_in, may_knock, stock_count
from services.tonk.rules.stepping import discards, hit_step, must_spread

__all__ = ["Code", "refusal"]


class Code(StrEnum):
    """The rulebook's refusals that the rules themselves decide."""

    NOT_IN_MATCH = "NOT_IN_MATCH"
    HAND_OVER = "HAND_OVER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    ALREADY_DREW = "ALREADY_DREW"
    MUST_DRAW_FIRST = "MUST_DRAW_FIRST"
    BAD_CARD = "BAD_CARD"
    DUPLICATE_CARD = "DUPLICATE_CARD"
    NO_SUCH_SPREAD = "NO_SUCH_SPREAD"
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    KNOCK_BLOCKED = "KNOCK_BLOCKED"
    STOCK_EMPTY = "STOCK_EMPTY"
    DISCARD_EMPTY = "DISCARD_EMPTY"
    STOCK_NOT_EMPTY = "STOCK_NOT_EMPTY"
    NOT_A_SPREAD = "NOT_A_SPREAD"
    HIT_DOES_NOT_FIT = "HIT_DOES_NOT_FIT"
    MUST_SPREAD = "MUST_SPREAD"
    RETURNED_DISCARD = "RETURNED_DISCARD"


def refusal(state: State, seat: int, move: Move) -> Code | None:
    """Why this seat may not make this move now, or None if it may."""
    if not 0 <= seat < state.seats or not is_dealt_in(state, seat):
        return Code.NOT_IN_MATCH
    if state.phase == HAND_OVER:
        return Code.HAND_OVER
    if seat != state.turn:
        return Code.NOT_YOUR_TURN
    if isinstance(move, Knock | Draw | Decline):
        return Code.ALREADY_DREW if state.phase == MELD else _turn_refusal(state, move)
    return _meld_refusal(state, move) if state.phase == MELD else Code.MUST_DRAW_FIRST


def _turn_refusal(state: State, move: Knock | Draw | Decline) -> Code | None:
    match move:
        case Knock():
            return None if may_knock(state) else Code.KNOCK_BLOCKED
        case Decline():
            return Code.STOCK_NOT_EMPTY if stock_count(state) else None
        case Draw(Source.DISCARD):
            return None if len(state.pile) else Code.DISCARD_EMPTY
        case Draw():
            return None if stock_count(state) else Code.STOCK_EMPTY
        case _:
            assert_never(move)


def _meld_refusal(state: State, move: Spread | Hit | Discard) -> Code | None:
    match move:
        case Spread(cards):
            code = _names_refusal(cards) or _holding_refusal(state, cards)
            if code is None and not is_spread(mask_of(cards)):
                return Code.NOT_A_SPREAD
            return code
        case Hit(card, spread):
            return _hit_refusal(state, card, spread)
        case Discard(card):
            return _names_refusal([card]) or _holding_refusal(state, [card]) or _discard_refusal(state, card)
        case _:
            assert_never(move)


def _names_refusal(cards: Sequence[int]) -> Code | None:
    for card in cards:
        if not 0 <= card < 52:
            return Code.BAD_CARD
    return Code.DUPLICATE_CARD if len(set(cards)) != len(cards) else None


def _holding_refusal(state: State, cards: Sequence[int]) -> Code | None:
    return Code.CARD_NOT_IN_HAND if mask_of(cards) & ~state.hands[state.turn] else None


def _hit_refusal(state: State, card: int, spread: int) -> Code | None:
    code = _names_refusal([card])
    if code is not None:
        return code
    if not 1 <= spread <= len(state.spreads):
        return Code.NO_SUCH_SPREAD
    held: i64 = one(card) & state.hands[state.turn]
    if not held:
        return Code.CARD_NOT_IN_HAND
    return None if hit_step(state.spreads[spread - 1], card) else Code.HIT_DOES_NOT_FIT


def _discard_refusal(state: State, card: int) -> Code | None:
    if must_spread(state):
        return Code.MUST_SPREAD
    return None if discards(state) & one(card) else Code.RETURNED_DISCARD
