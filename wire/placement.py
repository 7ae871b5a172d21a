"""Which replica is a table's home: rendezvous hashing over the addresses of the replicas that live.

A gateway only guesses with it; the replicas decide, and send away whoever comes to the wrong one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

__all__ = ["home_of"]


def home_of(table: str, addresses: Iterable[str]) -> str:
    """The address (host:port) with the highest hash for this table: when one comes or goes, only its tables move."""
    return max(addresses, key=lambda address: (_weight(table, address), address))


def _weight(table: str, address: str) -> bytes:
    return hashlib.blake2b(f"{address}\0{table}".encode(), digest_size=8).digest()
