"""A Redis server in a container, by whatever Docker-compatible engine answers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from services.core.store import Durability
from tests.servers.ports import free_port
from tests.servers.server import Server

__all__ = ["IMAGE", "start_container"]

IMAGE: Final = "redis:7-alpine"


class ContainerServer(Server):
    """A server in a container; its data are in the container's own layer."""

    def __init__(self, durability: Durability) -> None:
        # The reaper is an image of its own that not every engine can get; containers are removed by their fixture.
        os.environ.setdefault("TESTCONTAINERS_RYUK_DISABLED", "true")
        from testcontainers.core.container import DockerContainer  # noqa: PLC0415 - reads the environment when imported

        super().__init__(free_port())
        fsync = durability.appendfsync
        self._container = (
            DockerContainer(IMAGE)
            .with_command(
                f"redis-server --appendonly yes --appendfsync {fsync} --maxmemory-policy noeviction --protected-mode no --bind 0.0.0.0"
            )
            .with_bind_ports(6379, self.port)
        )
        self._is_made = False

    def start(self) -> None:
        if self._is_made:
            self._wrapped().start()
        else:
            self._is_made = True
            self._container.start()
        self.await_answer()

    def kill(self) -> None:
        self._wrapped().kill()
        self._wrapped().wait()

    def pause(self) -> None:
        self._wrapped().pause()

    def resume(self) -> None:
        self._wrapped().unpause()

    def remove(self) -> None:
        """Let nothing of it stay."""
        if self._is_made:
            self._container.stop()

    def _wrapped(self) -> Any:
        return self._container.get_wrapped_container()


@contextmanager
def start_container(durability: Durability = Durability.EVERYSEC) -> Iterator[ContainerServer]:
    """A Redis 7 server in a container."""
    server = ContainerServer(durability)
    try:
        server.start()
        yield server
    finally:
        server.remove()
