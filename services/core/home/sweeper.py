"""The safety net under all timers: finds tables whose wake-up has passed and nobody came.

Every replica sweeps every shard. A claim moves the table's wake-up a little into the future inside a script, so that
two replicas do not come at once; the table re-checks what is due, so coming twice is harmless.
"""

from __future__ import annotations

import asyncio

import structlog

from services.core.home.commands import Wake
from services.core.home.home import Home
from services.core.store import StoreUnavailable
from services.core.table.calls import SHARDS

__all__ = ["Sweeper"]

OVERDUE_MS = 1_000
LEASE_MS = 5_000
ROUND_SECONDS = 1.0
AT_ONCE = 100

log = structlog.get_logger(__name__)


class Sweeper:
    """Sweeps for ever, a shard at a time."""

    def __init__(self, home: Home) -> None:
        self._home = home

    async def run(self) -> None:
        """Sweep all shards about once a second."""
        while True:
            for shard in range(SHARDS):
                try:
                    await self.sweep(shard)
                except StoreUnavailable:
                    log.warning("the store does not answer", doing="sweeping")
                    await asyncio.sleep(ROUND_SECONDS)
                await asyncio.sleep(ROUND_SECONDS / SHARDS)

    async def sweep(self, shard: int) -> None:
        """Wake what is overdue in one shard."""
        overdue = self._home.kind.timing.scaled(OVERDUE_MS)
        for table in await self._home.store.claim_due(shard, overdue, LEASE_MS, AT_ONCE):
            self._home.submit(table, Wake())
