from __future__ import annotations

from gateway.session import Bucket, Buckets, Quota, Verdict


def test_a_bucket_passes_its_burst_then_refuses_then_calls_it_a_flood() -> None:
    bucket = Bucket(rate=1, burst=3, flood=2, now=0)
    verdicts = [bucket.take(0) for _ in range(7)]
    assert verdicts == [Verdict.PASS] * 3 + [Verdict.REFUSE] * 2 + [Verdict.FLOOD] * 2


def test_a_bucket_fills_with_time_and_not_beyond_its_burst() -> None:
    bucket = Bucket(rate=2, burst=3, flood=9, now=0)
    for _ in range(3):
        bucket.take(0)
    assert bucket.take(0.5) is Verdict.PASS
    assert [bucket.take(100) for _ in range(4)] == [Verdict.PASS] * 3 + [Verdict.REFUSE]


def test_buckets_are_apart_and_the_oldest_are_forgotten() -> None:
    buckets = Buckets(rate=1, burst=1, most=2)
    assert buckets.may("a", 0)
    assert not buckets.may("a", 0)
    assert buckets.may("b", 0)
    assert buckets.may("c", 0)
    assert buckets.may("a", 0)


def test_being_refused_by_buckets_costs_nothing() -> None:
    buckets = Buckets(rate=1, burst=1)
    assert [buckets.may("a", 0) for _ in range(9)].count(True) == 1
    assert buckets.may("a", 1)


def test_a_quota_gives_back_what_is_released() -> None:
    quota = Quota(2)
    assert quota.acquire("a")
    assert quota.acquire("a")
    assert not quota.acquire("a")
    assert quota.acquire("b")
    quota.release("a")
    assert quota.acquire("a")
