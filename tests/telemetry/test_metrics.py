from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from prometheus_client import Counter

from telemetry import MetricsServer, new_registry, serve_metrics


@pytest.fixture
async def server() -> AsyncIterator[MetricsServer]:
    registry = new_registry()
    Counter("moves", "Moves.", registry=registry).inc(3)
    running = await serve_metrics(registry, "127.0.0.1", 0)
    yield running
    await running.stop()


async def ask(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    return answer


async def test_a_scrape_gets_our_numbers_and_the_processs(server: MetricsServer) -> None:
    answer = await ask(server.port, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\nmoves_total 3.0\n" in answer
    assert b"process_cpu_seconds_total" in answer


@pytest.mark.parametrize("head", [b"GET / HTTP/1.1", b"POST /metrics HTTP/1.1", b"nonsense", b""])
async def test_anything_else_is_not_found(server: MetricsServer, head: bytes) -> None:
    assert (await ask(server.port, head + b"\r\n\r\n")).startswith(b"HTTP/1.1 404 ")


async def test_an_endless_head_is_dropped(server: MetricsServer) -> None:
    assert await ask(server.port, b"x" * 20_000) == b""
