"""Which replica is a table's home: rendezvous hashing over the replicas that say they live."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence

import structlog

from services.core.store import Replica, Store, StoreUnavailable

__all__ = ["Placement", "home_of"]

LEASE_MS = 4_000
RENEW_SECONDS = 1.0

log = structlog.get_logger(__name__)


def home_of(table: str, replicas: Sequence[Replica]) -> Replica:
    """The replica with the highest hash for this table: when one comes or goes, only its own tables move."""
    return max(replicas, key=lambda replica: (_weight(table, replica.name), replica.name))


def _weight(table: str, name: str) -> bytes:
    return hashlib.blake2b(f"{name}\0{table}".encode(), digest_size=8).digest()


class Placement:
    """The live replicas, as the store tells them. While the store is silent the last known ones stand."""

    def __init__(self, store: Store, own: Replica, changed: Callable[[], None]) -> None:
        self._store = store
        self.own = own
        self._changed = changed
        self._replicas: list[Replica] = [own]
        self._homes: dict[str, Replica] = {}

    def addresses(self) -> list[str]:
        """host:port of every live replica."""
        return [replica.address for replica in self._replicas]

    def other_addresses(self) -> list[str]:
        """host:port of every live replica but this one."""
        return [replica.address for replica in self._replicas if replica.name != self.own.name]

    def elsewhere(self, table: str) -> str | None:
        """The address of a table's home, or None if it is here."""
        home = self._homes.get(table)
        if home is None:
            if len(self._homes) > 50_000:
                self._homes.clear()
            home = self._homes[table] = home_of(table, self._replicas)
        return None if home.name == self.own.name else home.address

    async def run(self) -> None:
        """Say for ever that this replica lives, and see who else does."""
        while True:
            try:
                await self.renew()
            except StoreUnavailable:
                log.warning("the store does not answer", doing="placement")
            await asyncio.sleep(RENEW_SECONDS)

    async def renew(self) -> None:
        """Say it once, and look once."""
        await self._store.announce(self.own, LEASE_MS)
        live = await self._store.replicas()
        if self.own not in live:
            live = [*live, self.own]
        live = sorted(live, key=lambda replica: replica.name)
        if live != self._replicas:
            self._replicas = live
            self._homes.clear()
            self._changed()

    async def leave(self) -> None:
        """Say that this replica goes: from now on its tables have other homes."""
        try:
            await self._store.withdraw(self.own)
        except StoreUnavailable:
            log.warning("the store does not answer", doing="leaving")
        self._replicas = [one for one in self._replicas if one.name != self.own.name] or [self.own]
        self._homes.clear()
