"""What some tests need beside the Python packages, and how to get it.

`python tools/needs.py` prints what this machine lacks and which tests are therefore left out; with CI=true it fails
instead. Tests say `@pytest.mark.needs("engine")`; tests/conftest.py keeps to what is found here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["NEEDS", "Need", "in_ci", "is_met"]


@dataclass(frozen=True, slots=True)
class Need:
    """Something that tests use and pip doesn't install."""

    what: str
    """What it is, for a person."""
    tests: str
    """Which tests are left out without it."""
    how: str
    """How to get it."""
    found: Callable[[], bool]


def _has_command(name: str) -> Callable[[], bool]:
    return lambda: shutil.which(name) is not None


def _has_engine() -> bool:
    """Whether a container engine answers; an installed client says nothing about that."""
    if shutil.which("docker") is None:
        return False
    try:
        asked = subprocess.run(["docker", "version"], capture_output=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return False
    return asked.returncode == 0


def _has_compiler() -> bool:
    """Whether extension modules can be built: a C compiler, and Python's own headers."""
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return shutil.which("cc") is not None and headers.exists()


NEEDS: Final[Mapping[str, Need]] = {
    "compiler": Need(
        "a C compiler and Python's headers",
        "those of the rules in their compiled form; everything else plays by the interpreted ones",
        "install gcc and Python's headers (Debian: apt-get install gcc libc6-dev python3-dev)",
        _has_compiler,
    ),
    "chromium": Need(
        "Chromium",
        "those of the page in a browser",
        "install it (Debian: apt-get install chromium)",
        _has_command("chromium"),
    ),
    "engine": Need(
        "a container engine that answers",
        "those that run servers in containers",
        'start Docker, or as root on Debian: .ci/engine start && eval "$(.ci/engine env)"',
        _has_engine,
    ),
    "node": Need(
        "Node.js",
        "those of the TypeScript SDK, the page and foreign clients",
        "make setup, which brings it",
        _has_command("node"),
    ),
    "redis-server": Need(
        "a Redis server",
        "those of the store on the Redis that distributions ship",
        "install Redis 7 or later (Debian: apt-get install redis-server)",
        _has_command("redis-server"),
    ),
}


@cache
def is_met(name: str) -> bool:
    """Whether this machine has it; asked once a process."""
    return NEEDS[name].found()


def in_ci() -> bool:
    """Whether this is a run that may leave nothing out."""
    return os.environ.get("CI", "").lower() in {"1", "true"}


def main() -> None:
    """Prints what is missing. In CI that is an error."""
    missing = [need for name, need in NEEDS.items() if not is_met(name)]
    for need in missing:
        print(f"left out for want of {need.what}: {need.tests}\n    to run them, {need.how}")
    if missing and in_ci():
        sys.exit("CI may leave nothing out")


if __name__ == "__main__":
    main()
