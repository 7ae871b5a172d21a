"""What each ending pays (TONK-16, 38 to 40, 45 to 47, 52, 55). Seats and counts go by place in the hand's order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from services.core.game import Hidden
from services.tonk.rules.events import HandEnded, Log, Settled
from services.tonk.rules.options import CaughtLowFrom, Options, TonkPay
from services.tonk.rules.results import Ending, HandResult, PaidFor, Reason, Settlement, Transfer
from services.tonk.rules.spreads import in_order, points
from services.tonk.rules.state import HAND_OVER, NOBODY, State, is_dealt_in

__all__ = [
    "REASONS",
    "end_hand",
    "hand_result",
    "initial_tonks",
    "knock_transfers",
    "low_transfers",
    "win_transfers",
]

REASONS: Final = (
    Reason.INITIAL_TONK,
    Reason.INITIAL_TONK_DRAW,
    Reason.TONK,
    Reason.OUT,
    Reason.KNOCK_WON,
    Reason.KNOCK_CAUGHT,
    Reason.STOCK_OUT,
    Reason.STALL,
)
"""A state's `reason` is a place in this list, from 1."""

Counts = Sequence[tuple[int, int]]
"""(seat, count) of every seat in the hand, by ascending seat number."""

_INITIAL_TONK: Final = 49


def win_transfers(seats: Sequence[int], winner: int, amount: int, reason: PaidFor) -> list[Transfer]:
    """Every other seat pays one winner."""
    return [Transfer(seat, winner, amount, reason) for seat in seats if seat != winner]


def lowest_seats(counts: Counts) -> list[int]:
    """The seats with the lowest count."""
    least = min([count for _, count in counts])
    return [seat for seat, count in counts if count == least]


def low_transfers(options: Options, counts: Counts) -> list[Transfer]:
    """Stock out or stall: each lowest seat gets the stake from each seat that is not (TONK-52)."""
    low = lowest_seats(counts)
    return _to_low(options, [seat for seat, _ in counts], low)


def _to_low(options: Options, payers: Sequence[int], low: Sequence[int]) -> list[Transfer]:
    return [Transfer(seat, winner, options.stake, PaidFor.LOW) for seat in payers if seat not in low for winner in low]


def knock_transfers(options: Options, counts: Counts, knocker: int) -> tuple[list[int], list[Transfer]]:
    """The winners of a knock, and who pays whom (TONK-45 to 47)."""
    seats = [seat for seat, _ in counts]
    own = dict(counts)[knocker]
    others = [(seat, count) for seat, count in counts if seat != knocker]
    catchers = [seat for seat, count in others if count <= own]
    if not catchers:
        return [knocker], win_transfers(seats, knocker, options.stake, PaidFor.KNOCK)
    low = lowest_seats(others)
    paid = [Transfer(knocker, seat, 2 * options.stake, PaidFor.CAUGHT) for seat in catchers]
    payers = seats
    if options.caught_low_from == CaughtLowFrom.OTHERS:
        payers = [seat for seat, _ in others]
    return low, paid + _to_low(options, payers, low)


def initial_tonks(state: State) -> list[int]:
    """Seats whose five dealt cards count 49 or 50 (TONK-15)."""
    return [seat for seat in _seats(state) if points(state.hands[seat]) >= _INITIAL_TONK]


def _seats(state: State) -> list[int]:
    return sorted([seat for seat in state.order])  # noqa: C416 - a list of ints out of a vec


def _counts(state: State) -> list[tuple[int, int]]:
    return [(seat, points(state.hands[seat])) for seat in _seats(state)]


def _outcome(state: State) -> tuple[list[int], list[Transfer]]:
    """The winners of a finished hand, and its transfers."""
    options = state.options
    reason = REASONS[state.reason - 1]
    seats = _seats(state)
    closer: int = state.closer
    if reason == Reason.INITIAL_TONK:
        winner = initial_tonks(state)[0]
        return [winner], win_transfers(seats, winner, 2 * options.stake, PaidFor.TONK)
    if reason == Reason.INITIAL_TONK_DRAW:
        return [], []
    if reason == Reason.TONK:
        is_single = options.tonk_pay == TonkPay.NEW_SPREAD_ONLY and not state.laid
        amount = options.stake if is_single else 2 * options.stake
        return [closer], win_transfers(seats, closer, amount, PaidFor.TONK)
    if reason == Reason.OUT:
        return [closer], win_transfers(seats, closer, options.stake, PaidFor.OUT)
    if reason in (Reason.KNOCK_WON, Reason.KNOCK_CAUGHT):
        return knock_transfers(options, _counts(state), closer)
    counts = _counts(state)
    return lowest_seats(counts), low_transfers(options, counts)


def hand_result(state: State) -> HandResult:
    """The result of a finished hand."""
    winners, transfers = _outcome(state)
    net = [0] * len(state.bankrolls)
    for paid in transfers:
        net[paid.payer] -= paid.amount
        net[paid.payee] += paid.amount
    bankrolls = tuple([state.bankrolls[seat] + net[seat] for seat in range(len(net))])
    settlement = Settlement(tuple(transfers), tuple(net), bankrolls)
    return HandResult(state.hand_no, state.dealer, _ending(state, winners), settlement)


def _ending(state: State, winners: Sequence[int]) -> Ending:
    reason = REASONS[state.reason - 1]
    shown = _seats(state)
    if reason in (Reason.INITIAL_TONK, Reason.INITIAL_TONK_DRAW):
        shown = initial_tonks(state)
    counts: list[int | None] = []
    hands: list[tuple[int, ...] | Hidden] = []
    for seat in range(state.seats):
        is_shown = seat in shown
        counts.append(points(state.hands[seat]) if is_shown else None)
        # Whoever is not dealt in has nothing to hide.
        hands.append(in_order(state.hands[seat]) if is_shown or not is_dealt_in(state, seat) else Hidden())
    knocked = reason in (Reason.KNOCK_WON, Reason.KNOCK_CAUGHT)
    knocker: int | None = state.closer if knocked else None
    return Ending(reason, tuple(winners), knocker, tuple(counts), tuple(hands))


def end_hand(state: State, reason: Reason, log: Log) -> None:
    """Closes the hand; the seat to act, if any, is the one that ended it."""
    state.phase = HAND_OVER
    state.reason = REASONS.index(reason) + 1
    state.closer = state.turn
    state.turn = NOBODY
    if log is not None:
        result = hand_result(state)
        log.append(HandEnded(result.ending))
        log.append(Settled(result.settlement))
