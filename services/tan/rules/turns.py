"""Whose turn it is: who may open, who may stop, where the attack right goes next."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from services.core.cards import FULL, JOKERS, count, ranks_of
from services.tan.rules.events import PHASES, LeadSkipped, Log, RoundStarted, TurnChanged
from services.tan.rules.state import (
    ATTACK,
    State,
    is_active,
    next_active,
)

__all__ = [
    "can_open",
    "fitting_cards",
    "give_turn",
    "holder",
    "may_stop",
    "next_attacker",
    "skip_joker_hand",
    "start_round",
    "wave_limit",
]

_END: Final = -1


def can_open(state: State, seat: i64) -> bool:
    """Whether a seat holds a card that may be laid in a wave."""
    return bool(state.hands[seat] & FULL)


def holder(state: State) -> i64:
    """The seat that holds the attack right."""
    return state.order[state.right]


def fitting_cards(state: State) -> i64:
    """Cards of the attacker's hand whose rank may be laid now (TAN-17, TAN-18)."""
    mine: i64 = state.hands[state.turn] & FULL
    if state.on_table:
        mine &= ranks_of(state.on_table)
    return mine


def wave_limit(state: State) -> i64:
    """The most cards that a wave may have now (TAN-19); 0 when nobody can lay one."""
    if state.phase != ATTACK:
        return 0
    return count(state.hands[state.defender])


def next_attacker(state: State) -> i64:
    """The place in the order of who gets the attack right after the holder, or -1 (TAN-21, TAN-22)."""
    place: i64 = state.right + 1
    last: i64 = len(state.order)
    while place < last:
        hand: i64 = state.hands[state.order[place]]
        if hand if state.on_table else hand & FULL:
            return place
        place += 1
    return _END


def may_stop(state: State) -> bool:
    """Whether the holder of the attack right may stop (TAN-21, TAN-22)."""
    return state.phase == ATTACK and (state.on_table != 0 or next_attacker(state) != _END)


def skip_joker_hand(state: State, seat: i64, log: Log) -> None:
    """Tells everybody that a seat is passed over because it holds only jokers."""
    _tell_jokers(state, seat)
    if log is not None:
        log.append(LeadSkipped(seat))


def give_turn(state: State, seat: i64, phase: i64, log: Log) -> None:
    """Makes a seat the one to act."""
    state.turn = seat
    state.phase = phase
    if phase == ATTACK and state.options.jokers and not may_stop(state):
        _tell_later_jokers(state)
    if log is not None:
        limit = wave_limit(state)
        log.append(TurnChanged(seat, PHASES[phase], limit, may_stop(state), state.version))


def _tell_jokers(state: State, seat: i64) -> None:
    state.held[seat] = count(state.hands[seat] & JOKERS & ~state.known[seat])


def _tell_later_jokers(state: State) -> None:
    # Nobody may open after the holder: whoever comes later with cards has shown that all are jokers.
    place: i64 = state.right + 1
    while place < len(state.order):
        _tell_jokers(state, state.order[place])
        place += 1


def start_round(state: State, main: i64, log: Log) -> None:
    """Deals out the roles of the next round and gives its main attacker the turn (TAN-11 to TAN-14)."""
    state.round_no += 1
    state.wave_no = 0
    state.main = main
    state.defender = next_active(state, main)
    state.order = _attack_order(state)
    state.right = 0
    state.dry = vec[i64]()
    if log is not None:
        log.append(RoundStarted(state.round_no, main, state.defender, tuple(state.order)))
    give_turn(state, main, ATTACK, log)


def _attack_order(state: State) -> vec[i64]:
    order: vec[i64] = vec[i64]([state.main])
    seat: i64 = (state.defender + 1) % state.seats
    while seat != state.defender:
        if seat != state.main and is_active(state, seat):
            order = append(order, seat)
        seat = (seat + 1) % state.seats
    return order
