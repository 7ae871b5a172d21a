from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack

import pytest

from services.core.store import Durability, MemoryStore, RedisStore, Store
from tests.servers import KINDS, Server, require
from tests.store.making import Stores

GIVEN = os.environ.get("CHIEU_TEST_REDIS")
"""A server that is used instead of ours, where a test needs only to talk to it."""


@pytest.fixture(scope="session")
def server_of() -> Iterator[Callable[[str], Server]]:
    """Servers that tests share, one of each kind, started when first asked for."""
    with ExitStack() as running:
        started: dict[str, Server] = {}

        def server(kind: str) -> Server:
            require(kind)
            if kind not in started:
                started[kind] = running.enter_context(KINDS[kind](Durability.EVERYSEC))
            return started[kind]

        yield server


@pytest.fixture(params=["given"] if GIVEN else list(KINDS))
def url(request: pytest.FixtureRequest, server_of: Callable[[str], Server]) -> str:
    """A server of each kind that nobody kills."""
    return GIVEN or server_of(request.param).url


@pytest.fixture
async def redis_stores(url: str) -> AsyncIterator[Stores]:
    """Stores on a server that the test looks into."""
    made = Stores(lambda game: RedisStore(url, game=game))
    yield made
    await made.close()


@pytest.fixture(params=["memory", *(["given"] if GIVEN else KINDS)])
async def stores(request: pytest.FixtureRequest, server_of: Callable[[str], Server]) -> AsyncIterator[Stores]:
    """Every store, on every kind of server."""
    if request.param == "memory":
        memory = MemoryStore()
        made = Stores(lambda _: memory.beside())
    else:
        where = GIVEN or server_of(request.param).url
        made = Stores(lambda game: RedisStore(where, game=game))
    yield made
    await made.close()


@pytest.fixture
async def store(stores: Stores) -> Store:
    """The first of the stores."""
    return stores.another()
