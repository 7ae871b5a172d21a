"""Stores that fail as the real one may."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from services.core.store import Change, MemoryStore, Outcome, StoredTable, StoredUpdate, StoreUnavailable

__all__ = ["FlakyStore", "beside"]


class FlakyStore(MemoryStore):
    """Does what it is told to `fail`: `commit`, `commit after writing`, `head`, `load`, `updates`, `postpone`."""

    def __init__(self) -> None:
        super().__init__()
        self.fails: set[str] = set()
        self.calls: list[str] = []
        self.before_commit: Callable[[], None] = lambda: None
        """Called when a commit arrives at the store."""
        self.held: asyncio.Event | None = None
        """While set, reads wait for it."""

    def _said(self, call: str) -> None:
        self.calls.append(call)
        if call in self.fails:
            raise StoreUnavailable(call)

    def commit(self, change: Change) -> asyncio.Future[Outcome]:
        self.before_commit()
        if "commit after writing" in self.fails:
            self._world.commit(change)
        return self._future("commit after writing", "commit", lambda: super(FlakyStore, self).commit(change))

    def head(self, table: str) -> asyncio.Future[int]:
        return self._future("head", "head", lambda: super(FlakyStore, self).head(table))

    def _future(self, one: str, other: str, call: Callable[[], asyncio.Future[Any]]) -> asyncio.Future[Any]:
        self.calls.append(other)
        if not self.fails & {one, other}:
            return call()
        failed: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_soon(failed.set_exception, StoreUnavailable(other))
        return failed

    async def load(self, table: str) -> StoredTable | None:
        self._said("load")
        found = await super().load(table)
        if self.held is not None:
            await self.held.wait()
        return found

    async def updates(self, table: str) -> list[StoredUpdate]:
        self._said("updates")
        if self.held is not None:
            await self.held.wait()
        return await super().updates(table)

    async def postpone(self, table: str, version: int, due_ms: int) -> bool:
        self._said("postpone")
        return await super().postpone(table, version, due_ms)


def beside(store: MemoryStore) -> FlakyStore:
    """A flaky store on the same tables."""
    flaky = FlakyStore()
    flaky._world = store._world
    return flaky
