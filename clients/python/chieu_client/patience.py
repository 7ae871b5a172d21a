"""How long to try, how fast, and how unevenly: exponential back-off with full jitter.

Full jitter (a delay drawn evenly from nothing to the ceiling) keeps clients that lost one gateway together from
coming back together.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["Backoff", "Patience"]

_DOUBLINGS = 30


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds, all of them. The defaults suit a person at a table."""

    first: float = 0.25
    """Ceiling of the first delay; each further ceiling is twice the one before."""
    longest: float = 10.0
    """No ceiling is higher."""
    total: float = 120.0
    """Trying in vain for longer than this ends in `Unreachable` or the last refusal."""
    reply: float = 10.0
    """Silence after which a question is asked again: every question may be repeated."""


@dataclass(slots=True)
class Backoff:
    """The delays of one series of failures."""

    patience: Patience
    uniform: Callable[[float, float], float] = random.SystemRandom().uniform
    failures: int = field(default=0, init=False)

    def delay(self) -> float:
        """Seconds to wait before the next try; counts a failure."""
        ceiling = min(self.patience.longest, self.patience.first * 2 ** min(self.failures, _DOUBLINGS))
        self.failures += 1
        return self.uniform(0.0, ceiling)

    def reset(self) -> None:
        """Says that it worked: the next delay is a first one again."""
        self.failures = 0
