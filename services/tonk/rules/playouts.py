"""Quick play to the end of a hand: uniformly random, as a checksum over the rules, and greedy, for a search.

The greedy player sees its own hand, the table and the top discard, like anybody; it works on the state only
because a view for every move would cost more than all the rest.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from services.core.cards import count, lowest, one
from services.core.chance import SearchRandom
from services.tonk.rules.spreads import above_fit, all_spreads, below_fit, book_fit, points, points_of
from services.tonk.rules.state import TURN_START, State, may_knock, stock_count, top_discard
from services.tonk.rules.stepping import (
    CLOSE,
    DECLINE,
    DRAW_DISCARD,
    DRAW_STOCK,
    HIT_BOOK,
    HIT_HIGH,
    HIT_LOW,
    KNOCK,
    SPREAD,
    discards,
    step,
    steps,
)

__all__ = ["greedy_playout", "random_playout"]

_FIRST_KNOCK: Final = 24
_KNOCK_DROP: Final = 3
"""A greedy player knocks at `_FIRST_KNOCK` or less, and by so much less with each round that has passed."""
_LAST_KNOCK: Final = 8
_CHEAP: Final = 3
_NEAR: Final = 3


def random_playout(state: State, rng: SearchRandom) -> int:
    """Plays uniformly random steps until the hand is over; tells how many they were."""
    made: i64 = 0
    legal: i64 = steps(state)
    while legal:
        for _ in range(rng.below(count(legal))):
            legal &= legal - 1
        step(state, lowest(legal))
        made += 1
        legal = steps(state)
    return made


def greedy_playout(state: State, rng: SearchRandom) -> int:
    """Lets greedy players finish the hand; tells how many turns they began. One turn in eight is a whim."""
    begun: i64 = 0
    while steps(state):
        if state.phase == TURN_START:
            begun += 1
            step(state, _greedy_start(state, rng))
        else:
            _greedy_meld(state, rng)
    return begun


def _greedy_start(state: State, rng: SearchRandom) -> i64:
    hand: i64 = state.hands[state.turn]
    has_stock = stock_count(state) > 0
    if has_stock and may_knock(state) and points(hand) <= _knock_bound(state):
        return KNOCK
    top: i64 = top_discard(state)
    if top >= 0 and (_wants(state, hand, top) or rng.below(8) == 0):
        return DRAW_DISCARD
    return DRAW_STOCK if has_stock else DECLINE


def _knock_bound(state: State) -> i64:
    rounds: i64 = state.turns // len(state.order)
    bound: i64 = _FIRST_KNOCK - _KNOCK_DROP * rounds
    return max(bound, _LAST_KNOCK)


def _wants(state: State, hand: i64, top: i64) -> bool:
    bit: i64 = one(top)
    for spread in all_spreads(hand | bit):
        if spread & bit:
            return True
    for spread in state.spreads:
        if (book_fit(spread) | below_fit(spread) | above_fit(spread)) & bit:
            return True
    return state.idle == 0 and points_of(top) <= _CHEAP and points(hand) > 2 * _CHEAP * count(hand)


def _greedy_meld(state: State, rng: SearchRandom) -> None:
    """The dearest spread, else any hit, else a discard."""
    hand: i64 = state.hands[state.turn]
    best: i64 = 0
    for spread in all_spreads(hand):
        if points(spread) > points(best):
            best = spread
    if best:
        _lay(state, best)
        return
    for spread in state.spreads:
        if book_fit(spread) & hand:
            _hit(state, HIT_BOOK, book_fit(spread))
            return
        if below_fit(spread) & hand:
            _hit(state, HIT_LOW, below_fit(spread))
            return
        if above_fit(spread) & hand:
            _hit(state, HIT_HIGH, above_fit(spread))
            return
    step(state, _loosest(hand, discards(state), rng))


def _lay(state: State, cards: i64) -> None:
    rest: i64 = cards
    step(state, SPREAD)
    while rest:
        step(state, lowest(rest))
        rest &= rest - 1
    step(state, CLOSE)


def _hit(state: State, opened: i64, fitting: i64) -> None:
    step(state, opened)
    step(state, lowest(fitting))


def _loosest(hand: i64, legal: i64, rng: SearchRandom) -> i64:
    """The card with most points that is not half of a spread; now and then any."""
    rest: i64 = legal
    if rng.below(8) == 0:
        for _ in range(rng.below(count(rest))):
            rest &= rest - 1
        return lowest(rest)
    best: i64 = lowest(rest)
    best_worth: i64 = -1000
    while rest:
        card: i64 = lowest(rest)
        worth: i64 = points_of(card) - _NEAR * _friends(hand, card)
        if worth >= best_worth:
            best = card
            best_worth = worth
        rest &= rest - 1
    return best


def _friends(hand: i64, card: i64) -> i64:
    """Cards of a hand that share the rank, or lie one or two above or below in the suit."""
    bit: i64 = one(card)
    rank: i64 = (card >> 2) << 2
    fifteen: i64 = 15
    near: i64 = (bit << 4) | (bit << 8) | (bit >> 4) | (bit >> 8) | (fifteen << rank)
    return count(hand & near & ~bit)
