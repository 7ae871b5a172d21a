"""The server's time, as far as a client can know it.

A pong says what the server's clock showed at some moment between our ping and now, so half the round trip bounds the
error; the shortest of the last round trips counts. Before the first pong the stamps of other messages give a lower
bound: they were made before they came.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

__all__ = ["ServerClock"]

_KEPT = 8


def _monotonic_ms() -> float:
    return time.monotonic() * 1000


class ServerClock:
    """Turns local moments into server time. Milliseconds since 1970 on the server's side, any origin on ours."""

    def __init__(self, local_ms: Callable[[], float] = _monotonic_ms) -> None:
        self._local_ms = local_ms
        self._pongs: deque[tuple[float, float]] = deque(maxlen=_KEPT)  # round trip, offset
        self._bound: float | None = None

    def ping_ms(self) -> int:
        """What to put into a ping, so that its pong can be used."""
        return int(self._local_ms())

    def pong(self, client_ms: int, server_ms: int) -> None:
        """Takes a pong into account. One that claims to come from the future is left out."""
        now = self._local_ms()
        if (trip := now - client_ms) >= 0:
            self._pongs.append((trip, server_ms - (now + client_ms) / 2))

    def stamp(self, server_ms: int) -> None:
        """Takes a message's time stamp into account."""
        bound = server_ms - self._local_ms()
        if self._bound is None or bound > self._bound:
            self._bound = bound

    def restart(self) -> None:
        """Forgets all: after a break the computer may have slept, or another server may answer."""
        self._pongs.clear()
        self._bound = None

    @property
    def offset_ms(self) -> float | None:
        """Server time minus local time; None before anything is known."""
        return min(self._pongs)[1] if self._pongs else self._bound

    def now_ms(self) -> float | None:
        """The server's time now; None before anything is known."""
        offset = self.offset_ms
        return None if offset is None else self._local_ms() + offset

    def seconds_until(self, server_ms: int) -> float | None:
        """Seconds from now to a moment of server time, 0 when it has passed; None before anything is known."""
        now = self.now_ms()
        return None if now is None else max(0.0, (server_ms - now) / 1000)
