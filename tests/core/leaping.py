"""An event loop whose clock is the test's: when nobody has anything to do, it leaps to the next timer.

Ten minutes at a table pass in no time, always in the same order. Only for what needs no sockets.
"""

from __future__ import annotations

import asyncio
import selectors

from typing_extensions import override

__all__ = ["LeapingLoop"]


class _Leaping(selectors.DefaultSelector):
    """Never waits. Counts what it would have waited."""

    now = 0.0

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("everybody waits, and no timer is set: nothing will ever happen")
        if not ready and timeout:
            self.now += max(timeout, 1e-6)
        return ready


class LeapingLoop(asyncio.SelectorEventLoop):
    """A loop with a clock of its own, from 0."""

    def __init__(self) -> None:
        self._leaping = _Leaping()
        super().__init__(self._leaping)

    @override
    def time(self) -> float:
        return self._leaping.now
