"""Starts a worker: `python -m ai_worker [further arguments of celery worker]`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile

from ai_worker.settings import Settings

_SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def main(arguments: list[str]) -> None:
    """Runs until SIGTERM, and then until the jobs under way are done."""
    folder = None
    if Settings().bot_metrics and _SHARED_FOLDER not in os.environ:
        folder = os.environ[_SHARED_FOLDER] = tempfile.mkdtemp(prefix="chieu-ai-worker-")
    from ai_worker.app import app  # noqa: PLC0415 - only now, so that counters are shared

    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    try:
        app.worker_main(["--quiet", "worker", f"--hostname=bots-{os.getpid()}@%h", *quiet, *arguments])
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
