"""The real process: starts, says so, serves, and drains on SIGTERM."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from gateway.close_codes import CloseCode
from tests.gateway.client import SECRET, Client, token
from tests.gateway.service import SERVICE_TOKEN, FakeService

ROOT = Path(__file__).resolve().parents[2]
Start = Callable[..., Any]


def environment(**settings: str) -> dict[str, str]:
    path = os.pathsep.join([str(ROOT), str(ROOT / "build" / "protos")])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CHIEU_")}
    return kept | {"PYTHONPATH": path} | {f"CHIEU_{name.upper()}": value for name, value in settings.items()}


async def run(**settings: str) -> Process:
    command = [sys.executable, "-m", "gateway"]
    return await asyncio.create_subprocess_exec(*command, stderr=PIPE, env=environment(**settings))


async def line(process: Process, event: str) -> dict[str, Any]:
    """The first log line with that event."""
    assert process.stderr is not None
    async with asyncio.timeout(20):
        async for text in process.stderr:
            found: dict[str, Any] = json.loads(text)
            if found["event"] == event:
                return found
    raise AssertionError(f"{event} was not logged")


@pytest.fixture
async def process(service: FakeService) -> AsyncIterator[Process]:
    settings = {
        "listen": "127.0.0.1:0",
        "services": f"tan={service.address}",
        "service_token": SERVICE_TOKEN,
        "jwt_secret": SECRET,
        "log_style": "json",
    }
    running = await run(**settings)
    yield running
    if running.returncode is None:
        running.kill()
    await running.communicate()


async def test_a_gateway_process_serves_and_drains(process: Process, service: FakeService) -> None:
    port = (await line(process, "ready"))["port"]
    client = await Client.connect(port, token=token("an"))
    assert (await client.next()).HasField("welcome")
    assert (await client.open()).HasField("opened")
    process.send_signal(signal.SIGTERM)
    assert await client.code() == CloseCode.DRAINING
    async with asyncio.timeout(10):
        assert await process.wait() == 0
    assert await service.link.closed() == (await service.link.opened()).sub


async def test_wrong_settings_end_the_process_with_a_word_and_no_secret() -> None:
    process = await run(jwt_secret="hush" * 10, listen="nowhere")
    _, errors = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 2
    assert b"settings: " in errors
    assert b"hush" not in errors
