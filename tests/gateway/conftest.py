from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import uvloop

from gateway.app import Gateway
from gateway.settings import Settings
from tests.gateway.client import SECRET, Client, token
from tests.gateway.service import SERVICE_TOKEN, FakeService

HERE = Path(__file__).parent
StartService = Callable[..., Awaitable[FakeService]]
StartGateway = Callable[..., Awaitable[Gateway]]
Connect = Callable[..., Awaitable[Client]]


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop that production runs on."""
    return {"uvloop": uvloop.new_event_loop}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A signal does not wake uvloop: a test that hangs here is ended by a thread, and the whole run with it."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.timeout(60, method="thread"))


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as running:
        yield running


@pytest.fixture
def start_service(stack: AsyncExitStack) -> StartService:
    """Starts a scripted game service."""

    async def start(**options: Any) -> FakeService:
        service = FakeService(**options)
        await service.start()
        stack.push_async_callback(service.stop)
        return service

    return start


@pytest.fixture
async def service(start_service: StartService) -> FakeService:
    return await start_service()


@pytest.fixture
def start_gateway(stack: AsyncExitStack) -> StartGateway:
    """Starts a gateway in front of these services (all of the game tan) with these settings."""

    async def start(*services: FakeService, **settings: Any) -> Gateway:
        defaults: dict[str, Any] = {
            "listen": "127.0.0.1:0",
            "services": {"tan": tuple(service.address for service in services) or ("127.0.0.1:1",)},
            "service_token": SERVICE_TOKEN,
            "jwt_secret": SECRET,
            "canary_seconds": 0.2,
            "drain_seconds": 2,
        }
        gateway = Gateway(Settings(**(defaults | settings)))
        await gateway.start()
        stack.push_async_callback(gateway.stop)
        for service in services:
            await service.linked()
        return gateway

    return start


@pytest.fixture
async def gateway(service: FakeService, start_gateway: StartGateway) -> Gateway:
    return await start_gateway(service)


@pytest.fixture
def connect(stack: AsyncExitStack) -> Connect:
    """Connects a client, and by default waits until it is welcome."""

    async def connect(gateway: Gateway, subject: str = "an", *, is_welcome: bool = True, **options: Any) -> Client:
        options.setdefault("token", token(subject))
        client = await Client.connect(gateway.port, **options)
        stack.callback(client.drop)
        if is_welcome:
            assert (await client.next()).WhichOneof("frame") == "welcome"
        return client

    return connect


@pytest.fixture
async def client(gateway: Gateway, connect: Connect) -> Client:
    return await connect(gateway)
