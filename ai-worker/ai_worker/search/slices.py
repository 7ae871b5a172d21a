"""Lets a search run in slices, so that the clock is looked at every few milliseconds.

Compiled code reacts to no signal and holds back every thread of its process, hence Celery's time limit and the
worker's heartbeats too: no slice may last longer than 20 ms.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from ai_worker.strategy import Budget

__all__ = ["Meter"]

_AIM_SECONDS: Final = 0.005
_FIRST_NODES: Final = 50
_LEAST_NODES: Final = 10


class Meter:
    """What is left of a budget. `run` hands a search as many nodes as it should do in one slice, again and again.

    The nodes are dealt out alike whatever the clock says; the clock only cuts the slices and ends the search.
    """

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.monotonic) -> None:
        self.used = 0
        self._nodes = budget.nodes
        self._clock = clock
        self._end = clock() + budget.seconds
        self._slice = _FIRST_NODES
        self._late = False

    def is_spent(self) -> bool:
        """Whether nodes or time have run out."""
        return self._late or self.used >= self._nodes

    def run(self, search: Callable[[int], int], nodes: int) -> None:
        """Lets `search` do `nodes` nodes, fewer if it ends before or the budget does.

        `search` takes how many nodes it may do and tells how many it did; fewer means that it has ended.
        """
        left = min(nodes, self._nodes - self.used)
        while left > 0 and not self.is_spent():
            wanted = min(left, self._slice)
            begun = self._clock()
            done = search(wanted)
            now = self._clock()
            self.used += done
            left -= done
            self._late = now >= self._end
            self._pace(done, now - begun)
            if done < wanted:
                return

    def _pace(self, done: int, seconds: float) -> None:
        """At most twice as many as before, so that one quick slice does not make a slow one."""
        if seconds <= 0:
            self._slice *= 2
        elif done:
            self._slice = max(_LEAST_NODES, min(2 * self._slice, int(done * _AIM_SECONDS / seconds)))
