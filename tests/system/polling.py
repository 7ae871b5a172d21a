"""Waiting without sleeping blindly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

__all__ = ["eventually", "eventually_sync"]

T = TypeVar("T")

_STEP = 0.02


async def eventually(what: Callable[[], T], within: float = 30.0, failing: str = "it did not happen") -> T:
    """What comes back, as soon as it is true; the loop goes on meanwhile."""
    deadline = time.monotonic() + within
    while not (found := what()):
        assert time.monotonic() < deadline, failing
        await asyncio.sleep(_STEP)
    return found


def eventually_sync(what: Callable[[], T], within: float = 30.0, failing: str = "it did not happen") -> T:
    """As `eventually`, while no loop runs in this thread."""
    deadline = time.monotonic() + within
    while not (found := what()):
        assert time.monotonic() < deadline, failing
        time.sleep(_STEP)
    return found
