"""Why a move is refused: the first failing test in the order of section 3.4, or nothing.

No test looks at anything that the mover cannot see, and none changes the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from mypy_extensions import i64

from services.core.cards import JOKERS, count, mask_of, one, ranks_of
from services.tan.rules.moves import Attack, Defend, Move, ReturnTribute, Stop, Take
from services.tan.rules.state import (
    ATTACK,
    DEFEND,
    SET_OVER,
    TRIBUTE_RETURN,
    State,
    is_active,
)
from services.tan.rules.strength import beaters
from services.tan.rules.turns import may_stop, wave_limit

__all__ = ["Code", "refusal"]


class Code(StrEnum):
    """The rulebook's refusals that the rules themselves decide."""

    NOT_SEATED = "NOT_SEATED"
    SET_NOT_IN_PROGRESS = "SET_NOT_IN_PROGRESS"
    SEAT_OUT = "SEAT_OUT"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_ACTION = "WRONG_ACTION"
    MUST_OPEN = "MUST_OPEN"
    EMPTY_CARDS = "EMPTY_CARDS"
    UNKNOWN_CARD = "UNKNOWN_CARD"
    DUPLICATE_CARD = "DUPLICATE_CARD"
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    JOKER_CANNOT_ATTACK = "JOKER_CANNOT_ATTACK"
    OVER_DEFENDER_HAND = "OVER_DEFENDER_HAND"
    RANKS_DIFFER = "RANKS_DIFFER"
    RANK_NOT_ON_TABLE = "RANK_NOT_ON_TABLE"
    NOT_A_PENDING_CARD = "NOT_A_PENDING_CARD"
    INCOMPLETE_DEFENCE = "INCOMPLETE_DEFENCE"
    CARD_TOO_WEAK = "CARD_TOO_WEAK"


def refusal(state: State, seat: int, move: Move) -> Code | None:  # noqa: C901 - the list of section 3.4, top to bottom
    """Why this seat may not make this move now, or None if it may."""
    if not 0 <= seat < state.seats:
        return Code.NOT_SEATED
    if state.phase == SET_OVER:
        return Code.SET_NOT_IN_PROGRESS
    if not is_active(state, seat):
        return Code.SEAT_OUT
    if seat != state.turn:
        return Code.NOT_YOUR_TURN
    if state.phase != _phase_of(move):
        return Code.WRONG_ACTION
    match move:
        case Attack(cards):
            return _attack_refusal(state, cards)
        case Defend(pairs):
            return _defence_refusal(state, pairs)
        case ReturnTribute(card):
            return _cards_refusal(state, [card])
        case Stop():
            return None if may_stop(state) else Code.MUST_OPEN
        case Take():
            return None
        case _:
            assert_never(move)


def _phase_of(move: Move) -> i64:
    match move:
        case Attack() | Stop():
            return ATTACK
        case Defend() | Take():
            return DEFEND
        case ReturnTribute():
            return TRIBUTE_RETURN
        case _:
            assert_never(move)


def _cards_refusal(state: State, cards: Sequence[int]) -> Code | None:
    """The tests on the cards that are to leave the hand."""
    return _names_refusal(state, cards) or _holding_refusal(state, cards)


def _names_refusal(state: State, *sides: Sequence[int]) -> Code | None:
    if not sides[0]:
        return Code.EMPTY_CARDS
    for side in sides:
        for card in side:
            if not _is_card(state, card):
                return Code.UNKNOWN_CARD
    for side in sides:
        if len(set(side)) != len(side):
            return Code.DUPLICATE_CARD
    return None


def _is_card(state: State, card: int) -> bool:
    return 0 <= card < 52 + state.options.jokers


def _holding_refusal(state: State, cards: Sequence[int]) -> Code | None:
    if mask_of(cards) & ~state.hands[state.turn]:
        return Code.CARD_NOT_IN_HAND
    return None


def _attack_refusal(state: State, cards: Sequence[int]) -> Code | None:
    code = _cards_refusal(state, cards)
    if code is not None:
        return code
    wave: i64 = mask_of(cards)
    if wave & JOKERS:
        return Code.JOKER_CANNOT_ATTACK
    if count(wave) > wave_limit(state):
        return Code.OVER_DEFENDER_HAND
    if not state.on_table:
        same: i64 = ranks_of(one(cards[0]))
        return Code.RANKS_DIFFER if wave & ~same else None
    return Code.RANK_NOT_ON_TABLE if wave & ~ranks_of(state.on_table) else None


def _defence_refusal(state: State, pairs: Sequence[tuple[int, int]]) -> Code | None:
    attacks = [attack for attack, _ in pairs]
    answers = [answer for _, answer in pairs]
    code = _names_refusal(state, attacks, answers) or _holding_refusal(state, answers)
    if code is not None:
        return code
    named: i64 = mask_of(attacks)
    if named & ~state.pending:
        return Code.NOT_A_PENDING_CARD
    if state.pending & ~named:
        return Code.INCOMPLETE_DEFENCE
    for attack, answer in pairs:
        if not one(answer) & beaters(attack, state.royal):
            return Code.CARD_TOO_WEAK
    return None
