"""From what chance supplied to a hand in play (TONK-7, 10 to 17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from services.core.cards import count, one
from services.core.game import Chance
from services.tonk.rules.events import (
    CardsDealt,
    DealerDrawn,
    Event,
    HandStarted,
    InitialTonk,
    Log,
    SeatLeft,
    SeatShort,
    UpcardTurned,
)
from services.tonk.rules.match import NO_DEALER, Line, Match, left_of, line_up
from services.tonk.rules.options import Options, cover
from services.tonk.rules.results import Reason
from services.tonk.rules.settlement import end_hand, initial_tonks
from services.tonk.rules.spreads import in_order, points
from services.tonk.rules.state import State, stock_count
from services.tonk.rules.turns import start_turn

__all__ = ["blank_state", "deal", "draw_dealer", "open_hand"]

_HAND_SIZE: Final = 5


def blank_state(options: Options, seats: int) -> State:
    """A state with empty hands, for whoever fills one in."""
    state = State(options, seats)
    empty = [0] * seats
    state.order = vec[i64](range(seats))
    state.hands = vec[i64](empty)
    state.known = vec[i64](empty)
    state.put = vec[i64](empty)
    state.blocks = vec[i64](empty)
    state.bankrolls = (0,) * seats
    return state


def draw_dealer(cards: Sequence[int], seats: Sequence[int]) -> int:
    """Who deals first: one card each, K highest, ace lowest, spades before hearts, diamonds, clubs (TONK-7)."""
    ranked = sorted([(((card >> 2) + 1) % 13, card & 3, seat) for card, seat in zip(cards, seats, strict=False)])
    return ranked[-1][2]


def deal(options: Options, match: Match, chance: Chance) -> tuple[State, list[Event]]:
    """The next hand of a match, dealt and ready to play, and the events so far.

    `chance["deck"]` lists the cards from the top; `chance["dealer"]` those that are drawn for the first deal.
    """
    line = line_up(options, match)
    log: list[Event] = []
    dealer = line.dealer
    if dealer == NO_DEALER:
        drawn = tuple(chance["dealer"][: len(line.order)])
        dealer = draw_dealer(drawn, line.order)
        log.append(DealerDrawn(drawn, dealer))
    _tell_leavers(options, match, line, log)
    state = blank_state(options, len(match.bankrolls))
    state.hand_no = match.deals + 1
    state.hands_done = match.hands
    state.dealer = dealer
    state.order = vec[i64](line.order)
    state.bankrolls = match.bankrolls
    least = cover(options, len(line.order))
    log.append(HandStarted(state.hand_no, match.hands, dealer, line.order, match.bankrolls, least))
    _deal_cards(state, chance["deck"], line.order, log)
    open_hand(state, log)
    return state, log


def _tell_leavers(options: Options, match: Match, line: Line, log: list[Event]) -> None:
    order = match.order
    for seat in line.dropped:
        log.append(SeatShort(seat, match.bankrolls[seat], cover(options, len(order))))
        log.append(SeatLeft(seat, order.index(seat)))
        order = tuple([other for other in order if other != seat])


def _deal_cards(state: State, deck: Sequence[int], order: Sequence[int], log: list[Event]) -> None:
    """Five each, one at a time from the dealer's left (TONK-11), then the upcard (TONK-12)."""
    seat = left_of(order, state.dealer)
    dealt = _HAND_SIZE * len(order)
    for place in range(dealt):
        state.hands[seat] |= one(deck[place])
        seat = left_of(order, seat)
    state.stock = vec[i64](deck[dealt:])
    hands = tuple([in_order(hand) for hand in state.hands])
    upcards = 1 if state.options.initial_upcard else 0
    log.append(CardsDealt(tuple([count(hand) for hand in state.hands]), stock_count(state) - upcards, hands))
    if upcards:
        state.pile = append(state.pile, deck[dealt])
        state.drawn = 1
        log.append(UpcardTurned(deck[dealt]))


def open_hand(state: State, log: Log) -> None:
    """Looks for initial tonks and gives the seat at the dealer's left the first turn (TONK-15 to 17, 20)."""
    lucky = initial_tonks(state)
    if lucky:
        if log is not None:
            hands = tuple([in_order(state.hands[seat]) for seat in lucky])
            totals = tuple([points(state.hands[seat]) for seat in lucky])
            log.append(InitialTonk(tuple(lucky), hands, totals))
        end_hand(state, Reason.INITIAL_TONK if len(lucky) == 1 else Reason.INITIAL_TONK_DRAW, log)
        return
    start_turn(state, state.dealer, log)
