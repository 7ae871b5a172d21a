"""Ranks, the end of a round and the end of a set, in the order of TAN-32."""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from services.core.cards import cards_of, count, display, one
from services.tan.rules.events import (
    CardsDrawn,
    Log,
    RoundEnded,
    RoundResult,
    SeatBusted,
    SeatOut,
    SetEnded,
    StallWarning,
    TableDiscarded,
)
from services.tan.rules.options import FinishRule
from services.tan.rules.results import Reason, Reveal, SetResult
from services.tan.rules.state import (
    NOBODY,
    SET_OVER,
    State,
    aside_count,
    is_active,
    next_active,
    stock_count,
)
from services.tan.rules.turns import can_open, skip_joker_hand, start_round

__all__ = ["REASONS", "bust", "end_if_one_left", "run_dry", "set_result", "settle"]

REASONS: Final = (Reason.LAST_SEAT, Reason.STALEMATE, Reason.NO_LEAD)
_LAST_SEAT: Final = 1
_STALEMATE: Final = 2
_NO_LEAD: Final = 3

_HAND_SIZE: Final = 8
_WARNED_ROUNDS: Final = 6


def run_dry(state: State, seat: i64, log: Log) -> None:
    """A hand was emptied: its seat is out (TAN-37 to TAN-39), or dry until the refill (TAN-58)."""
    lazy = state.options.finish_rule == FinishRule.HAND_AND_STOCK_EMPTY
    if lazy and stock_count(state):
        state.dry = append(state.dry[:], seat)
    else:
        _go_out(state, seat, log)


def _go_out(state: State, seat: i64, log: Log) -> None:
    rank = _best_free(state)
    _rank(state, seat, rank)
    if log is not None:
        log.append(SeatOut(seat, rank))


def bust(state: State, seat: i64, log: Log) -> None:
    """Gives a seat the worst free rank and lays its hand aside (TAN-43)."""
    state.aside[seat] = state.hands[seat]
    state.hands[seat] = 0
    state.busted |= one(seat)
    rank = _worst_free(state)
    _rank(state, seat, rank)
    if log is not None:
        log.append(SeatBusted(seat, rank, count(state.aside[seat]), aside_count(state)))


def _rank(state: State, seat: i64, rank: i64) -> None:
    state.ranks[seat] = rank
    state.active &= ~one(seat)


def _is_taken(state: State, rank: i64) -> bool:
    for seat in range(state.seats):
        if state.ranks[seat] == rank:
            return True
    return False


def _best_free(state: State) -> i64:
    rank: i64 = 1
    while _is_taken(state, rank):
        rank += 1
    return rank


def _worst_free(state: State) -> i64:
    rank: i64 = state.seats
    while _is_taken(state, rank):
        rank -= 1
    return rank


def end_if_one_left(state: State, log: Log) -> bool:
    """Ends the set when a single active seat is left (TAN-44); tells whether it did."""
    if count(state.active) > 1:
        return False
    _end_set(state, _LAST_SEAT, state.defender, log)
    return True


def settle(state: State, taken: bool, log: Log) -> None:
    """Everything between the last act of a round and the first of the next (TAN-32)."""
    if not taken:
        _discard_table(state, log)
    if end_if_one_left(state, log):
        return
    before: i64 = state.drawn
    _refill(state, log)
    _finish_dry(state, log)
    if end_if_one_left(state, log):
        return
    productive = not taken or state.drawn != before or _was_ranked(state)
    state.quiet += 1
    if productive:
        state.quiet = 0
    _next_round(state, taken, log)


def _discard_table(state: State, log: Log) -> None:
    cards: i64 = state.on_table
    if not cards:
        return
    state.discard |= cards
    clear_table(state)
    if log is not None:
        log.append(TableDiscarded(cards_of(cards), count(state.discard)))


def clear_table(state: State) -> None:
    """Forgets the table; the caller has moved its cards."""
    state.on_table = 0
    state.pending = 0
    state.wave = 0
    state.table = state.table[:0]


def _refill(state: State, log: Log) -> None:
    """Attackers in their order, the defender last, each all it needs (TAN-34)."""
    if not stock_count(state):
        return
    for seat in state.order:
        _draw_up(state, seat, log)
    _draw_up(state, state.defender, log)


def _draw_up(state: State, seat: i64, log: Log) -> None:
    if not is_active(state, seat):
        return
    need: i64 = _HAND_SIZE - count(state.hands[seat])
    left: i64 = stock_count(state)
    need = min(left, need)
    if need <= 0:
        return
    new: i64 = 0
    for place in range(state.drawn, state.drawn + need):
        new |= one(state.stock[place])
    state.drawn += need
    state.hands[seat] |= new
    if log is not None:
        hand_count = count(state.hands[seat])
        cards = display(new, state.royal)
        log.append(CardsDrawn(seat, need, hand_count, stock_count(state), cards))


def _finish_dry(state: State, log: Log) -> None:
    """Ranks the seats that ran dry and drew nothing, by the moment they ran dry (TAN-58)."""
    for seat in state.dry:
        if not state.hands[seat]:
            _go_out(state, seat, log)


def _was_ranked(state: State) -> bool:
    """Whether a seat that began the round has been ranked in it."""
    for seat in state.order:
        if not is_active(state, seat):
            return True
    return not is_active(state, state.defender)


def _next_round(state: State, taken: bool, log: Log) -> None:
    """The end of the round and the choice of who leads next (TAN-35, TAN-36, TAN-45, TAN-55)."""
    first: i64 = state.defender
    if taken or not is_active(state, first):
        first = next_active(state, state.defender)
    leader: i64 = _first_to_open(state, first)
    if log is not None:
        result = RoundResult.TAKEN if taken else RoundResult.DEFENDED
        log.append(RoundEnded(result, None if leader == NOBODY else leader, state.quiet))
    left: i64 = state.options.stall_limit - state.quiet
    if log is not None and state.quiet and 0 < left <= _WARNED_ROUNDS:
        log.append(StallWarning(left))
    _skip_until(state, first, leader, log)
    if left <= 0:
        _end_set(state, _STALEMATE, first if leader == NOBODY else leader, log)
    elif leader == NOBODY:
        _end_set(state, _NO_LEAD, first, log)
    else:
        start_round(state, leader, log)


def _first_to_open(state: State, first: i64) -> i64:
    """The first active seat from `first` on that may open, or NOBODY."""
    seat: i64 = first
    while True:
        if can_open(state, seat):
            return seat
        seat = next_active(state, seat)
        if seat == first:
            return NOBODY


def _skip_until(state: State, first: i64, leader: i64, log: Log) -> None:
    seat: i64 = first
    while seat != leader:
        skip_joker_hand(state, seat, log)
        seat = next_active(state, seat)
        if seat == first:
            return


def _end_set(state: State, reason: i64, first: i64, log: Log) -> None:
    """Ranks the active seats, fewest cards first, ties from `first` to the right, and ends the set."""
    _discard_table(state, log)
    while state.active:
        _rank(state, _fewest_cards(state, first), _best_free(state))
    state.reason = reason
    state.phase = SET_OVER
    state.turn = NOBODY
    if log is not None:
        log.append(SetEnded(set_result(state)))


def _fewest_cards(state: State, first: i64) -> i64:
    best: i64 = NOBODY
    for step in range(state.seats):
        seat: i64 = (first + step) % state.seats
        if is_active(state, seat) and (best == NOBODY or count(state.hands[seat]) < count(state.hands[best])):
            best = seat
    return best


def set_result(state: State) -> SetResult:
    """The result of a set that is over."""
    ranks = tuple(state.ranks)
    points = tuple([state.options.points[rank - 1] for rank in ranks])
    totals = tuple([state.totals[seat] + points[seat] for seat in range(len(ranks))])
    reveal = Reveal(
        tuple([display(hand, state.royal) for hand in state.hands]),
        tuple([display(aside, state.royal) for aside in state.aside]),
        tuple(state.stock)[state.drawn :],
    )
    return SetResult(REASONS[state.reason - 1], ranks, points, totals, reveal)
