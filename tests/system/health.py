"""What services say about their health, all the time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.system.deployment import Service

__all__ = ["watch_health"]

_PAUSE = 0.05


@asynccontextmanager
async def watch_health(services: Sequence[Service]) -> AsyncIterator[Counter[str]]:
    """Counts the answers of these services by their word, until the block ends."""
    said: Counter[str] = Counter()
    async with AsyncExitStack() as stack:
        for service in services:
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(service.address))
            asking = asyncio.create_task(_ask(health_pb2_grpc.HealthStub(channel), said))
            stack.push_async_callback(_cancel, asking)
        yield said


async def _ask(stub: Any, said: Counter[str]) -> None:
    while True:
        answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=10)
        said[health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)] += 1
        await asyncio.sleep(_PAUSE)


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
