"""The container engine, as .ci/engine starts it or the developer has it: a server in a container can be used."""

from __future__ import annotations

import pytest
from redis import Redis
from testcontainers.community.redis import RedisContainer

pytestmark = pytest.mark.needs("engine")


@pytest.mark.parametrize("command", [None, "redis-server --appendonly yes", "--appendonly yes"])
def test_redis_in_a_container_takes_connections_from_outside(command: str | None) -> None:
    container = RedisContainer("redis:7-alpine")
    if command:
        container.with_command(command)
    with container:
        host, port = container.get_container_host_ip(), container.get_exposed_port(6379)
        with Redis(host=host, port=port, decode_responses=True) as redis:
            assert redis.ping()
            assert redis.config_get("appendonly") == {"appendonly": "yes" if command else "no"}
            assert redis.info("server")["redis_version"].startswith("7.")
