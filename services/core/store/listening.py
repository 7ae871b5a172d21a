"""Hearing that another replica took over a table: sharded pub/sub, kept up by one task."""

from __future__ import annotations

import asyncio
import logging
from asyncio import Future
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from services.core.store.base import StoreUnavailable, Woken
from services.core.store.tasks import end

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

__all__ = ["Listener"]

_PAUSES: Final = (0.05, 1.0)
"""Seconds between attempts to subscribe: the first pause, and the longest."""

log = logging.getLogger(__name__)


class Listener:
    """Subscribes to a game's channels and calls back; after a break it subscribes again and says so.

    A connection that says nothing for `limit` seconds is pinged, and given up if it stays silent for as long again.
    """

    def __init__(
        self,
        client: Redis,
        channels: Sequence[bytes],
        writer: str,
        woken: Callable[[Woken], None],
        resubscribed: Callable[[], None],
        limit: float,
    ) -> None:
        self._client = client
        self._channels = channels
        self._writer = writer
        self._woken = woken
        self._resubscribed = resubscribed
        self._limit = limit
        self._begun: Future[None] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Return when listening has begun. StoreUnavailable: it has not, within the limit."""
        self._task = asyncio.create_task(self._keep_listening())
        try:
            async with asyncio.timeout(self._limit):
                await asyncio.shield(self._begun)
        except TimeoutError:
            await self.stop()
            raise StoreUnavailable(f"could not listen within {self._limit} s") from None

    async def stop(self) -> None:
        """Hear nothing any more."""
        if self._task is not None:
            await end(self._task)

    async def _keep_listening(self) -> None:
        pause = _PAUSES[0]
        while True:
            try:
                async with self._client.pubsub() as subscription:
                    await self._subscribe(subscription)
                    pause = _PAUSES[0]
                    await self._hear(subscription)
            except (RedisError, OSError, TimeoutError) as broken:
                log.warning("not listening for wake-ups: %s", str(broken) or type(broken).__name__)
            except Exception:  # whatever it was, the next wake-ups must be heard
                log.exception("not listening for wake-ups")
            await asyncio.sleep(pause)
            pause = min(pause * 2, _PAUSES[1])

    async def _subscribe(self, subscription: PubSub) -> None:
        async with asyncio.timeout(self._limit):
            for channel in self._channels:  # each in a slot of its own
                await subscription.ssubscribe(channel)
            confirmed = 0
            while confirmed < len(self._channels):
                message = await subscription.get_message(timeout=self._limit)
                if message is not None and message["type"] == "ssubscribe":
                    confirmed += 1
                elif message is not None:
                    self._hear_one(message)
        if self._begun.done():
            self._call(self._resubscribed)
        else:
            self._begun.set_result(None)

    async def _hear(self, subscription: PubSub) -> None:
        """Hand on what is heard, until the connection breaks or falls silent."""
        is_pinged = False
        while True:
            message = await subscription.get_message(timeout=self._limit)
            if message is not None:
                is_pinged = False
                self._hear_one(message)
            elif is_pinged:
                raise TimeoutError(f"silent for {2 * self._limit} s")
            else:
                is_pinged = True
                await subscription.ping()

    def _hear_one(self, message: Mapping[str, Any]) -> None:
        if message["type"] != "smessage":
            return
        table, _, writer = message["data"].decode().partition("\0")
        if writer == self._writer:
            self._call(lambda: self._woken(Woken(table)))

    def _call(self, callback: Callable[[], None]) -> None:
        """A callback that fails must not end the listening."""
        try:
            callback()
        except Exception:
            log.exception("a wake-up could not be handed on")
