"""Hands bot jobs to the broker from a thread of its own.

Celery's publishing blocks for seconds when a broker is gone, so it never happens on the loop. The queue in front of
the thread is bounded; a job that finds it full, or that the broker does not take within a second, is dropped and
counted. That is no loss: the service asks once more and then plays the game's policy itself.
"""

from __future__ import annotations

import queue
import threading
import time
from typing import Any

import structlog
from celery import Celery

from services.core.metrics import Metrics
from wire.bots import TASK, bot_queue

__all__ = ["BotDesk"]

JOBS = 10_000
BROKER_SECONDS = 1.0
PAUSE_SECONDS = 1.0

log = structlog.get_logger(__name__)


class BotDesk:
    """Publishes jobs of one game."""

    def __init__(self, broker_url: str, game: str, metrics: Metrics, *, quorum: bool = False) -> None:
        self._metrics = metrics
        self._queue = bot_queue(game, quorum=quorum)
        self._jobs: queue.Queue[tuple[bytes, float] | None] = queue.Queue(JOBS)
        self._is_closing = threading.Event()
        self._app = Celery("chieu", broker=broker_url, set_as_current=False)
        self._app.conf.update(
            task_serializer="msgpack",
            accept_content=["msgpack"],
            task_ignore_result=True,
            task_publish_retry=False,
            broker_connection_timeout=BROKER_SECONDS,
            broker_connection_retry=False,
            broker_transport_options={
                "socket_timeout": BROKER_SECONDS,
                "socket_connect_timeout": BROKER_SECONDS,
                "max_retries": 0,
            },
        )
        self._thread = threading.Thread(target=self._work, name="bot-desk", daemon=True)
        self._thread.start()

    def publish(self, job: bytes, seconds_left: float) -> None:
        """Take a job; it is worth something for so many seconds. Never blocks."""
        try:
            self._jobs.put_nowait((job, time.monotonic() + seconds_left))
        except queue.Full:
            self._metrics.jobs_dropped.inc()

    def close(self) -> None:
        """Let the thread go; jobs that wait are dropped."""
        self._is_closing.set()
        while True:
            try:
                self._jobs.put_nowait(None)
            except queue.Full:
                self._jobs.get_nowait()
            else:
                break
        self._thread.join(3 * BROKER_SECONDS)

    def _work(self) -> None:
        while (next_job := self._jobs.get()) is not None and not self._is_closing.is_set():
            job, until = next_job
            left = until - time.monotonic()
            if left <= 0:
                self._metrics.jobs_dropped.inc()
                continue
            try:
                self._send(job, left)
            except Exception as error:  # noqa: BLE001 - whatever a broker's client raises means: no answer will come
                self._metrics.jobs_dropped.inc()
                log.warning("the broker takes no jobs", error=type(error).__name__)
                self._is_closing.wait(PAUSE_SECONDS)
            else:
                self._metrics.jobs.inc()

    def _send(self, job: bytes, seconds: float) -> None:
        # Without reprs of its own Celery would put the job's into the headers.
        plain: dict[str, Any] = {
            "queue": self._queue,
            "argsrepr": "",
            "kwargsrepr": "",
            "ignore_result": True,
            "retry": False,
        }
        self._app.send_task(TASK, args=[job], serializer="msgpack", expires=seconds, **plain)
