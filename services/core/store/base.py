"""What core asks of a store. Two implementations answer under one test suite: `memory` and `redis`.

A store knows tables as bytes under a version. It never looks inside a document or a state, and it never
decides anything but one thing: a commit counts only if the version is still the one that it was made from.
"""

from __future__ import annotations

from asyncio import Future
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from services.core.game import SPECTATORS


class StoreUnavailable(Exception):  # noqa: N818 - a state of the world, named as DESIGN and the contract name it
    """The store did not answer. Whether a commit counts is not known: read the table again."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was read."""

    version: int
    """Counts the table's commits, from 1."""
    mark: bytes
    """8 random bytes of the last commit."""
    writer: str
    """The replica that made the last commit."""
    document: bytes
    """Core's own envelope."""
    state: bytes
    """The packed state of the running or last deal. Empty before the first."""


@dataclass(frozen=True, slots=True)
class Change:
    """One commit: everything that a table is from now on, and everything that it tells."""

    table: str
    expected: int
    """The version that this was computed from; 0 creates the table."""
    mark: bytes
    writer: str
    document: bytes
    state: bytes
    due_ms: int | None
    """Server time of the next wake-up of any kind, or None."""
    updates: Mapping[int, tuple[int, bytes]] = field(default_factory=dict)
    """Audience -> its seq and its update, up to where all updates of the commit are alike. Who learns nothing is absent."""
    shared: bytes = b""
    """How every update of the commit ends. Kept once."""
    record: Sequence[bytes] = ()
    """Entries that the running deal's record grows by."""
    archive: int | None = None
    """The deal, by number, that this commit ends: its record moves to a key of its own."""
    expire_ms: int | None = None
    """Milliseconds after which the table's keys go, or None for never. Set with every commit."""

    @property
    def is_public(self) -> bool:
        """Whether everybody is told of it: the spectators see what all see in common."""
        return SPECTATORS in self.updates


@dataclass(frozen=True, slots=True)
class Committed:
    """The commit counts."""

    version: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else committed first (or, with `expected` 0, the table exists); nothing was written."""

    version: int
    """The version that the table is at; 0: there is no such table."""


Outcome = Committed | Conflict


@dataclass(frozen=True, slots=True)
class StoredUpdate:
    """One of the last commits that told anybody anything, as resume reads it."""

    version: int
    mark: bytes
    updates: Mapping[int, tuple[int, bytes]]
    """Audience -> its seq and its whole update."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A public table with free seats. A lease: it vanishes unless it is renewed, and it is never trusted."""

    table: str
    tenant: str
    seats: int
    free: int
    created_ms: int


@dataclass(frozen=True, slots=True)
class Replica:
    """A live service process."""

    name: str
    address: str
    """host:port of its gRPC server."""


@dataclass(frozen=True, slots=True)
class Woken:
    """Another replica wrote a table that this one wrote last."""

    table: str


class Store(Protocol):
    """Tables of one game. Every call raises StoreUnavailable when the store does not answer in time.

    Table ids are `<game>-<shard>-<rest>`; a shard's keys share a slot.
    """

    def commit(self, change: Change) -> Future[Outcome]:
        """Write everything or nothing. No coroutine: commits of one loop turn leave in one write."""

    def head(self, table: str) -> Future[int]:
        """The version that a table is at, 0 if there is none. Pipelined like commits."""

    async def load(self, table: str) -> StoredTable | None:
        """A table, or None."""

    async def updates(self, table: str) -> list[StoredUpdate]:
        """The last 8 commits that everybody was told of, and those between and after them that told some, oldest first.

        So what an audience finds here does not depend on what was told to others alone.
        """

    async def record(self, table: str, deal: int | None) -> list[bytes]:
        """Entries of a finished deal's record, or with None of the running deal. Empty: not kept."""

    async def records(self, table: str) -> list[int]:
        """Numbers of the finished deals that are kept, rising."""

    async def claim_due(self, shard: int, overdue_ms: int, lease_ms: int, limit: int) -> list[str]:
        """Tables whose wake-up passed `overdue_ms` ago. Each is claimed: moved `lease_ms` into the future."""

    async def postpone(self, table: str, version: int, due_ms: int) -> bool:
        """Set a wake-up without a commit, if the version is still that one."""

    async def next_due(self, shard: int) -> int | None:
        """Server time of a shard's earliest wake-up, or None."""

    async def list_table(self, listing: Listing, lease_ms: int) -> None:
        """Show or renew a public table."""

    async def unlist_table(self, tenant: str, table: str) -> None:
        """Take a table off the list."""

    async def listed(self, tenant: str, limit: int) -> list[Listing]:
        """Public tables of a tenant, newest first."""

    async def lease_code(self, code: str, table: str, lease_ms: int) -> bool:
        """Bind a join code to a table, or renew it. False: another table has it."""

    async def resolve_code(self, code: str) -> str | None:
        """The table of a join code."""

    async def announce(self, replica: Replica, lease_ms: int) -> None:
        """Say or renew that a replica lives."""

    async def withdraw(self, replica: Replica) -> None:
        """Say that a replica is going."""

    async def replicas(self) -> list[Replica]:
        """Live replicas of the game, by name."""

    async def listen(self, writer: str, woken: Callable[[Woken], None], resubscribed: Callable[[], None]) -> None:
        """Call `woken` whenever another replica commits a table that `writer` wrote last.

        `resubscribed` is called after a break: wake-ups may have been missed. Returns when listening has begun.
        """

    async def time_ms(self) -> int:
        """The store's clock, milliseconds since 1970."""

    async def canary(self, name: str) -> float:
        """A write and a read-back that went all the way; seconds that it took."""

    async def close(self) -> None:
        """Let every connection go."""
