"""The store's clock, kept without asking: an offset to this machine's steady clock, looked at again now and then."""

from __future__ import annotations

import asyncio
import time

import structlog

from services.core.store import Store, StoreUnavailable

__all__ = ["ServerTime"]

AGAIN_SECONDS = 15.0

log = structlog.get_logger(__name__)


class ServerTime:
    """Milliseconds since 1970 by the store's clock."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._offset_ms = time.time() * 1000 - time.monotonic() * 1000

    def now_ms(self) -> int:
        """The time now."""
        return int(time.monotonic() * 1000 + self._offset_ms)

    async def measure(self) -> None:
        """Ask the store once; half the way there and back is counted in."""
        before = time.monotonic()
        stored = await self._store.time_ms()
        after = time.monotonic()
        self._offset_ms = stored - (before + after) * 500

    async def run(self) -> None:
        """Ask again for ever."""
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                await self.measure()
            except StoreUnavailable:
                log.warning("the store does not answer", doing="time")
