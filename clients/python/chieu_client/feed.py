"""One producer, any number of readers, each at its own pace and each bounded."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from typing import Generic, TypeVar

__all__ = ["Feed"]

T = TypeVar("T")

_LIMIT = 256


class _Reader(Generic[T]):
    """What one reader has not read yet."""

    def __init__(self, limit: int) -> None:
        self.items: deque[T] = deque(maxlen=limit)
        self.waiter: asyncio.Future[None] | None = None

    def wake(self) -> None:
        if self.waiter and not self.waiter.done():
            self.waiter.set_result(None)


class Feed(Generic[T]):
    """Hands items on until it ends. A reader that falls `limit` items behind loses the oldest ones."""

    def __init__(self, limit: int = _LIMIT) -> None:
        self._limit = limit
        self._readers: list[_Reader[T]] = []
        self._ended = False
        self._error: Exception | None = None

    def publish(self, item: T) -> None:
        """Hands an item to every reader. Ignored after the end."""
        if self._ended:
            return
        for reader in self._readers:
            reader.items.append(item)
            reader.wake()

    def end(self, error: Exception | None = None) -> None:
        """Ends every reader, after what it still has to read; with an error it is raised there. The first end counts."""
        if self._ended:
            return
        self._ended, self._error = True, error
        for reader in self._readers:
            reader.wake()

    @property
    def has_ended(self) -> bool:
        """Whether nothing can be published any more."""
        return self._ended

    async def read(self, first: T | None = None) -> AsyncGenerator[T, None]:
        """Everything from now on, after `first` if given. Raises what the feed ended with."""
        reader: _Reader[T] = _Reader(self._limit)
        if first is not None:
            reader.items.append(first)
        self._readers.append(reader)
        try:
            while await self._has_more(reader):
                yield reader.items.popleft()
        finally:
            self._readers.remove(reader)
        if self._error:
            raise self._error

    async def _has_more(self, reader: _Reader[T]) -> bool:
        while not reader.items and not self._ended:
            reader.waiter = asyncio.get_running_loop().create_future()
            await reader.waiter
        return bool(reader.items)
