"""The search's grain: one card or one act at a time, so that each move has one sequence of steps.

A step is a bit number: a card, or one of the acts above them, whose meaning depends on what goes on. At the
start of a turn there are four. After the draw a card alone is the
discard; a hit opens with where it goes and then names the card; a spread opens with `SPREAD`, names its
cards in ascending order and ends with `CLOSE`. A step is legal only if its move can still be completed.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from services.core.cards import above, count, one
from services.tonk.rules.events import (
    Declined,
    Discarded,
    Drawn,
    HitEnd,
    Kind,
    Knocked,
    Log,
    SpreadHit,
    SpreadLaid,
)
from services.tonk.rules.moves import Source
from services.tonk.rules.options import ReturnTaken
from services.tonk.rules.results import Reason
from services.tonk.rules.settlement import end_hand
from services.tonk.rules.spreads import above_fit, all_spreads, below_fit, book_fit, has_duty, in_order, is_book
from services.tonk.rules.state import (
    HAND_OVER,
    MELD,
    TURN_START,
    State,
    may_knock,
    stock_count,
)
from services.tonk.rules.turns import block_owner, close_turn, end_by_knock, shown_top

__all__ = [
    "CLOSE",
    "DECLINE",
    "DRAW_DISCARD",
    "DRAW_STOCK",
    "HIT_BOOK",
    "HIT_HIGH",
    "HIT_LOW",
    "KNOCK",
    "SPREAD",
    "discards",
    "fit_of",
    "hit_step",
    "make_step",
    "must_spread",
    "step",
    "steps",
]

KNOCK: Final = 52
DRAW_STOCK: Final = 53
DRAW_DISCARD: Final = 54
DECLINE: Final = 55

SPREAD: Final = 52
HIT_BOOK: Final = 53
HIT_LOW: Final = 54
HIT_HIGH: Final = 55

CLOSE: Final = 52

_KNOCK_BIT: Final = 0x10000000000000
_DRAW_STOCK_BIT: Final = 0x20000000000000
_DRAW_DISCARD_BIT: Final = 0x40000000000000
_DECLINE_BIT: Final = 0x80000000000000

_SPREAD_BIT: Final = 0x10000000000000
_HIT_BOOK_BIT: Final = 0x20000000000000
_HIT_LOW_BIT: Final = 0x40000000000000
_HIT_HIGH_BIT: Final = 0x80000000000000

_CLOSE_BIT: Final = 0x10000000000000

_FROM_STOCK: Final = 1
_FROM_DISCARD: Final = 2


def steps(state: State) -> i64:
    """Mask of the legal steps; 0 when the hand is over."""
    if state.phase == TURN_START:
        return _turn_steps(state)
    if state.phase == HAND_OVER:
        return 0
    if state.begun == SPREAD:
        return _spread_steps(state)
    if state.begun:
        return state.hands[state.turn] & _fitting(state, state.begun)
    return _meld_steps(state)


def _turn_steps(state: State) -> i64:
    legal: i64 = _KNOCK_BIT if may_knock(state) else 0
    if stock_count(state):
        legal |= _DRAW_STOCK_BIT
    else:
        legal |= _DECLINE_BIT
    if len(state.pile):
        legal |= _DRAW_DISCARD_BIT
    return legal


def _meld_steps(state: State) -> i64:
    hand: i64 = state.hands[state.turn]
    legal: i64 = discards(state)
    if len(all_spreads(hand)):
        legal |= _SPREAD_BIT
    for spread in state.spreads:
        if book_fit(spread) & hand:
            legal |= _HIT_BOOK_BIT
        if below_fit(spread) & hand:
            legal |= _HIT_LOW_BIT
        if above_fit(spread) & hand:
            legal |= _HIT_HIGH_BIT
    return legal


def must_spread(state: State) -> bool:
    """Whether the hand of the seat to act forbids every discard (TONK-37)."""
    return state.options.forced_spread and has_duty(state.hands[state.turn])


def discards(state: State) -> i64:
    """The cards that the seat to act may discard (TONK-24, 25, 37)."""
    hand: i64 = state.hands[state.turn]
    if must_spread(state):
        return 0
    if state.source == _FROM_DISCARD and state.options.return_taken == ReturnTaken.FORBID:
        others: i64 = hand & ~one(state.card)
        return others or hand
    return hand


def _spread_steps(state: State) -> i64:
    legal: i64 = 0
    chosen: i64 = state.chosen
    higher: i64 = above(chosen)
    for spread in all_spreads(state.hands[state.turn]):
        if spread & ~higher == chosen:
            rest: i64 = spread & higher
            legal |= rest & -rest if rest else _CLOSE_BIT
    return legal


def fit_of(spread: i64, bit: i64) -> i64:
    """The card that fits a spread in the way that a hit's opening step names."""
    if bit == HIT_BOOK:
        return book_fit(spread)
    return below_fit(spread) if bit == HIT_LOW else above_fit(spread)


def _fitting(state: State, bit: i64) -> i64:
    mask: i64 = 0
    for spread in state.spreads:
        mask |= fit_of(spread, bit)
    return mask


def hit_step(spread: i64, card: i64) -> i64:
    """The step that opens this hit, or 0 if the card does not fit (TONK-32)."""
    bit: i64 = one(card)
    if book_fit(spread) & bit:
        return HIT_BOOK
    if below_fit(spread) & bit:
        return HIT_LOW
    return HIT_HIGH if above_fit(spread) & bit else 0


def step(state: State, bit: i64) -> None:
    """Makes one legal step; the caller has looked at `steps`."""
    make_step(state, bit, None)


def make_step(state: State, bit: i64, log: Log) -> None:
    """Makes one legal step and tells `log` what a completed move did."""
    if state.phase == TURN_START:
        state.version += 1
        _act(state, bit, log)
    elif state.begun == SPREAD:
        if bit != CLOSE:
            state.chosen |= one(bit)
        else:
            _lay(state, log)
    elif state.begun:
        _hit(state, bit, log)
    elif bit >= SPREAD:
        state.begun = bit
    else:
        _discard(state, bit, log)


def _act(state: State, bit: i64, log: Log) -> None:
    seat: i64 = state.turn
    if bit == KNOCK:
        if log is not None:
            log.append(Knocked(seat))
        end_by_knock(state, log)
    elif bit == DECLINE:
        if log is not None:
            log.append(Declined(seat))
        end_hand(state, Reason.STOCK_OUT, log)
    else:
        _draw(state, bit, log)


def _draw(state: State, bit: i64, log: Log) -> None:
    seat: i64 = state.turn
    if bit == DRAW_STOCK:
        state.card = state.stock[state.drawn]
        state.drawn += 1
        state.source = _FROM_STOCK
    else:
        left: i64 = len(state.pile) - 1
        state.card = state.pile[left]
        state.pile = state.pile[:left]
        state.known[seat] |= one(state.card)
        state.source = _FROM_DISCARD
    state.hands[seat] |= one(state.card)
    state.phase = MELD
    if log is not None:
        hand_count = count(state.hands[seat])
        stock = stock_count(state)
        log.append(Drawn(seat, Source(state.source), state.card, hand_count, stock, shown_top(state), len(state.pile)))


def _leave_hand(state: State, cards: i64) -> None:
    state.hands[state.turn] &= ~cards
    state.known[state.turn] &= ~cards
    state.begun = 0
    state.chosen = 0
    state.version += 1


def _lay(state: State, log: Log) -> None:
    seat: i64 = state.turn
    cards: i64 = state.chosen
    _leave_hand(state, cards)
    state.put[seat] |= cards
    state.spreads = append(state.spreads, cards)
    state.owners = append(state.owners, seat)
    state.laid = 1
    state.melded = 1
    if log is not None:
        kind = Kind.BOOK if is_book(cards) else Kind.RUN
        log.append(SpreadLaid(seat, len(state.spreads), kind, in_order(cards), count(state.hands[seat])))
    _end_if_empty(state, log)


def _hit(state: State, card: i64, log: Log) -> None:
    seat: i64 = state.turn
    opened: i64 = state.begun
    place: i64 = 0
    while not fit_of(state.spreads[place], opened) & one(card):
        place += 1
    _leave_hand(state, one(card))
    state.put[seat] |= one(card)
    state.spreads[place] |= one(card)
    state.melded = 1
    owner: i64 = state.owners[place]
    block_owner(state, owner)
    if log is not None:
        end = HitEnd.FOURTH if opened == HIT_BOOK else HitEnd.LOW if opened == HIT_LOW else HitEnd.HIGH
        log.append(SpreadHit(seat, place + 1, owner, card, end, count(state.hands[seat])))
    _end_if_empty(state, log)


def _end_if_empty(state: State, log: Log) -> None:
    if not state.hands[state.turn]:
        end_hand(state, Reason.TONK, log)


def _discard(state: State, card: i64, log: Log) -> None:
    seat: i64 = state.turn
    _leave_hand(state, one(card))
    state.pile = append(state.pile, card)
    if log is not None:
        log.append(Discarded(seat, card, count(state.hands[seat]), len(state.pile)))
    close_turn(state, log)
