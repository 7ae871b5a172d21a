from __future__ import annotations

import asyncio
from contextlib import suppress

from services.core.store.tasks import end


async def test_a_task_that_loses_a_cancellation_is_ended_all_the_same() -> None:
    async def deaf_once() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    task = asyncio.create_task(deaf_once())
    await asyncio.sleep(0)
    await end(task)
    assert task.cancelled()


async def test_a_task_that_failed_has_ended() -> None:
    async def fail() -> None:
        raise ValueError

    task = asyncio.create_task(fail())
    await asyncio.sleep(0)
    await end(task)
    assert isinstance(task.exception(), ValueError)
