from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from deploy.local import valkey
from services.core.store import Durability
from tests.servers import free_port

ROOT = Path(__file__).parents[2]


class Run:
    """`python -m deploy.local.valkey`, on a port of its own."""

    def __init__(self, directory: Path) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "deploy.local.valkey", "--port", str(self.port), "--dir", str(directory)]
        self.parent = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def pid(self) -> int | None:
        """The server's process, if it answers."""
        try:
            with Redis(port=self.port, protocol=2) as client:
                return int(client.info("server")["process_id"])
        except RedisConnectionError:
            return None


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    running = Run(tmp_path / "data")
    wait_for(lambda: running.pid() is not None)
    yield running
    if running.parent.poll() is None:
        running.parent.terminate()
        running.parent.wait(10)


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def is_gone(pid: int) -> bool:
    """Whether a process has ended, be it that its new parent has not noticed yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_it_never_evicts_and_keeps_its_log(run: Run) -> None:
    with Redis(port=run.port, protocol=2) as client:
        settings = client.config_get("*")
    assert settings["maxmemory-policy"] == "noeviction"
    assert (settings["appendonly"], settings["appendfsync"], settings["save"]) == ("yes", "everysec", "")
    assert settings["bind"] == "127.0.0.1"


def test_a_server_that_is_killed_comes_back_with_its_data(run: Run) -> None:
    first = run.pid()
    assert first is not None
    with Redis(port=run.port, protocol=2) as client:
        client.set("kept", "yes")
        client.execute_command("WAITAOF", 1, 0, 5000)
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: run.pid() not in {None, first})
    with Redis(port=run.port, protocol=2) as client:
        assert client.get("kept") == b"yes"


def test_a_server_ends_with_its_parent_even_if_that_was_killed(run: Run) -> None:
    server = run.pid()
    assert server is not None
    run.parent.kill()
    run.parent.wait()
    wait_for(lambda: is_gone(server))


def test_told_to_stop_it_stops_the_server_and_ends_well(run: Run) -> None:
    server = run.pid()
    assert server is not None
    run.parent.terminate()
    assert run.parent.wait(10) == 0
    assert is_gone(server)


def test_durability_chooses_how_often_the_log_is_synced(tmp_path: Path) -> None:
    asked = {each: valkey.arguments(1, tmp_path, each) for each in Durability}
    synced = {each: given[given.index("--appendfsync") + 1] for each, given in asked.items()}
    assert synced == {
        Durability.EVERYSEC: "everysec",
        Durability.ALWAYS: "always",
        Durability.REPLICATED: "everysec",
    }
