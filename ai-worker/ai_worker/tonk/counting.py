"""What the other hands may count, and what a knock is worth (sections 6.2 and 6.3 of the rulebook).

Every card that a seat cannot place is as likely in one hidden place as in another; from there the counts of a hand
follow exactly. What is no longer exact is said where it is done: players keep their low cards, and the counts of two
opponents are taken as independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from services.core.cards import FULL, cards_of, mask_of
from services.tonk.rules import CaughtLowFrom, Options, View, points_of

__all__ = ["Counts", "counts_of_others", "hand_counts", "is_untouched", "knock_value", "low_value", "tilt_of", "unseen"]

Counts = Sequence[float]
"""How likely each count is, from 0 on."""

_TILT_A_TURN = 0.07
_MOST_TILT = 0.3
"""How much likelier low hands are, for each turn that a seat has had, and at most: measured between bots."""
_INITIAL_TONK = 49


def unseen(view: View) -> int:
    """The cards that a seat cannot place, as a mask."""
    seen = mask_of(view.hand)
    for spread in view.spreads:
        seen |= mask_of([laid.card for laid in spread.cards])
    if view.top is not None:
        seen |= mask_of([view.top])
    if view.memory is not None:
        seen |= mask_of(view.memory.pile)
        for known in view.memory.known:
            seen |= mask_of(known)
    return int(FULL & ~seen)


def known_of(view: View, seat: int) -> tuple[int, ...]:
    """Cards that a seat was seen to take and still holds."""
    return view.memory.known[seat] if view.memory is not None else ()


def turns_had(view: View, seat: int) -> int:
    """How many turns a seat has completed."""
    size = len(view.order)
    place = (view.order.index(seat) - view.order.index(view.dealer) - 1) % size
    return max((view.turns - place + size - 1) // size, 0)


def is_untouched(view: View, seat: int) -> bool:
    """Whether a seat still holds the cards that it was dealt, which then do not count 49 or 50."""
    return turns_had(view, seat) == 0 and view.seats[seat].hand_count == 5


def tilt_of(view: View, seat: int) -> float:
    """How much likelier a hand is that counts one less."""
    return min(_TILT_A_TURN * turns_had(view, seat), _MOST_TILT)


def hand_counts(cards: Sequence[int], size: int, known: int, *, untouched: bool, tilt: float) -> list[float]:
    """How likely a hand counts so much: `size` of `cards` by their points, beside cards that count `known`."""
    by_points = tuple(sum(points_of(card) == value for card in cards) for value in range(1, 11))
    ways = _ways(by_points, size)
    weights = [0.0] * known + [number * math.exp(-tilt * count) for count, number in enumerate(ways)]
    if untouched:
        weights[_INITIAL_TONK:] = [0.0] * len(weights[_INITIAL_TONK:])
    total = sum(weights)
    return [weight / total for weight in weights] if total else [*([0.0] * known), 1.0]


@lru_cache(maxsize=4096)
def _ways(by_points: tuple[int, ...], size: int) -> tuple[int, ...]:
    """In how many ways so many cards can be chosen, by what they count."""
    most = 10 * size + 1
    ways = [[0] * most for _ in range(size + 1)]
    ways[0][0] = 1
    for points, number in enumerate(by_points, start=1):
        for chosen in range(size, 0, -1):
            row = ways[chosen]
            for taken in range(1, min(number, chosen) + 1):
                before, factor = ways[chosen - taken], math.comb(number, taken)
                for count in range(most - points * taken):
                    if before[count]:
                        row[count + points * taken] += before[count] * factor
    return tuple(ways[size])


def counts_of_others(view: View, me: int) -> list[list[float]]:
    """The counts of every other seat in the hand, clockwise from the left."""
    hidden = cards_of(unseen(view))
    start = view.order.index(me)
    found = []
    for step in range(1, len(view.order)):
        seat = view.order[(start + step) % len(view.order)]
        known = known_of(view, seat)
        size = view.seats[seat].hand_count - len(known)
        certain = sum(points_of(card) for card in known)
        found.append(hand_counts(hidden, size, certain, untouched=is_untouched(view, seat), tilt=tilt_of(view, seat)))
    return found


def _at_least(counts: Counts, bound: int) -> float:
    return sum(counts[bound:])


def _at(counts: Counts, count: int) -> float:
    return counts[count] if count < len(counts) else 0.0


def knock_value(options: Options, own: int, others: Sequence[Counts]) -> float:
    """What a knock with this count earns, in stakes."""
    won = math.prod(_at_least(counts, own + 1) for counts in others)
    caught = sum(1 - _at_least(counts, own + 1) for counts in others)
    value = len(others) * won - 2 * caught
    if options.caught_low_from == CaughtLowFrom.EVERYONE:
        value -= _lowest_expected(own, others)
    return value


def _lowest_expected(own: int, others: Sequence[Counts]) -> float:
    """How many seats hold the lowest count when the knocker is caught, on average."""
    total = 0.0
    for low in range(own + 1):
        for place, counts in enumerate(others):
            rest = math.prod(_at_least(other, low) for k, other in enumerate(others) if k != place)
            total += _at(counts, low) * rest
    return total


def low_value(own: int, others: Sequence[Counts]) -> float:
    """What an end without a knock earns now, in stakes: from each other seat if lowest, else one or more lost."""
    lowest = math.prod(_at_least(counts, own) for counts in others)
    return len(others) * lowest - (1 - lowest)
