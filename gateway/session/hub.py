"""All connections of this gateway: who may have how many, the clock that they share, and the end of the day."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import structlog

from gateway.close_codes import CloseCode
from gateway.link import Router
from gateway.metrics import Counts
from gateway.session.connection import Connection
from gateway.session.limits import Quota
from gateway.settings import Settings
from identity import Identity, TokenVerifier

__all__ = ["Hub"]

_log: Final = structlog.get_logger()
_AT_ONCE: Final = 200
"""Connections that are told to go in one turn of the event loop while draining."""


class Hub:
    """What connections share."""

    def __init__(self, settings: Settings, verifier: TokenVerifier, router: Router, counts: Counts) -> None:
        self.settings = settings
        self.verifier = verifier
        self.router = router
        self.counts = counts
        self.connections: dict[Connection, None] = {}
        self._players = Quota(settings.max_connections_per_player)
        self._addresses = Quota(settings.max_connections_per_address)
        self._generation = 0
        self._clock: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts the clock."""
        self._clock = asyncio.create_task(self._run_clock(), name="connections' clock")

    async def stop(self) -> None:
        """Tells every connection to come back elsewhere, and stops the clock."""
        for count, connection in enumerate(list(self.connections), 1):
            connection.close(CloseCode.DRAINING)
            if count % _AT_ONCE == 0:
                await asyncio.sleep(0)
        if self._clock is not None:
            self._clock.cancel()
            await asyncio.wait([self._clock])

    def next_generation(self) -> int:
        """Microseconds since 1970, rising with every connection even if the clock stands still or jumps back."""
        self._generation = max(self._generation + 1, time.time_ns() // 1000)
        return self._generation

    def enter(self, connection: Connection) -> bool:
        """Counts a new connection in. False: there are too many, here or from its address."""
        if len(self.connections) >= self.settings.max_connections or not self._addresses.acquire(connection.address):
            return False
        self.connections[connection] = None
        return True

    def admit_player(self, identity: Identity) -> bool:
        """Counts one more connection of that player. False: too many."""
        return self._players.acquire((identity.tenant, identity.subject))

    def forget(self, connection: Connection) -> None:
        """Gives back what the connection counted for."""
        if connection in self.connections:
            del self.connections[connection]
            self._addresses.release(connection.address)
        if (identity := connection.identity) is not None:
            self._players.release((identity.tenant, identity.subject))

    async def _run_clock(self) -> None:
        pause = min(1.0, self.settings.hello_seconds / 4, self.settings.heartbeat_seconds / 4)
        while True:
            await asyncio.sleep(pause)
            now = time.monotonic()
            for connection in list(self.connections):
                try:
                    connection.tick(now)
                except Exception:  # noqa: BLE001 - one connection must not stop the clock of all
                    _log.exception("connection_fault")
                    connection.close(CloseCode.INTERNAL)
