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
from services.core.store.memory import MemoryStore

__all__ = [
    "Change",
    "Committed",
    "Conflict",
    "Listing",
    "MemoryStore",
    "Outcome",
    "Replica",
    "Store",
    "StoreUnavailable",
    "StoredTable",
    "StoredUpdate",
    "Woken",
]
