"""Random play to the end of a hand: the search's plainest evaluation, and a checksum over the rules."""

from __future__ import annotations

from mypy_extensions import i64

from services.chan.rules.state import State
from services.chan.rules.stepping import step, steps
from services.core.cards import count, lowest
from services.core.chance import SearchRandom

__all__ = ["random_playout"]


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
