"""Tonk played quickly and sensibly, for a search that plays many guesses of the hidden cards to the end.

A player here knows its own hand, the table, the discards and what was seen to be taken, like anybody; it works on the
state only because a view for every move would cost more than all the rest. It draws no lots: the same state is always
played to the same end, so that two moves tried in one guess differ by nothing but the move.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from services.core.cards import FULL, count, lowest, one, ranks_of
from services.tonk.rules.spreads import above_fit, ace_low, all_spreads, below_fit, book_fit, points
from services.tonk.rules.state import TURN_START, State, may_knock, on_table, stock_count, top_discard
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

__all__ = [
    "COUNTS",
    "MOST_TURNS",
    "SURE",
    "Habits",
    "looseness",
    "loosest_of",
    "play_out",
    "start_of",
    "take_turn",
    "turns_had",
]

MOST_TURNS: Final = 8
"""Seats that have had more turns are taken as if they had had so many."""
SURE: Final = 65536
"""A likelihood of one; and one stake."""
COUNTS: Final = 61
"""From 0 to the most that six cards count."""


class Habits:
    """What the players go by.

    `higher[size][turns][count]` is how likely a hand of so many hidden cards, whose seat has had so many turns, counts
    more. A player knocks where that is worth `demand` stakes; a caught knocker pays `low` stakes besides the double to
    the lowest hand (TONK-46). The spreads that a card is half of are worth `draws` tenths of what a draw completes on
    average, and a card that an opponent may want costs `gift` tenths of a point to throw.
    """

    def __init__(self, higher: list[list[list[float]]], demand: float, low: int, draws: int, gift: int) -> None:
        self.demand: i64 = int(demand * SURE)
        self.low: i64 = low
        self.draws: i64 = draws
        self.gift: i64 = gift
        flat: vec[i64] = vec[i64]()
        for by_turns in higher:
            for by_count in by_turns:
                assert len(by_count) == COUNTS
                for likely in by_count:
                    flat = append(flat, int(likely * SURE))
        self._higher: vec[i64] = flat

    def higher(self, size: i64, turns: i64, bound: i64) -> i64:
        """How likely a hand counts more than `bound`, of `SURE`."""
        if bound < 0:
            return SURE
        had: i64 = min(turns, MOST_TURNS)
        return self._higher[(size * (MOST_TURNS + 1) + had) * COUNTS + min(bound, COUNTS - 1)]


def play_out(state: State, habits: Habits) -> int:
    """Finishes the hand; tells how many turns it took."""
    made: i64 = 0
    while steps(state):
        take_turn(state, habits)
        made += 1
    return made


def take_turn(state: State, habits: Habits) -> None:
    """Plays the running turn to its end."""
    seat: i64 = state.turn
    if state.phase == TURN_START:
        step(state, start_of(state, habits))
    while state.turn == seat and state.phase != TURN_START:
        _go_on(state, habits)


def start_of(state: State, habits: Habits) -> i64:
    """The step with which the seat to act begins its turn."""
    hand: i64 = state.hands[state.turn]
    own: i64 = points(hand)
    has_stock = stock_count(state) > 0
    if not has_stock:
        if _worth_low(state, habits, own) >= 0:
            return DECLINE
    elif may_knock(state) and _knock_worth(state, habits, own) >= habits.demand:
        return KNOCK
    if _wants(state, habits, hand):
        return DRAW_DISCARD
    return DRAW_STOCK if has_stock else DECLINE


def turns_had(state: State, seat: i64) -> i64:
    """How many turns a seat has completed."""
    size: i64 = len(state.order)
    place: i64 = 0
    dealer: i64 = 0
    for at in range(size):
        if state.order[at] == seat:
            place = at
        if state.order[at] == state.dealer:
            dealer = at
    turn: i64 = (place - dealer - 1 + size) % size
    return (state.turns - turn + size - 1) // size


def _higher(state: State, habits: Habits, seat: i64, own: i64) -> i64:
    """How likely another seat counts more than `own`, for all who saw what it took."""
    known: i64 = state.known[seat]
    hidden: i64 = count(state.hands[seat]) - count(known)
    return habits.higher(hidden, turns_had(state, seat), own - points(known))


def _knock_worth(state: State, habits: Habits, own: i64) -> i64:
    """What a knock earns on average (6.2), a single lowest hand assumed where it is caught."""
    won: i64 = SURE
    caught: i64 = 0
    others: i64 = 0
    for seat in state.order:
        if seat != state.turn:
            higher: i64 = _higher(state, habits, seat, own)
            won = won * higher >> 16
            caught += SURE - higher
            others += 1
    return others * won - 2 * caught - habits.low * (SURE - won)


def _worth_low(state: State, habits: Habits, own: i64) -> i64:
    """What the end of an empty stock earns on average (TONK-52)."""
    lowest_own: i64 = SURE
    others: i64 = 0
    for seat in state.order:
        if seat != state.turn:
            lowest_own = lowest_own * _higher(state, habits, seat, own - 1) >> 16
            others += 1
    return others * lowest_own - (SURE - lowest_own)


def _unseen(state: State) -> i64:
    """What the seat to act has not seen, ace low."""
    gone: i64 = on_table(state) | state.hands[state.turn]
    for card in state.pile:
        gone |= one(card)
    return ace_low(FULL & ~gone)


def _hope(card: i64, hand: i64, unseen: i64) -> i64:
    """Points of the pairs that a card makes, times the cards that would complete each to a spread; ace low."""
    bit: i64 = one(card)
    own: i64 = _points_low(card)
    rank: i64 = ranks_of(bit)
    up: i64 = (bit << 4) & FULL
    up_two: i64 = (bit << 8) & FULL
    down: i64 = bit >> 4
    down_two: i64 = bit >> 8
    total: i64 = 2 * own * count(hand & rank & ~bit) * count(unseen & rank)
    if hand & up:
        total += (own + _points_low(card + 4)) * count(unseen & (down | up_two))
    if hand & down:
        total += (own + _points_low(card - 4)) * count(unseen & (up | down_two))
    if hand & up_two and unseen & up:
        total += own + _points_low(card + 8)
    if hand & down_two and unseen & down:
        total += own + _points_low(card - 8)
    return total


def _points_low(card: i64) -> i64:
    """The points of a card whose number has the ace below the two."""
    return min((card >> 2) + 1, 10)


def looseness(card: i64, hand: i64, unseen: i64, draws: i64) -> i64:
    """What throwing a card saves, in tenths of a point for each unseen card; ace low."""
    return 10 * _points_low(card) * count(unseen) - draws * _hope(card, hand, unseen)


def _wants(state: State, habits: Habits, hand: i64) -> bool:
    """Whether the top discard completes something, or saves more than a card of the stock on average."""
    top: i64 = top_discard(state)
    if top < 0:
        return False
    bit: i64 = one(top)
    for spread in all_spreads(hand | bit):
        if spread & bit:
            return True
    for spread in state.spreads:
        if (book_fit(spread) | below_fit(spread) | above_fit(spread)) & bit:
            return True
    unseen: i64 = _unseen(state)
    low: i64 = ace_low(hand)
    taken: i64 = ace_low(hand | bit)
    card: i64 = lowest(taken & ~low)
    saved: i64 = loosest_of(low, taken, unseen, habits.draws) - looseness(card, taken, unseen, habits.draws)
    return saved > (_saved_by_stock(low, unseen, habits.draws) if stock_count(state) else 0)


def loosest_of(cards: i64, hand: i64, unseen: i64, draws: i64) -> i64:
    """The most that throwing one of these cards saves."""
    most: i64 = -1_000_000
    rest: i64 = cards
    while rest:
        most = max(most, looseness(lowest(rest), hand, unseen, draws))
        rest &= rest - 1
    return most


def _saved_by_stock(hand: i64, unseen: i64, draws: i64) -> i64:
    """What a card of the stock saves on average: it completes a spread, or a dearer card is thrown for it."""
    loosest: i64 = loosest_of(hand, hand, unseen, draws)
    saved: i64 = 0
    rest: i64 = unseen
    while rest:
        saved += max(loosest - looseness(lowest(rest), hand, unseen, draws), 0)
        rest &= rest - 1
    hope: i64 = 0
    rest = hand
    while rest:
        hope += _hope(lowest(rest), hand, unseen)
        rest &= rest - 1
    # Each pair has been counted from either of its cards, and hope is in whole points.
    return saved // max(count(unseen), 1) + 5 * hope


def _go_on(state: State, habits: Habits) -> None:
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
    step(state, _loosest(state, habits, hand))


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


def _loosest(state: State, habits: Habits, hand: i64) -> i64:
    """The legal card that is missed least: dear, no half of a spread, and nothing that an opponent collects."""
    unseen: i64 = _unseen(state)
    left: i64 = count(unseen)
    low: i64 = ace_low(hand)
    collected: i64 = _near(ace_low(_taken(state)))
    rest: i64 = ace_low(discards(state))
    best: i64 = lowest(rest)
    best_worth: i64 = -1_000_000
    while rest:
        card: i64 = lowest(rest)
        worth: i64 = looseness(card, low, unseen, habits.draws)
        if one(card) & collected:
            worth -= habits.gift * left
        if worth >= best_worth:
            best = card
            best_worth = worth
        rest &= rest - 1
    return (best + 48) % 52


def _taken(state: State) -> i64:
    """What opponents were seen to take and still hold."""
    mask: i64 = 0
    for seat in state.order:
        if seat != state.turn:
            mask |= state.known[seat]
    return mask


def _near(mask: i64) -> i64:
    """Cards of the same rank as one of a mask, or next to it in the suit; ace low."""
    return ranks_of(mask) | (((mask << 4) | (mask >> 4)) & FULL)
