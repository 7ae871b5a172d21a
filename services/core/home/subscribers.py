"""Who has a table open here, by audience."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from identity import Identity
from services.core.game import SPECTATORS
from services.core.refusal import Reason, Refused

__all__ = ["Sink", "Subscribers", "Subscription"]


class Sink(Protocol):
    """Where subscriptions of one link end. No call blocks or raises; a slow sink drops and says `Lost`."""

    def opened(self, sub: int, seat: int | None) -> None:
        """A subscription stands, or speaks for another seat from now on."""

    def update(self, subs: list[int], table: str, seq: int, mark: bytes, update: bytes) -> None:
        """One update for subscriptions of one audience."""

    def ended(self, sub: int, refusal: Refused) -> None:
        """A subscription was refused or has ended."""

    def moved(self, table: str, home: str) -> None:
        """Another replica is the table's home; all subscriptions of this sink to it have ended."""


@dataclass(eq=False, slots=True)
class Subscription:
    """A connection at a table. `generation` orders the connections of one player in time."""

    sink: Sink
    sub: int
    caller: Identity
    generation: int
    audience: int = SPECTATORS
    seq: int = 0
    """The last update that was sent."""
    mark: bytes = b""
    """Its mark."""
    is_closed: bool = False
    """The connection is gone, perhaps before it ever stood."""


class Subscribers:
    """The subscriptions of one table. A seat has at most one, the newest; spectators as many as come."""

    def __init__(self) -> None:
        self._by_audience: dict[int, list[Subscription]] = {}

    def __bool__(self) -> bool:
        return bool(self._by_audience)

    def __iter__(self) -> Iterator[Subscription]:
        return (one for several in list(self._by_audience.values()) for one in list(several))

    def has_players(self) -> bool:
        """Whether a seat is among the audiences."""
        return any(audience != SPECTATORS for audience in self._by_audience)

    def add(self, new: Subscription) -> bool:
        """Take a subscription in. A newer one of the same seat ends the older; False: the new one is the older."""
        if new.audience != SPECTATORS:
            for old in list(self._by_audience.get(new.audience, ())):
                if old.generation > new.generation:
                    return False
                self.remove(old)
                old.sink.ended(old.sub, Refused(Reason.REASON_SUPERSEDED, "a newer connection has this seat"))
        self._by_audience.setdefault(new.audience, []).append(new)
        return True

    def remove(self, gone: Subscription) -> None:
        """Let a subscription go, if it is there."""
        several = self._by_audience.get(gone.audience)
        if several is None or gone not in several:
            return
        several.remove(gone)
        if not several:
            del self._by_audience[gone.audience]

    def tell(self, table: str, audience: int, seq: int, mark: bytes, update: bytes) -> None:
        """Send an update to everybody of an audience who has not got it, once a sink."""
        by_sink: dict[int, tuple[Sink, list[int]]] = {}
        for one in self._by_audience.get(audience, ()):
            if one.seq < seq:
                one.seq, one.mark = seq, mark
                by_sink.setdefault(id(one.sink), (one.sink, []))[1].append(one.sub)
        for sink, subs in by_sink.values():
            sink.update(subs, table, seq, mark, update)
