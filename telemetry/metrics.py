"""Prometheus: a registry of its own for each process, and the smallest endpoint that serves one."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Final

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

__all__ = ["MetricsServer", "new_registry", "render", "serve_metrics"]

_HEAD_BYTES: Final = 8 * 1024
_HEAD_SECONDS: Final = 5.0


def new_registry() -> CollectorRegistry:
    """A registry that already tells the process's CPU, memory, files, garbage collection and Python version."""
    registry = CollectorRegistry()
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    return registry


def render(registry: CollectorRegistry) -> tuple[str, bytes]:
    """Content type and body of a scrape."""
    return CONTENT_TYPE_PLAIN_0_0_4, generate_latest(registry)


@dataclass(frozen=True, slots=True)
class MetricsServer:
    """A running endpoint; `port` is the one that it really listens on."""

    port: int
    server: asyncio.Server

    async def stop(self) -> None:
        """Stops listening; a scrape under way is finished."""
        self.server.close()
        await self.server.wait_closed()


async def serve_metrics(registry: CollectorRegistry, host: str, port: int) -> MetricsServer:
    """Serves GET /metrics, one request a connection. For processes that have no HTTP of their own."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_HEAD_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
            writer.write(_response(head, registry))
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, host, port, limit=_HEAD_BYTES)
    return MetricsServer(server.sockets[0].getsockname()[1], server)


def _response(head: bytes, registry: CollectorRegistry) -> bytes:
    method, _, rest = head.partition(b" ")
    if method != b"GET" or rest.split(b" ", 1)[0].split(b"?", 1)[0] != b"/metrics":
        return b"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    kind, body = render(registry)
    lines = ["HTTP/1.1 200 OK", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close", "", ""]
    return "\r\n".join(lines).encode() + body
