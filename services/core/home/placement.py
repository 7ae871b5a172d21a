"""Which replica is a table's home, and which replicas there are."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import structlog

from services.core.store import Replica, Store, StoreUnavailable
from wire.placement import home_of

__all__ = ["Placement"]

LEASE_MS = 4_000
RENEW_SECONDS = 1.0
DOUBT_SECONDS = 0.05
"""How soon after one look the next is taken when somebody doubts."""

log = structlog.get_logger(__name__)


class Placement:
    """The live replicas, as the store tells them. While the store is silent the last known ones stand."""

    def __init__(self, store: Store, own: Replica, changed: Callable[[], None]) -> None:
        self._store = store
        self.own = own
        self._changed = changed
        self._replicas: list[Replica] = [own]
        self._homes: dict[str, str] = {}
        self._has_left = False
        self._doubted = asyncio.Event()

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
            home = self._homes[table] = home_of(table, self.addresses())
        return None if home == self.own.address else home

    def doubt(self) -> None:
        """A gateway came here for a table of another home: that one may be gone already, so look soon."""
        self._doubted.set()

    async def run(self) -> None:
        """Say that this replica lives, and see who else does, until it leaves."""
        while not self._has_left:
            self._doubted.clear()
            try:
                await self.renew()
            except StoreUnavailable:
                log.warning("the store does not answer", doing="placement")
            await asyncio.sleep(DOUBT_SECONDS)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._doubted.wait(), RENEW_SECONDS)

    async def renew(self) -> None:
        """Say it once, and look once."""
        await self._store.announce(self.own, LEASE_MS)
        live = await self._store.replicas()
        if self._has_left:  # meanwhile: whoever saw it come back would send tables here
            await self._store.withdraw(self.own)
            return
        if self.own not in live:
            live = [*live, self.own]
        live = sorted(live, key=lambda replica: replica.name)
        if live != self._replicas:
            self._replicas = live
            self._homes.clear()
            self._changed()

    async def leave(self) -> None:
        """Say that this replica goes, for good: from now on its tables have other homes."""
        self._has_left = True
        try:
            await self._store.withdraw(self.own)
        except StoreUnavailable:
            log.warning("the store does not answer", doing="leaving")
        self._replicas = [one for one in self._replicas if one.name != self.own.name] or [self.own]
        self._homes.clear()
