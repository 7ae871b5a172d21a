"""Tables in Redis or Valkey, 7.0 or newer. Each script has exactly one caller, here."""

from __future__ import annotations

import asyncio
import os
import time
from asyncio import Future
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError, RedisError

from services.core.store import keys
from services.core.store.address import Address
from services.core.store.base import (
    Change,
    Committed,
    Conflict,
    Listing,
    Outcome,
    Replica,
    StoredTable,
    StoredUpdate,
    StoreUnavailable,
    Woken,
)
from services.core.store.connection import HotConnection
from services.core.store.durability import Durability
from services.core.store.limits import RECORD_KEPT_MS, UPDATES_KEPT
from services.core.store.listening import Listener
from services.core.store.replication import Replication
from services.core.store.scripts import script
from services.core.store.wire import Argument, Call, pack

__all__ = ["RedisStore", "commit_command"]

T = TypeVar("T")
_COMMIT: Final = script("commit")
_CANARY_MS: Final = 60_000
_CONNECTIONS: Final = 16
"""Connections at most for what is not per move."""


class RedisStore:
    """Tables of one game on one primary. Make it inside a running loop; it connects by itself, and again.

    Every call fails with StoreUnavailable within `limit` seconds. With `Durability.REPLICATED` a commit counts when
    `replicas` replicas have it.
    """

    def __init__(
        self,
        url: str,
        *,
        game: str,
        shards: int = 64,
        durability: Durability = Durability.EVERYSEC,
        replicas: int = 1,
        limit: float = 2.0,
    ) -> None:
        self._game = game
        self._shards = shards
        self._limit = limit
        self._hot = HotConnection(Address.parse(url), [_COMMIT], limit=limit)
        self._replication = Replication(self._hot, replicas, limit) if durability is Durability.REPLICATED else None
        self._settle = self._replication.hold if self._replication else _settle_commit
        self._calm = _client(url, limit, Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,)))
        # What listens must see every break: a client that mends one by itself would hide that wake-ups were missed.
        self._ear = _client(url, limit, Retry(NoBackoff(), 0, supported_errors=()))
        self._execute: Callable[..., Awaitable[Any]] = self._calm.execute_command
        self._listeners: list[Listener] = []

    def commit(self, change: Change) -> Future[Outcome]:
        """Write everything or nothing. Commits of one loop turn leave in one write."""
        return self._hot.send(commit_command(change), self._settle)

    def head(self, table: str) -> Future[int]:
        """The version that a table is at, 0 if there is none. Pipelined like commits."""
        return self._hot.send(pack((b"HGET", keys.table_keys(table).table, b"version")), _settle_version)

    async def load(self, table: str) -> StoredTable | None:
        """A table, or None; that is what a text names which is no table's id at all."""
        try:
            key = keys.table_keys(table).table
        except ValueError:
            return None
        fields = ("version", "mark", "writer", "document", "state")
        version, mark, writer, document, state = await self._ask("HMGET", key, *fields)
        return None if version is None else StoredTable(int(version), mark, writer.decode(), document, state)

    async def updates(self, table: str) -> list[StoredUpdate]:
        """The last commits (at most 8), oldest first."""
        return [_update(*entry) for entry in await self._ask("XRANGE", keys.table_keys(table).updates, "-", "+")]

    async def record(self, table: str, deal: int | None) -> list[bytes]:
        """Entries of a finished deal's record, or with None of the running deal. Empty: not kept."""
        key = keys.table_keys(table).record if deal is None else keys.archive_key(table, deal)
        return list(await self._ask("LRANGE", key, 0, -1))

    async def records(self, table: str) -> list[int]:
        """Numbers of the finished deals that are kept, rising."""
        return sorted(map(int, await self._run("records", [keys.table_keys(table).records])))

    async def claim_due(self, shard: int, overdue_ms: int, lease_ms: int, limit: int) -> list[str]:
        """Tables whose wake-up passed `overdue_ms` ago. Each is claimed: moved `lease_ms` into the future."""
        due = keys.due_key(self._game, shard)
        claimed = await self._run("claim_due", [due], overdue_ms, lease_ms, max(limit, 0))
        return await self._drop_gone(due, [table.decode() for table in claimed])

    async def postpone(self, table: str, version: int, due_ms: int) -> bool:
        """Set a wake-up without a commit, if the version is still that one."""
        touched = keys.table_keys(table)
        return bool(await self._run("postpone", [touched.table, touched.due], version, due_ms, table))

    async def next_due(self, shard: int) -> int | None:
        """Server time of a shard's earliest wake-up, or None."""
        earliest = await self._ask("ZRANGE", keys.due_key(self._game, shard), 0, 0, "WITHSCORES")
        return int(float(earliest[1])) if earliest else None

    async def list_table(self, listing: Listing, lease_ms: int) -> None:
        """Show or renew a public table."""
        shown = f"{listing.seats} {listing.free}"
        await self._run("list_table", self._open(listing.tenant), listing.table, shown, listing.created_ms, lease_ms)

    async def unlist_table(self, tenant: str, table: str) -> None:
        """Take a table off the list."""
        await self._run("unlist_table", self._open(tenant), table)

    async def listed(self, tenant: str, limit: int) -> list[Listing]:
        """Public tables of a tenant, newest first."""
        if limit < 1:
            return []
        flat = iter(await self._run("listed", self._open(tenant), limit))
        return [_listing(tenant, *shown) for shown in zip(flat, flat, flat, strict=True)]

    async def lease_code(self, code: str, table: str, lease_ms: int) -> bool:
        """Bind a join code to a table, or renew it. False: another table has it."""
        return bool(await self._run("lease_code", [keys.code_key(self._game, code)], table, lease_ms))

    async def resolve_code(self, code: str) -> str | None:
        """The table of a join code."""
        bound = await self._ask("GET", keys.code_key(self._game, code))
        return None if bound is None else bound.decode()

    async def announce(self, replica: Replica, lease_ms: int) -> None:
        """Say or renew that a replica lives."""
        await self._run("announce", self._replicas(), replica.name, replica.address, lease_ms)

    async def withdraw(self, replica: Replica) -> None:
        """Say that a replica is going. One of its name at another address stays."""
        await self._run("withdraw", self._replicas(), replica.name, replica.address)

    async def replicas(self) -> list[Replica]:
        """Live replicas of the game, by name."""
        flat = iter(await self._run("replicas", self._replicas()))
        live = [Replica(name.decode(), address.decode()) for name, address in zip(flat, flat, strict=True)]
        return sorted(live, key=lambda replica: replica.name)

    async def listen(self, writer: str, woken: Callable[[Woken], None], resubscribed: Callable[[], None]) -> None:
        """Call `woken` whenever another replica commits a table that `writer` wrote last.

        `resubscribed` is called after a break: wake-ups may have been missed. Returns when listening has begun.
        """
        channels = [keys.channel_key(self._game, shard) for shard in range(self._shards)]
        listener = Listener(self._ear, channels, writer, woken, resubscribed, self._limit)
        self._listeners.append(listener)
        await listener.start()

    async def time_ms(self) -> int:
        """The store's clock, milliseconds since 1970."""
        seconds, micros = await self._ask("TIME")
        return int(seconds) * 1000 + int(micros) // 1000

    async def canary(self, name: str) -> float:
        """A write and a read-back on the connection of the commits; seconds that it took."""
        key, token, begin = keys.canary_key(self._game, name), os.urandom(8), time.perf_counter()
        written = self._hot.send(pack((b"SET", key, token, b"PX", _CANARY_MS)))
        read = self._hot.send(pack((b"GET", key)))
        _, found = await asyncio.gather(written, read)
        if found != token:
            raise StoreUnavailable(f"the canary {name!r} read back something else than it wrote")
        if self._replication:
            await self._replication.reached()
        return time.perf_counter() - begin

    async def close(self) -> None:
        """Let every connection go."""
        for listener in self._listeners:
            await listener.stop()
        await self._hot.close()
        await self._calm.aclose(close_connection_pool=True)
        await self._ear.aclose(close_connection_pool=True)

    def _open(self, tenant: str) -> list[bytes]:
        touched = keys.open_keys(self._game, tenant)
        return [touched.listings, touched.created, touched.leases]

    def _replicas(self) -> list[bytes]:
        touched = keys.replica_keys(self._game)
        return [touched.addresses, touched.leases]

    async def _drop_gone(self, due: bytes, claimed: list[str]) -> list[str]:
        """Those of the claimed tables that are there; the others' wake-ups go."""
        if not claimed:
            return []
        tables = [keys.table_keys(table).table for table in claimed]
        return [table.decode() for table in await self._run("drop_gone", [due, *tables], *claimed)]

    async def _run(self, name: str, touched: list[bytes], *arguments: Argument) -> Any:
        """Run a script; with its text if the server has forgotten it."""
        known, rest = script(name), (len(touched), *touched, *arguments)
        try:
            return await self._within_limit(self._execute("EVALSHA", known.sha, *rest))
        except StoreUnavailable as failed:
            if not isinstance(failed.__cause__, NoScriptError):
                raise
        return await self._ask("EVAL", known.source, *rest)

    async def _ask(self, *command: Argument) -> Any:
        return await self._within_limit(self._execute(*command))

    async def _within_limit(self, asked: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout(self._limit):
                return await asked
        except (RedisError, OSError, TimeoutError) as failed:
            raise StoreUnavailable(str(failed) or f"no answer within {self._limit} s") from failed


def commit_command(change: Change) -> bytes:
    """The call of commit.lua, packed. This runs for every move."""
    archive = change.archive
    call = _commit_call(change.table) if archive is None else _archiving_call(change.table, archive)
    rest = [
        b"%d" % change.expected,
        change.mark,
        change.writer.encode(),
        change.document,
        change.state,
        b"" if change.due_ms is None else b"%d" % change.due_ms,
        b"" if change.expire_ms is None else b"%d" % change.expire_ms,
        b"" if archive is None else b"%d" % archive,
        b"1" if change.is_public else b"",
        b"%d" % len(change.record),
        *change.record,
    ]
    if change.updates:
        rest += b"shared", change.shared
    for audience, (seq, update) in change.updates.items():
        rest.append(b"%d:%d" % (audience, seq))
        rest.append(update)
    return call.pack(rest)


@lru_cache(maxsize=keys.CACHED)
def _commit_call(table: str) -> Call:
    touched = keys.table_keys(table)
    fixed = touched.table, touched.updates, touched.record, touched.records, touched.due, touched.channel
    return Call(b"EVALSHA", _COMMIT.sha, 6, *fixed, table, UPDATES_KEPT, RECORD_KEPT_MS)


def _archiving_call(table: str, deal: int) -> Call:
    touched = keys.table_keys(table)
    fixed = touched.table, touched.updates, touched.record, touched.records, touched.due, touched.channel
    archive = keys.archive_key(table, deal)
    return Call(b"EVALSHA", _COMMIT.sha, 7, *fixed, archive, table, UPDATES_KEPT, RECORD_KEPT_MS)


def _settle_commit(future: Future[Outcome], reply: int) -> None:
    """Settle a commit with what its script replied."""
    future.set_result(Committed(reply) if reply > 0 else Conflict(-reply))


def _settle_version(future: Future[int], reply: bytes | None) -> None:
    future.set_result(int(reply or 0))


def _update(entry: bytes, fields: dict[bytes, bytes]) -> StoredUpdate:
    mark, shared = fields.pop(b"mark"), fields.pop(b"shared")
    updates = {}
    for field, update in fields.items():
        audience, _, seq = field.partition(b":")
        updates[int(audience)] = (int(seq), update + shared)
    return StoredUpdate(int(entry.partition(b"-")[0]), mark, updates)


def _listing(tenant: str, table: bytes, shown: bytes, created_ms: bytes) -> Listing:
    seats, free = shown.split()
    return Listing(table.decode(), tenant, int(seats), int(free), int(float(created_ms)))


def _client(url: str, limit: float, retry: Retry) -> Redis:
    """A client for what is not per move; what counts as worth another attempt is the caller's to say."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=limit,
        protocol=2,
        socket_timeout=limit,
        socket_connect_timeout=limit,
        retry=retry,
    )
    return Redis(connection_pool=pool)
