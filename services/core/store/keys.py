"""The only place that spells a key.

Everything of a shard's tables carries one hash tag, `{tan:07}`, and so lives in one slot of a cluster: a script may
touch a table's keys and its shard's wake-ups together. What belongs to a whole game (the list of open tables, join
codes, replicas) lives in other slots, and no script touches it together with a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

__all__ = [
    "CACHED",
    "OpenKeys",
    "ReplicaKeys",
    "TableKeys",
    "archive_key",
    "canary_key",
    "channel_key",
    "code_key",
    "due_key",
    "open_keys",
    "replica_keys",
    "shard_of",
    "table_id",
    "table_keys",
]

CACHED: Final = 16_384
"""Tables whose keys a process keeps at hand."""


@dataclass(frozen=True, slots=True)
class TableKeys:
    """The keys that one table's commit touches, all in one slot."""

    table: bytes
    """Hash: version, mark, writer, document, state."""
    updates: bytes
    """Stream: the last commits; an entry's id is the commit's version."""
    record: bytes
    """List: the running deal's entries."""
    records: bytes
    """Sorted set: numbers of the finished deals that are kept, by the time when they go."""
    due: bytes
    """Sorted set of the shard: table ids by their next wake-up."""
    channel: bytes
    """Sharded channel of the shard: who is woken."""


@dataclass(frozen=True, slots=True)
class OpenKeys:
    """A tenant's public tables with free seats."""

    listings: bytes
    """Hash: table -> its seats and free seats."""
    created: bytes
    """Sorted set: tables by the time of their making."""
    leases: bytes
    """Sorted set: tables by the time when they leave the list."""


@dataclass(frozen=True, slots=True)
class ReplicaKeys:
    """A game's live replicas."""

    addresses: bytes
    """Hash: name -> address."""
    leases: bytes
    """Sorted set: names by the time when they count as dead."""


def table_id(game: str, shard: int, rest: str) -> str:
    """The id of a table, `<game>-<shard>-<rest>`. A game's name holds no dash."""
    return f"{game}-{shard:02}-{rest}"


def shard_of(table: str) -> int:
    """The shard that an id names. ValueError: it is no table's id."""
    return int(_parts(table)[1])


@lru_cache(maxsize=CACHED)
def table_keys(table: str) -> TableKeys:
    """The keys of a table. ValueError: it is no table's id."""
    game, shard, rest = _parts(table)
    tag = _tag(game, int(shard))
    return TableKeys(
        table=f"{tag}:table:{rest}".encode(),
        updates=f"{tag}:updates:{rest}".encode(),
        record=f"{tag}:record:{rest}".encode(),
        records=f"{tag}:records:{rest}".encode(),
        due=due_key(game, int(shard)),
        channel=channel_key(game, int(shard)),
    )


def archive_key(table: str, deal: int) -> bytes:
    """The list that holds a finished deal's record."""
    game, shard, rest = _parts(table)
    return f"{_tag(game, int(shard))}:archive:{deal}:{rest}".encode()


def due_key(game: str, shard: int) -> bytes:
    """The sorted set of a shard's wake-ups."""
    return f"{_tag(game, shard)}:due".encode()


def channel_key(game: str, shard: int) -> bytes:
    """The sharded channel on which a shard's former writers are woken."""
    return f"{_tag(game, shard)}:woken".encode()


def open_keys(game: str, tenant: str) -> OpenKeys:
    """The keys of a tenant's list of open tables, all in one slot."""
    tag = f"{{{game}:open:{tenant}}}"
    return OpenKeys(
        listings=f"{tag}:listings".encode(),
        created=f"{tag}:created".encode(),
        leases=f"{tag}:leases".encode(),
    )


def code_key(game: str, code: str) -> bytes:
    """The string that binds a join code to a table."""
    return f"{game}:code:{code}".encode()


def replica_keys(game: str) -> ReplicaKeys:
    """The keys of a game's replicas, in one slot."""
    tag = f"{{{game}:replicas}}"
    return ReplicaKeys(addresses=f"{tag}:addresses".encode(), leases=f"{tag}:leases".encode())


def canary_key(game: str, name: str) -> bytes:
    """The string that a replica's canary writes."""
    return f"{game}:canary:{name}".encode()


def _tag(game: str, shard: int) -> str:
    return f"{{{game}:{shard:02}}}"


def _parts(table: str) -> tuple[str, str, str]:
    game, shard, rest = [*table.split("-", 2), "", ""][:3]
    if not (game and rest and shard.isascii() and shard.isdigit()) or "{" in game or "}" in game:
        raise ValueError(f"expected a table id <game>-<shard>-<rest>, got {table!r}")
    return game, shard, rest
