"""How long a batch waits for company.

A gRPC message costs the same whatever it holds, so waiting pays when frames come thick enough to share one and not yet
so thick that they share one anyway. Below a hundred frames a second there is nobody to wait for.
"""

from __future__ import annotations

import math
from typing import Final

__all__ = ["Linger"]

_STEPS: Final = ((100.0, 0.0), (300.0, 0.4), (3000.0, 1.0), (5000.0, 0.6), (math.inf, 0.2))
"""Up to so many frames a second, this share of the longest linger."""

_MEMORY_SECONDS: Final = 0.5


class Linger:
    """Chooses the wait from the recent rate of frames. `longest` is in seconds; 0 never waits."""

    def __init__(self, longest: float) -> None:
        self._longest = longest
        self._level = 0.0
        self._at = 0.0

    def sent(self, frames: int, now: float) -> None:
        """Notes that so many frames left at that time, in seconds of any steady clock."""
        self._fade(now)
        self._level += frames

    def pause(self, now: float) -> float:
        """Seconds to wait before the next batch."""
        self._fade(now)
        rate = self._level / _MEMORY_SECONDS
        return self._longest * next(share for limit, share in _STEPS if rate < limit)

    def _fade(self, now: float) -> None:
        self._level *= math.exp((self._at - now) / _MEMORY_SECONDS)
        self._at = now
