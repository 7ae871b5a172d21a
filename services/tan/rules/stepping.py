"""The search's grain: one card at a time, in ascending order, so that each move has one sequence of steps.

A step is a bit number: a card, or one of the two closing acts. `STOP` closes a wave that has cards and
gives the attack right up otherwise. A defending card goes on the lowest attacking card still open; a
whole defence needs no closing act. A step is legal only if its move can still be completed.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from services.core.cards import above, cards_of, count, lowest, one, ranks_of
from services.tan.rules.events import (
    AttackStopped,
    Log,
    TableTaken,
    WaveAttacked,
    WaveDefended,
)
from services.tan.rules.settlement import bust, clear_table, end_if_one_left, run_dry, settle
from services.tan.rules.state import (
    ATTACK,
    DEFEND,
    TRIBUTE_RETURN,
    State,
    attack_of,
    defence_of,
    entry,
    leave_hand,
)
from services.tan.rules.strength import beaters, coverable
from services.tan.rules.tribute import return_tribute
from services.tan.rules.turns import (
    fitting_cards,
    give_turn,
    holder,
    may_stop,
    next_attacker,
    skip_joker_hand,
    wave_limit,
)

__all__ = ["STOP", "TAKE", "make_step", "step", "steps"]

STOP: Final = 54
TAKE: Final = 55

_STOP_BIT: Final = 0x40000000000000
_TAKE_BIT: Final = 0x80000000000000

_MOVES_PER_QUIET_ROUND: Final = 4000


def steps(state: State) -> i64:
    """Mask of the legal steps; 0 when the set is over."""
    if state.phase == ATTACK:
        return _attack_steps(state)
    if state.phase == DEFEND:
        return _defence_steps(state)
    if state.phase == TRIBUTE_RETURN:
        return state.hands[state.turn]
    return 0


def _attack_steps(state: State) -> i64:
    fitting: i64 = fitting_cards(state)
    if not state.wave:
        return fitting | _STOP_BIT if may_stop(state) else fitting
    if count(state.wave) >= wave_limit(state):
        return _STOP_BIT
    if not state.on_table:
        fitting &= ranks_of(state.wave)
    return (fitting & above(state.wave)) | _STOP_BIT


def _defence_steps(state: State) -> i64:
    hand: i64 = state.hands[state.defender]
    legal: i64 = _completable(state, hand)
    return legal if state.wave else legal | _TAKE_BIT


def _completable(state: State, hand: i64) -> i64:
    """Cards that beat the lowest open card and leave enough to cover the others."""
    candidates: i64 = hand & beaters(lowest(state.pending), state.royal)
    others: i64 = state.pending & (state.pending - 1)
    if not others:
        return candidates
    legal: i64 = 0
    while candidates:
        bit: i64 = candidates & -candidates
        if coverable(others, hand & ~bit, state.royal):
            legal |= bit
        candidates &= candidates - 1
    return legal


def step(state: State, bit: i64) -> None:
    """Makes one legal step; the caller has looked at `steps`."""
    make_step(state, bit, None)


def make_step(state: State, bit: i64, log: Log) -> None:
    """Makes one legal step and tells `log` what a completed move did."""
    if state.phase == ATTACK:
        if bit != STOP:
            state.wave |= one(bit)
        elif state.wave:
            _lay_wave(state, log)
        else:
            _stop(state, log)
    elif state.phase == DEFEND:
        if bit == TAKE:
            _take(state, log)
        else:
            _cover(state, bit, log)
    else:
        _count_move(state)
        return_tribute(state, bit, log)


def _count_move(state: State) -> None:
    state.version += 1
    # TAN-74: a set that goes on for longer is a fault of ours.
    assert state.version <= _MOVES_PER_QUIET_ROUND * state.options.stall_limit, "endless set"


def _lay_wave(state: State, log: Log) -> None:
    _count_move(state)
    seat: i64 = state.turn
    cards: i64 = state.wave
    state.wave = 0
    state.wave_no += 1
    leave_hand(state, seat, cards)
    state.pending = cards
    state.on_table |= cards
    rest: i64 = cards
    while rest:
        state.table = append(state.table, entry(lowest(rest), seat, state.wave_no))
        rest &= rest - 1
    if log is not None:
        hand_count = count(state.hands[seat])
        log.append(WaveAttacked(seat, state.wave_no, cards_of(cards), hand_count))
    if not state.hands[seat]:
        run_dry(state, seat, log)
        if end_if_one_left(state, log):
            return
    give_turn(state, state.defender, DEFEND, log)


def _stop(state: State, log: Log) -> None:
    _count_move(state)
    if log is not None:
        log.append(AttackStopped(state.turn))
    _pass_right(state, log)


def _pass_right(state: State, log: Log) -> None:
    place: i64 = next_attacker(state)
    if place < 0:
        settle(state, False, log)
        return
    if not state.on_table:
        for passed in range(state.right + 1, place):
            skip_joker_hand(state, state.order[passed], log)
    state.right = place
    give_turn(state, state.order[place], ATTACK, log)


def _cover(state: State, card: i64, log: Log) -> None:
    attack: i64 = lowest(state.pending)
    place: i64 = len(state.table) - 1
    while attack_of(state.table[place]) != attack:
        place -= 1
    state.table[place] |= (card + 1) << 6
    state.pending &= state.pending - 1
    state.on_table |= one(card)
    state.wave |= one(card)
    leave_hand(state, state.defender, one(card))
    if not state.pending:
        _close_defence(state, log)


def _close_defence(state: State, log: Log) -> None:
    _count_move(state)
    seat: i64 = state.defender
    if log is not None:
        log.append(WaveDefended(seat, _last_pairs(state), count(state.hands[seat])))
    state.wave = 0
    if not state.hands[seat]:
        run_dry(state, seat, log)
        settle(state, False, log)
    elif state.hands[holder(state)]:
        give_turn(state, holder(state), ATTACK, log)
    else:
        _pass_right(state, log)


def _last_pairs(state: State) -> tuple[tuple[int, int], ...]:
    """The pairs of the wave that has just been covered."""
    size: i64 = len(state.table)
    first: i64 = size - count(state.wave)
    pairs: list[tuple[int, int]] = []
    for place in range(first, size):
        packed: i64 = state.table[place]
        pairs.append((attack_of(packed), defence_of(packed)))
    return tuple(pairs)


def _take(state: State, log: Log) -> None:
    _count_move(state)
    seat: i64 = state.defender
    cards: i64 = state.on_table
    clear_table(state)
    state.hands[seat] |= cards
    state.known[seat] |= cards
    hand_count: i64 = count(state.hands[seat])
    if log is not None:
        log.append(TableTaken(seat, cards_of(cards), hand_count))
    limit = state.options.hand_limit
    if limit is not None and hand_count >= limit:
        bust(state, seat, log)
    settle(state, True, log)
