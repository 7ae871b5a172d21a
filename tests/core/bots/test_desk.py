from __future__ import annotations

import time

from services.core.bots import BotDesk
from services.core.metrics import Metrics


def _count(metrics: Metrics, name: str) -> float:
    return metrics.registry.get_sample_value(name, {"game": "toy"}) or 0.0


def _until(metrics: Metrics, name: str, count: float) -> None:
    ends = time.monotonic() + 10
    while _count(metrics, name) < count:
        assert time.monotonic() < ends, name
        time.sleep(0.01)


def test_jobs_for_a_broker_that_is_gone_are_dropped_and_counted_and_nobody_waits() -> None:
    metrics = Metrics("toy")
    desk = BotDesk("redis://127.0.0.1:1/0", "toy", metrics)
    before = time.monotonic()
    for _ in range(100):
        desk.publish(b"job", 0.5)
    assert time.monotonic() - before < 0.5
    _until(metrics, "chieu_bot_jobs_dropped_total", 100)
    desk.close()
    assert _count(metrics, "chieu_bot_jobs_total") == 0


def test_a_full_queue_drops_what_comes_and_closing_waits_for_none_of_it() -> None:
    metrics = Metrics("toy")
    desk = BotDesk("redis://127.0.0.1:1/0", "toy", metrics)
    for _ in range(10_050):
        desk.publish(b"job", 600)
    assert _count(metrics, "chieu_bot_jobs_dropped_total") >= 40
    desk.close()
    assert not desk._thread.is_alive()


def test_a_job_is_taken_by_a_broker_that_is_there() -> None:
    metrics = Metrics("toy")
    desk = BotDesk("memory://", "toy", metrics)
    desk.publish(b"job", 5)
    _until(metrics, "chieu_bot_jobs_total", 1)
    desk.close()
