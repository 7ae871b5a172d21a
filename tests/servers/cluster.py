"""A cluster of one node: it refuses whatever touches two slots at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis

from services.core.store import Durability
from tests.servers.process import start_valkey
from tests.servers.server import Server

__all__ = ["start_cluster"]


@contextmanager
def start_cluster(durability: Durability = Durability.EVERYSEC) -> Iterator[Server]:
    """The wheel's Valkey in cluster mode, with every slot its own."""
    with start_valkey(durability, "--cluster-enabled", "yes") as server:
        with Redis(port=server.port, protocol=2) as operator:
            operator.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
            deadline = time.monotonic() + 20
            while operator.execute_command("CLUSTER INFO")["cluster_state"] != "ok":
                assert time.monotonic() < deadline, "the cluster did not form"
                time.sleep(0.01)
        yield server
