"""Quick play to the end of a hand, uniformly random: a checksum over the rules."""

from __future__ import annotations

from mypy_extensions import i64

from services.core.cards import count, lowest
from services.core.chance import SearchRandom
from services.tonk.rules.state import State
from services.tonk.rules.stepping import step, steps

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
