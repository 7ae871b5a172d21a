from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from services.core.store import MemoryStore, Store
from tests.store.making import Stores


@pytest.fixture(params=["memory"])
async def stores() -> AsyncIterator[Stores]:
    memory = MemoryStore()
    made = Stores(lambda _: memory.beside())
    yield made
    await made.close()


@pytest.fixture
def store(stores: Stores) -> Store:
    return stores.another()
