from __future__ import annotations

from chieu_client.patience import Backoff, Patience


def test_ceilings_double_up_to_the_longest_and_start_again_after_success() -> None:
    backoff = Backoff(Patience(first=0.5, longest=3), uniform=lambda low, high: low + high)
    assert [backoff.delay() for _ in range(5)] == [0.5, 1, 2, 3, 3]
    backoff.reset()
    assert backoff.delay() == 0.5


def test_delays_are_spread_from_nothing_to_the_ceiling() -> None:
    delays = [Backoff(Patience(first=1)).delay() for _ in range(200)]
    assert min(delays) < 0.2
    assert 0.8 < max(delays) <= 1


def test_endless_failures_stay_within_the_longest() -> None:
    backoff = Backoff(Patience(first=0.1, longest=7), uniform=lambda _, high: high)
    assert {backoff.delay() for _ in range(3000)} >= {0.1, 7}
