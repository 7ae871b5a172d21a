"""Ending a task for certain."""

from __future__ import annotations

import asyncio
from typing import Final

__all__ = ["end"]

_AGAIN: Final = 0.1
"""Seconds after which a task that goes on is cancelled again."""


async def end(task: asyncio.Task[None]) -> None:
    """Return when a task has ended, whatever it ended with.

    A cancellation can be lost: one that comes in the turn in which a library's own timeout runs out is taken for it.
    So it is repeated.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=_AGAIN)
