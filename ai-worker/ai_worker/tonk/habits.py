"""What the players inside a search go by, and what a bot holds against a guess of a hand.

The habits were found by hands between players that differ in one of them, changed as long as a change earned; the belief by
how well the guesses foretold, in hands between bots, whether a seat held the lowest count.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ai_worker.search import Belief, Habits
from ai_worker.search.tonk_guesses import UNIT
from ai_worker.search.tonk_turns import COUNTS, MOST_TURNS
from ai_worker.tonk.counting import hand_counts
from services.core.cards import PACK_SIZE
from services.tonk.rules import CaughtLowFrom, Options

__all__ = ["BELIEF", "habits_of"]

_DEMANDS: Final = {
    CaughtLowFrom.EVERYONE: {2: 0.4, 3: 0.7, 4: 1.2},
    CaughtLowFrom.OTHERS: {2: 0.3, 3: 0.8, 4: 1.0},
}
_LOW: Final = {CaughtLowFrom.EVERYONE: 1, CaughtLowFrom.OTHERS: 0}
_DRAWS: Final = 40
_GIFT: Final = 5
_TILT: Final = 0.04
_MOST: Final = 0.3
_LARGEST_HAND: Final = 6

BELIEF: Final = Belief(
    tilts=[int(UNIT * min(0.05 * turns, 0.3)) for turns in range(MOST_TURNS + 1)],
    missed=int(0.4 * UNIT),
    most_missed=2 * UNIT,
    knock=2 * UNIT,
    begun=UNIT,
)


def habits_of(options: Options, seats: int) -> Habits:
    """The habits that earn most among players who have the same, at tables like this."""
    return _habits(options.caught_low_from, seats)


@lru_cache(maxsize=8)
def _habits(caught_low_from: CaughtLowFrom, seats: int) -> Habits:
    higher = [[_higher(size, turns) for turns in range(MOST_TURNS + 1)] for size in range(_LARGEST_HAND + 1)]
    return Habits(higher, _DEMANDS[caught_low_from][seats], _LOW[caught_low_from], _DRAWS, _GIFT)


def _higher(size: int, turns: int) -> list[float]:
    """How likely a hand of any cards counts more, from 0 on."""
    counts = hand_counts(range(PACK_SIZE), size, 0, untouched=turns == 0, tilt=min(_TILT * turns, _MOST))
    return [sum(counts[bound + 1 :]) for bound in range(COUNTS)]
