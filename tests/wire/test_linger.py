from __future__ import annotations

import pytest

from wire.linger import Linger


def pause_at(rate: int, longest: float = 0.005) -> float:
    """The pause once frames have come at that rate for a while."""
    linger = Linger(longest)
    for step in range(500):
        linger.sent(rate // 50, 10 + step / 50)
    return linger.pause(20.0)


@pytest.mark.parametrize(
    ("rate", "expected"), [(0, 0), (50, 0), (200, 0.002), (1000, 0.005), (4000, 0.003), (20_000, 0.001)]
)
def test_the_pause_follows_the_load(rate: int, expected: float) -> None:
    assert pause_at(rate) == pytest.approx(expected)


def test_a_longest_linger_of_nothing_never_waits() -> None:
    assert pause_at(1000, longest=0) == 0


def test_load_is_forgotten_within_seconds() -> None:
    linger = Linger(0.005)
    linger.sent(1000, 1.0)
    assert linger.pause(1.0) > 0
    assert linger.pause(5.0) == 0
