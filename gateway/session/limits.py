"""Limits that forget: how fast somebody may talk, and how many of a thing somebody may have."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Hashable
from enum import Enum, auto

__all__ = ["Bucket", "Buckets", "Quota", "Verdict"]


class Verdict(Enum):
    """What a bucket says to one more."""

    PASS = auto()
    REFUSE = auto()
    FLOOD = auto()


class Bucket:
    """A token bucket: `burst` at once, `rate` a second lastingly.

    Refused ones cost as well, down to a debt of `flood`; whoever goes on below that floods.
    """

    __slots__ = ("_at", "_burst", "_flood", "_level", "_rate")

    def __init__(self, rate: float, burst: float, flood: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._flood = flood
        self._level = burst
        self._at = now

    def take(self, now: float) -> Verdict:
        """Takes one at that time, in seconds of a steady clock."""
        self._fill(now)
        self._level -= 1
        if self._level >= 0:
            return Verdict.PASS
        return Verdict.REFUSE if self._level >= -self._flood else Verdict.FLOOD

    def take_if_there(self, now: float) -> bool:
        """Takes one if there is one; being refused costs nothing."""
        self._fill(now)
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def _fill(self, now: float) -> None:
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """A bucket for each key, the least recently used ones forgotten beyond `most`."""

    def __init__(self, rate: float, burst: float, most: int = 50_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def may(self, key: Hashable, now: float) -> bool:
        """Whether one more of that key may pass. Refused ones cost nothing."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, 0, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take_if_there(now)


class Quota:
    """At most so many of something for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[Hashable] = Counter()

    def acquire(self, key: Hashable) -> bool:
        """Takes one more, or says no."""
        if self._held[key] >= self._most:
            return False
        self._held[key] += 1
        return True

    def release(self, key: Hashable) -> None:
        """Gives one back."""
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]
