from __future__ import annotations

from chieu_client.clock import ServerClock


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.ms = 1000.0

    def __call__(self) -> float:
        return self.ms


def test_nothing_is_claimed_before_anything_is_known() -> None:
    clock = ServerClock(Hand())
    assert clock.now_ms() is None
    assert clock.seconds_until(5) is None


def test_the_shortest_round_trip_counts() -> None:
    hand = Hand()
    clock = ServerClock(hand)
    for trip, error in [(400, 150), (20, 4), (90, -30)]:
        sent = clock.ping_ms()
        hand.ms += trip
        clock.pong(sent, int(500_000 + hand.ms - trip / 2 + error))
    assert clock.offset_ms == 500_004


def test_stamps_give_a_bound_until_a_pong_comes() -> None:
    hand = Hand()
    clock = ServerClock(hand)
    clock.stamp(70_000)
    clock.stamp(60_000)
    assert clock.now_ms() == 70_000
    hand.ms += 1500
    assert clock.seconds_until(73_500) == 2
    assert clock.seconds_until(71_000) == 0
    clock.pong(clock.ping_ms(), 80_000)
    assert clock.now_ms() == 80_000


def test_a_restart_forgets_and_a_pong_from_the_future_is_left_out() -> None:
    clock = ServerClock(Hand())
    clock.pong(clock.ping_ms(), 80_000)
    clock.restart()
    clock.pong(5000, 90_000)
    assert clock.offset_ms is None
