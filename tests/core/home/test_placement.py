from __future__ import annotations

import asyncio

from services.core.home.placement import Placement
from services.core.store import MemoryStore, Replica


def placement(store: MemoryStore, name: str) -> Placement:
    return Placement(store, Replica(name, f"{name}:1"), lambda: None)


async def test_a_replica_that_left_does_not_say_that_it_lives() -> None:
    store = MemoryStore()
    going, staying = placement(store, "a"), placement(store, "b")
    running = asyncio.create_task(going.run())
    await asyncio.sleep(0)
    await going.leave()
    await asyncio.wait_for(running, 5)
    await going.renew()  # one that had begun before
    await staying.renew()
    assert staying.addresses() == ["b:1"]
