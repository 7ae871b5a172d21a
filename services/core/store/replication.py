"""Waiting for replicas: a commit counts when enough of them have it."""

from __future__ import annotations

import asyncio
from asyncio import Future
from functools import partial
from typing import Any

from services.core.store.base import Committed, Conflict, Outcome, StoreUnavailable
from services.core.store.connection import HotConnection
from services.core.store.wire import pack

__all__ = ["Replication"]


class Replication:
    """Holds the answers of commits until WAIT says that `replicas` replicas have them.

    WAIT speaks of what its own connection wrote. So it follows the commits' replies, one for all that came together,
    and what it says counts only if the link is still the one that they came by.
    """

    def __init__(self, hot: HotConnection, replicas: int, limit: float) -> None:
        self._hot = hot
        self._replicas = replicas
        self._wait = pack((b"WAIT", replicas, int(limit * 500)))
        self._loop = asyncio.get_running_loop()
        self._held: list[tuple[Future[Outcome], int]] = []

    def hold(self, future: Future[Outcome], reply: int) -> None:
        """Settle a commit later, when the replicas have it."""
        if not self._held:
            self._loop.call_soon(self._ask, self._hot.epoch)
        self._held.append((future, reply))

    async def reached(self) -> None:
        """Return if enough replicas have what this connection wrote, else StoreUnavailable."""
        epoch = self._hot.epoch
        waited = self._hot.send(self._wait)
        await asyncio.wait([waited])
        if (missing := self._missing(epoch, waited)) is not None:
            raise missing

    def _ask(self, epoch: int) -> None:
        held, self._held = self._held, []
        self._hot.send(self._wait).add_done_callback(partial(self._let_go, held, epoch))

    def _let_go(self, held: list[tuple[Future[Outcome], int]], epoch: int, waited: Future[Any]) -> None:
        missing = self._missing(epoch, waited)
        for future, reply in held:
            if future.done():
                continue
            if missing is not None:
                future.set_exception(missing)
            else:
                future.set_result(Committed(reply) if reply > 0 else Conflict(-reply))

    def _missing(self, epoch: int, waited: Future[Any]) -> StoreUnavailable | None:
        if failed := waited.exception():
            return StoreUnavailable(f"replicas could not be asked: {failed}")
        if epoch != self._hot.epoch:
            return StoreUnavailable("the connection broke before replicas had the commit")
        if waited.result() < self._replicas:
            return StoreUnavailable(f"{waited.result()} of {self._replicas} replicas have the commit")
        return None
