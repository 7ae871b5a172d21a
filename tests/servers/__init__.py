"""Real Redis-compatible servers for tests: started, killed, paused and started again on the same data.

    with start_valkey(Durability.ALWAYS) as server:
        ... server.url ...
        server.kill()
        server.start()

`missing` says of a kind whether this machine lacks it, and how to get it.
"""

from __future__ import annotations

from tests.servers.cluster import start_cluster
from tests.servers.container import start_container
from tests.servers.kinds import KINDS, missing, require
from tests.servers.ports import free_port
from tests.servers.process import start_debian_redis, start_valkey
from tests.servers.server import Server

__all__ = [
    "KINDS",
    "Server",
    "free_port",
    "missing",
    "require",
    "start_cluster",
    "start_container",
    "start_debian_redis",
    "start_valkey",
]
