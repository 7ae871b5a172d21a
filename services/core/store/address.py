"""Where a Redis is, and how a connection introduces itself."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from redis.asyncio.connection import SSLConnection, parse_url

__all__ = ["Address"]


@dataclass(frozen=True, slots=True)
class Address:
    """A server, read from `redis://`, `rediss://` or `unix://`, as redis-py understands them."""

    host: str = "localhost"
    port: int = 6379
    path: str | None = None
    """A Unix socket instead of host and port."""
    database: int = 0
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: ssl.SSLContext | None = None

    @classmethod
    def parse(cls, url: str) -> Address:
        """Read a URL. ValueError: it is none of Redis. Of TLS options, `ssl_ca_certs` and `ssl_cert_reqs` are known."""
        parts: dict[str, Any] = dict(parse_url(url))
        tls = None
        if parts.get("connection_class") is SSLConnection:
            tls = ssl.create_default_context(cafile=parts.get("ssl_ca_certs"))
            if parts.get("ssl_cert_reqs") == "none":
                tls.check_hostname = False
                tls.verify_mode = ssl.CERT_NONE
        return cls(
            host=parts.get("host") or "localhost",
            port=parts.get("port") or 6379,
            path=parts.get("path"),
            database=int(parts.get("db") or 0),
            username=parts.get("username"),
            password=parts.get("password"),
            tls=tls,
        )

    def __str__(self) -> str:
        return self.path or f"{self.host}:{self.port}"

    async def connect(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Open a connection that speaks a protocol. OSError: nobody answers."""
        loop = asyncio.get_running_loop()
        if self.path is not None:
            await loop.create_unix_connection(protocol, self.path)
        else:
            await loop.create_connection(protocol, self.host, self.port, ssl=self.tls)

    def greeting(self) -> list[tuple[bytes | str | int, ...]]:
        """The commands that a new connection begins with."""
        commands: list[tuple[bytes | str | int, ...]] = []
        if self.password is not None:
            commands.append((b"AUTH", *([self.username] if self.username else []), self.password))
        if self.database:
            commands.append((b"SELECT", self.database))
        return commands
