"""Where tables live: one interface, kept in Redis or in memory."""

from services.core.store.base import (
    Change,
    Committed,
    Conflict,
    Listing,
    Outcome,
    Replica,
    Store,
    StoredTable,
    StoredUpdate,
    StoreUnavailable,
    Woken,
)
from services.core.store.durability import Durability
from services.core.store.memory import MemoryStore
from services.core.store.redis import RedisStore

__all__ = [
    "Change",
    "Committed",
    "Conflict",
    "Durability",
    "Listing",
    "MemoryStore",
    "Outcome",
    "RedisStore",
    "Replica",
    "Store",
    "StoreUnavailable",
    "StoredTable",
    "StoredUpdate",
    "Woken",
]
