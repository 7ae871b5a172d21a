"""Whether a worker is alive: a canary task was done recently. `python -m ai_worker.health` says it to a probe.

An open connection or a running process proves nothing; a task that came through the broker and was done does.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from ai_worker.settings import Settings

__all__ = ["age", "main", "sign"]


def sign(file: Path) -> None:
    """Leaves the sign."""
    file.touch()


def age(file: Path) -> float | None:
    """Seconds since the last sign, or None if there is none."""
    try:
        return max(0.0, time.time() - file.stat().st_mtime)
    except OSError:
        return None


def main() -> int:
    """0 and a line if the worker is alive, else 1 and why."""
    settings = Settings()
    seconds = age(settings.bot_heartbeat_file)
    if seconds is None:
        sys.stdout.write("dead: no canary task has been done yet\n")
        return 1
    alive = seconds <= settings.bot_canary_late_seconds
    sys.stdout.write(f"{'alive' if alive else 'dead'}: a canary task was done {seconds:.1f} s ago\n")
    return 0 if alive else 1


if __name__ == "__main__":
    sys.exit(main())
