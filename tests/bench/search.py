"""How fast the exact search of endings is, how many it solves, and what a stronger level earns. As a script it prints
a table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count, islice, pairwise
from statistics import fmean, stdev

from ai_worker.chan import easy as chan_easy
from ai_worker.chan import hard as chan_hard
from ai_worker.chan import normal as chan_normal
from ai_worker.search import Ending, Table, is_ending
from ai_worker.search.tan_ending import OPEN
from ai_worker.strategy import Budget
from ai_worker.tan import normal
from ai_worker.tonk import easy as tonk_easy
from ai_worker.tonk import hard as tonk_hard
from ai_worker.tonk import normal as tonk_normal
from services.chan import rules as chan
from services.compiled import loaded_form
from services.tan import rules
from services.tan.game import TAN
from services.tonk import rules as tonk
from tests.ai_worker.chan.playing import WHOLE, earned
from tests.ai_worker.endings import cards_in_play, endings
from tests.ai_worker.playing import BUDGET, dealt, question_of
from tests.ai_worker.tonk.playing import earned as tonk_earned

__all__ = [
    "LIMITS",
    "Solved",
    "chan_levels",
    "main",
    "played_endings",
    "solved_in_play",
    "solved_shares",
    "tonk_levels",
]

LIMITS = (10_000, 100_000)
SIZES = (range(8, 12), range(12, 16), range(16, 20))


@dataclass(frozen=True, slots=True)
class Solved:
    """Endings of one size: how many of `positions` were solved within each number of nodes, and how fast."""

    cards: range
    positions: int
    within: dict[int, int]
    nodes_per_second: float

    def row(self) -> str:
        """One line of the table."""
        shares = "  ".join(f"{solved}/{self.positions} within {limit}" for limit, solved in self.within.items())
        return f"{self.cards.start}-{self.cards.stop - 1} cards: {shares}  {self.nodes_per_second:,.0f} nodes/s"


def solved_shares(
    sizes: tuple[range, ...] = SIZES, positions: int = 30, limits: tuple[int, ...] = LIMITS
) -> Iterator[Solved]:
    """One row a size, over random two-seat endings without jokers; the same positions every time."""
    for cards in sizes:
        yield _solved(cards, list(islice(endings(cards, rules.MOBILE), positions)), limits)


def solved_in_play(positions: int = 60, limits: tuple[int, ...] = LIMITS) -> Solved:
    """One row over the first endings of sets that bots played, of whatever size."""
    states = list(islice(played_endings(), positions))
    sizes = [cards_in_play(state) for state in states]
    return _solved(range(min(sizes), max(sizes) + 1), states, limits)


def _solved(cards: range, states: list[rules.State], limits: tuple[int, ...]) -> Solved:
    within = dict.fromkeys(limits, 0)
    nodes = 0
    begun = time.process_time()
    for state in states:
        ending = Ending(Table(state, state.turn), state)
        used = 0
        for limit in limits:
            if ending.value == OPEN:
                used += ending.run(limit - used)
            within[limit] += ending.value != OPEN
        nodes += used
    seconds = time.process_time() - begun
    return Solved(cards, len(states), within, nodes / seconds if seconds else 0.0)


def played_endings(first_seed: int = 0) -> Iterator[rules.State]:
    """The first ending of each two-seat set between normal bots: what `hard` really meets. Goes on for ever."""
    for seed in count(first_seed):
        state = dealt(rules.MOBILE, 2, seed)
        while TAN.result(state) is None and not is_ending(state):
            question = question_of(state)
            TAN.play(state, question.seat, normal(question, BUDGET, seed).move)
        if TAN.result(state) is None:
            yield state


def chan_levels(deals: int = 1000, searched: int = 100) -> Iterator[str]:
    """One row a level of Chắn above the lowest and a house: points a hand among three of the level below.

    The level that searches gets `searched` deals. Each deal is played from all four seats.
    """
    for house in chan.House:
        for better, worse in pairwise((chan_easy, chan_normal, chan_hard)):
            number = searched if better is chan_hard else deals
            gains = earned(better, worse, chan.Options(house=house), range(number), WHOLE)
            error = stdev(gains) / len(gains) ** 0.5
            name = f"Chắn, {house.value}: {better.__name__} among {worse.__name__}"
            yield f"{name}: {fmean(gains):+.2f} points a hand, standard error {error:.2f}"


def tonk_levels(deals: int = 100) -> Iterator[str]:
    """One row a level of Tonk above the lowest, a number of seats and a reading of TONK-46: stakes a hand among
    players of the level below, each deal from every seat.
    """
    budget = Budget(seconds=60.0, nodes=500)
    for price in tonk.CaughtLowFrom:
        for seats in (2, 3, 4):
            for better, worse in pairwise((tonk_easy, tonk_normal, tonk_hard)):
                options = tonk.Options(max_seats=4, caught_low_from=price)
                gains = tonk_earned(better, worse, options, seats, range(deals), budget)
                error = stdev(gains) / len(gains) ** 0.5
                name = f"Tonk, {price.value}, {seats} seats: {better.__name__} among {worse.__name__}"
                yield f"{name}: {fmean(gains):+.2f} stakes a hand, standard error {error:.2f}"


def main() -> None:
    """Prints the table for the form of the rules that CHIEU_RULES chooses."""
    sys.stdout.write(f"rules: {loaded_form()}\n")
    for solved in solved_shares():
        sys.stdout.write(f"{solved.row()}\n")
    sys.stdout.write(f"as played: {solved_in_play().row()}\n")
    for row in chain(chan_levels(), tonk_levels()):
        sys.stdout.write(f"{row}\n")


if __name__ == "__main__":
    main()
