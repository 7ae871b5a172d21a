"""A store in this process: for tests and for trying things out. Nothing outlives the process.

A commit is applied when it is called; its future resolves in the loop's next turn, as an answer from afar would.
"""

from __future__ import annotations

import asyncio
import time
from asyncio import Future
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from services.core.store.base import (
    Change,
    Committed,
    Conflict,
    Listing,
    Outcome,
    Replica,
    StoredTable,
    StoredUpdate,
    Woken,
)
from services.core.store.keys import shard_of
from services.core.store.limits import RECORD_KEPT_MS, UPDATES_KEPT

__all__ = ["MemoryStore"]

Clock = Callable[[], int]
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
R = TypeVar("R")


class MemoryStore:
    """Every table in a dict. `clock` gives milliseconds since 1970; tests hand in their own."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._world = _World(clock or _wall_clock)
        self._listening: list[tuple[str, Callable[[Woken], None]]] = []

    def beside(self) -> MemoryStore:
        """Another store on the same tables, as another process would have."""
        other = MemoryStore()
        other._world = self._world
        return other

    def commit(self, change: Change) -> Future[Outcome]:
        """Write everything or nothing, at once; the future tells in the loop's next turn."""
        return _soon(self._world.commit(change))

    def head(self, table: str) -> Future[int]:
        """The version that a table is at, 0 if there is none."""
        kept = self._world.tables.get(table)
        return _soon(kept.stored.version if kept else 0)

    async def load(self, table: str) -> StoredTable | None:
        """A table, or None."""
        kept = self._world.tables.get(table)
        return kept.stored if kept else None

    async def updates(self, table: str) -> list[StoredUpdate]:
        """The last commits (at most 8), oldest first."""
        kept = self._world.tables.get(table)
        return list(kept.updates) if kept else []

    async def record(self, table: str, deal: int | None) -> list[bytes]:
        """Entries of a finished deal's record, or with None of the running deal. Empty: not kept."""
        if deal is not None:
            return list(self._world.archived.get((table, deal)) or ())
        kept = self._world.tables.get(table)
        return list(kept.record) if kept else []

    async def records(self, table: str) -> list[int]:
        """Numbers of the finished deals that are kept, rising."""
        return sorted(deal for (name, deal), _ in self._world.archived.items() if name == table)

    async def claim_due(self, shard: int, overdue_ms: int, lease_ms: int, limit: int) -> list[str]:
        """Tables whose wake-up passed `overdue_ms` ago. Each is claimed: moved `lease_ms` into the future."""
        now, due = self._world.clock(), self._world.due
        late = sorted((at, table) for table, at in due.items() if shard_of(table) == shard and at <= now - overdue_ms)
        claimed = []
        for _, table in late[:limit]:
            if self._world.tables.get(table):
                due[table] = now + lease_ms
                claimed.append(table)
            else:
                del due[table]
        return claimed

    async def postpone(self, table: str, version: int, due_ms: int) -> bool:
        """Set a wake-up without a commit, if the version is still that one."""
        kept = self._world.tables.get(table)
        if kept is None or kept.stored.version != version:
            return False
        self._world.due[table] = due_ms
        return True

    async def next_due(self, shard: int) -> int | None:
        """Server time of a shard's earliest wake-up, or None."""
        return min((at for table, at in self._world.due.items() if shard_of(table) == shard), default=None)

    async def list_table(self, listing: Listing, lease_ms: int) -> None:
        """Show or renew a public table."""
        self._world.listings.put((listing.tenant, listing.table), listing, lease_ms)

    async def unlist_table(self, tenant: str, table: str) -> None:
        """Take a table off the list."""
        self._world.listings.drop((tenant, table))

    async def listed(self, tenant: str, limit: int) -> list[Listing]:
        """Public tables of a tenant, newest first."""
        shown = [listing for _, listing in self._world.listings.items() if listing.tenant == tenant]
        return sorted(shown, key=lambda listing: (listing.created_ms, listing.table), reverse=True)[: max(limit, 0)]

    async def lease_code(self, code: str, table: str, lease_ms: int) -> bool:
        """Bind a join code to a table, or renew it. False: another table has it."""
        if self._world.codes.get(code) not in {None, table}:
            return False
        self._world.codes.put(code, table, lease_ms)
        return True

    async def resolve_code(self, code: str) -> str | None:
        """The table of a join code."""
        return self._world.codes.get(code)

    async def announce(self, replica: Replica, lease_ms: int) -> None:
        """Say or renew that a replica lives."""
        self._world.replicas.put(replica.name, replica, lease_ms)

    async def withdraw(self, replica: Replica) -> None:
        """Say that a replica is going. One of its name at another address stays."""
        if self._world.replicas.get(replica.name) == replica:
            self._world.replicas.drop(replica.name)

    async def replicas(self) -> list[Replica]:
        """Live replicas of the game, by name."""
        return [replica for _, replica in sorted(self._world.replicas.items())]

    async def listen(self, writer: str, woken: Callable[[Woken], None], resubscribed: Callable[[], None]) -> None:  # noqa: ARG002 - memory has no breaks
        """Call `woken` whenever another replica commits a table that `writer` wrote last."""
        self._listening.append((writer, woken))
        self._world.listeners.append((writer, woken))

    async def time_ms(self) -> int:
        """The store's clock, milliseconds since 1970."""
        return self._world.clock()

    async def canary(self, name: str) -> float:  # noqa: ARG002 - nothing to write through
        """Seconds that a write and a read-back took: none."""
        return 0.0

    async def close(self) -> None:
        """Stop listening. The tables stay, for the stores beside this one."""
        for listener in self._listening:
            self._world.listeners.remove(listener)
        self._listening.clear()


class _Leases(Generic[K, V]):
    """A dict whose entries go when their time has passed; None keeps one for ever."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: dict[K, tuple[int | None, V]] = {}

    def put(self, key: K, value: V, lease_ms: int | None) -> None:
        self._entries[key] = (None if lease_ms is None else self._clock() + lease_ms, value)

    def get(self, key: K) -> V | None:
        ends, value = self._entries.get(key, (None, None))
        if ends is not None and ends <= self._clock():
            del self._entries[key]
            return None
        return value

    def items(self) -> list[tuple[K, V]]:
        return [(key, value) for key in list(self._entries) if (value := self.get(key)) is not None]

    def drop(self, key: K) -> None:
        self._entries.pop(key, None)


@dataclass(slots=True)
class _Kept:
    """What a table's keys hold."""

    stored: StoredTable
    updates: list[StoredUpdate] = field(default_factory=list)
    public: deque[int] = field(default_factory=lambda: deque(maxlen=UPDATES_KEPT))
    """Versions of the last commits that everybody was told of."""
    record: list[bytes] = field(default_factory=list)

    def tell(self, change: Change, version: int) -> None:
        """Keep what a commit tells. Only one of which everybody is told pushes others out."""
        if change.is_public:
            self.public.append(version)
        if change.updates:
            oldest = self.public[0] if self.public else version
            kept = [update for update in self.updates if update.version >= oldest]
            self.updates = [*kept, StoredUpdate(version, change.mark, _whole(change))]


class _World:
    """What all stores beside each other share."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.due: dict[str, int] = {}
        self.listeners: list[tuple[str, Callable[[Woken], None]]] = []
        self.tables: _Leases[str, _Kept] = _Leases(clock)
        self.archived: _Leases[tuple[str, int], list[bytes]] = _Leases(clock)
        self.listings: _Leases[tuple[str, str], Listing] = _Leases(clock)
        self.codes: _Leases[str, str] = _Leases(clock)
        self.replicas: _Leases[str, Replica] = _Leases(clock)

    def commit(self, change: Change) -> Outcome:
        shard_of(change.table)  # refuses what is no table's id before anything is written
        kept = self.tables.get(change.table)
        version = kept.stored.version if kept else 0
        if version != change.expected:
            return Conflict(version)
        version += 1
        stored = StoredTable(version, change.mark, change.writer, change.document, change.state)
        if kept is None:
            kept = _Kept(stored)
        elif kept.stored.writer != change.writer:
            self._wake(kept.stored.writer, change.table)
        kept.stored = stored
        kept.tell(change, version)
        kept.record.extend(change.record)
        if change.archive is not None and kept.record:
            self.archived.put((change.table, change.archive), kept.record, RECORD_KEPT_MS)
            kept.record = []
        self.tables.put(change.table, kept, change.expire_ms)
        if change.due_ms is None:
            self.due.pop(change.table, None)
        else:
            self.due[change.table] = change.due_ms
        return Committed(version)

    def _wake(self, writer: str, table: str) -> None:
        loop = asyncio.get_running_loop()
        for name, woken in self.listeners:
            if name == writer:
                loop.call_soon(woken, Woken(table))


def _soon(result: R) -> Future[R]:
    """A future that resolves in the loop's next turn."""
    loop = asyncio.get_running_loop()
    future: Future[R] = loop.create_future()
    loop.call_soon(_resolve, future, result)
    return future


def _resolve(future: Future[R], result: R) -> None:
    if not future.done():
        future.set_result(result)


def _whole(change: Change) -> dict[int, tuple[int, bytes]]:
    return {audience: (seq, update + change.shared) for audience, (seq, update) in change.updates.items()}


def _wall_clock() -> int:
    return time.time_ns() // 1_000_000
