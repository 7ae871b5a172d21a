"""Records: a running deal's entries, and the hash chain that ties them together.

The store keeps a record as a list of bytes: a `Record` with its header, one `Entry` a move or pause, and a `Record`
with what the end adds. `root` is SHA-256 of the header as deterministic protobuf bytes with `root` empty; each entry's
hash is SHA-256 of the hash before and the entry's deterministic bytes with `hash` empty.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from chieu.table.v1 import record_pb2 as pb

__all__ = ["assemble", "chain", "root"]


def root(header: pb.Record) -> bytes:
    """The hash that the chain of a record starts from, 32 bytes."""
    bare = pb.Record()
    bare.CopyFrom(header)
    for field in ("root", "seed", "entries", "result", "scores", "ended_ms"):
        bare.ClearField(field)
    return hashlib.sha256(bare.SerializeToString(deterministic=True)).digest()


def chain(before: bytes, entry: pb.Entry) -> bytes:
    """The hash of an entry after the hash `before`, 32 bytes."""
    bare = pb.Entry()
    bare.CopyFrom(entry)
    bare.ClearField("hash")
    return hashlib.sha256(before + bare.SerializeToString(deterministic=True)).digest()


def assemble(stored: Sequence[bytes]) -> pb.Record:
    """The record of a finished deal from what the store kept: header, entries, end."""
    record = pb.Record.FromString(stored[0])
    record.entries.extend(pb.Entry.FromString(entry) for entry in stored[1:-1])
    record.MergeFromString(stored[-1])
    return record
