"""Real worker processes for tests, and what publishes to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from celery import Celery
from redis import Redis

from chieu.bot.v1.bot_pb2 import Job

__all__ = ["Worker", "eventually", "producer", "publish", "waiting", "worker"]


def eventually(what: Callable[[], Any], within: float = 50.0, failing: str = "it did not happen") -> Any:
    """What comes back, as soon as it is true."""
    deadline = time.monotonic() + within
    while not (found := what()):
        assert time.monotonic() < deadline, failing
        time.sleep(0.02)
    return found


def waiting(url: str, queue: str = "bots.tan") -> int:
    """Jobs that wait in a queue."""
    with Redis.from_url(url) as client:
        return int(client.llen(queue))


class Worker:
    """A running `python -m ai_worker`."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        self.process = process
        self._folder = folder

    def last_sign(self) -> float:
        """When its last canary task was done, in seconds since 1970; 0 before the first."""
        file = self._folder / "heartbeat"
        return file.stat().st_mtime if file.exists() else 0.0

    def output(self) -> str:
        """All that it has said."""
        return (self._folder / "output").read_text(encoding="utf-8")

    def says(self, words: str) -> bool:
        """Whether it has said so."""
        assert self.process.poll() is None, self.output()[-3000:]
        return words in self.output()

    def children(self) -> list[int]:
        """The processes that think."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(pid) for pid in listed.split()]

    def await_ready(self) -> None:
        """Returns when it takes jobs."""
        eventually(lambda: self.says('"ready"'), failing="the worker did not get ready")

    def stop(self) -> int:
        """Asks it to end, as an operator does, and gives back its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


@contextmanager
def worker(url: str, **settings: str) -> Iterator[Worker]:
    """A worker with one thinking process, unless `settings` (without their prefix) say otherwise."""
    with tempfile.TemporaryDirectory(prefix="chieu-worker-") as name:
        folder = Path(name)
        given = {
            "BROKER_URL": url,
            "SERVICE_TOKEN": "a-service-token",
            "BOT_PROCESSES": "1",
            "BOT_HEARTBEAT_FILE": str(folder / "heartbeat"),
            "LOG_STYLE": "json",
            **settings,
        }
        environment = {key: value for key, value in os.environ.items() if not key.startswith("CHIEU_")}
        environment |= {f"CHIEU_{key}": value for key, value in given.items()}
        environment["PYTHONPATH"] = os.pathsep.join(sys.path)
        with (folder / "output").open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "ai_worker"], env=environment, stdout=output, stderr=output, cwd=folder
            )
        running = Worker(process, folder)
        try:
            yield running
        finally:
            for child in running.children() if process.poll() is None else ():
                os.kill(child, signal.SIGKILL)
            process.kill()
            process.wait()


def producer(url: str) -> Celery:
    """What a service publishes with."""
    app = Celery("producer", set_as_current=False)
    app.conf.update(broker_url=url, task_serializer="msgpack", accept_content=["msgpack"])
    return app


def publish(app: Celery, job: Job, **options: Any) -> None:
    """Sends a job as a service does."""
    data = job.SerializeToString(deterministic=True)
    app.send_task("bots.answer", args=[data], queue="bots.tan", serializer="msgpack", retry=False, **options)
