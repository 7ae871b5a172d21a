"""How fast the exact search of endings is, and how many it solves. Run as a script it prints a table."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ai_worker.search import Ending, Table
from ai_worker.search.tan_ending import OPEN
from services.compiled import loaded_form
from services.tan import rules
from tests.ai_worker.endings import endings

__all__ = ["LIMITS", "Solved", "main", "solved_shares"]

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
        states = list(islice(endings(cards, rules.MOBILE), positions))
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
        yield Solved(cards, len(states), within, nodes / seconds if seconds else 0.0)


def main() -> None:
    """Prints the table for the form of the rules that CHIEU_RULES chooses."""
    sys.stdout.write(f"rules: {loaded_form()}\n")
    for solved in solved_shares():
        sys.stdout.write(f"{solved.row()}\n")


if __name__ == "__main__":
    main()
