"""Stores under test, and commits to try on them."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from services.core.store import Change, Store
from services.core.store.keys import table_id

__all__ = ["Stores", "change", "eventually"]


@dataclass(slots=True)
class Stores:
    """Opens stores on the same tables, as several processes would, and closes them at the end."""

    make: Callable[[str], Store]
    """A further store of a game."""
    game: str = field(default_factory=lambda: f"t{os.urandom(5).hex()}")
    """Each test plays a game of its own, so that tests can share a server."""
    opened: list[Store] = field(default_factory=list)

    def another(self) -> Store:
        """One more store on the same tables."""
        self.opened.append(self.make(self.game))
        return self.opened[-1]

    def table(self, shard: int = 7) -> str:
        """The id of a table that does not exist yet."""
        return table_id(self.game, shard, os.urandom(8).hex())

    async def close(self) -> None:
        """Close every store."""
        for store in self.opened:
            await store.close()


def change(table: str, expected: int, **parts: Any) -> Change:
    """A commit with plain values for whatever a test does not care about."""
    plain: dict[str, Any] = {
        "mark": os.urandom(8),
        "writer": "here",
        "document": b"document",
        "state": b"state",
        "due_ms": None,
    }
    return Change(table=table, expected=expected, **(plain | parts))


async def eventually(holds: Callable[[], bool] | Callable[[], Awaitable[bool]], within: float = 10.0) -> None:
    """Return as soon as something holds; AssertionError if it doesn't in time."""
    deadline = time.monotonic() + within
    while True:
        held = holds()
        if held if isinstance(held, bool) else await held:
            return
        assert time.monotonic() < deadline, f"{holds} did not hold within {within} s"
        await asyncio.sleep(0.01)
