"""Looks at a request's head just closely enough to know who shall read it: pure functions of bytes."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlsplit

from gateway.settings import Network

__all__ = ["END_OF_HEAD", "Head", "client_address", "read_head"]

END_OF_HEAD: Final = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Head:
    """A request's first line and its headers, names in lower case; repeated ones are joined by commas."""

    method: str
    target: str
    headers: Mapping[str, str]

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]

    @property
    def is_upgrade(self) -> bool:
        """Whether this asks for a WebSocket (RFC 6455, 4.1)."""
        wishes = {part.strip().lower() for part in self.headers.get("connection", "").split(",")}
        return self.method == "GET" and self.headers.get("upgrade", "").lower() == "websocket" and "upgrade" in wishes

    @property
    def subprotocols(self) -> list[str]:
        """The subprotocols that the client offers, in its order."""
        offered = self.headers.get("sec-websocket-protocol", "").split(",")
        return [name.strip() for name in offered if name.strip()]

    def query(self, name: str) -> str:
        """The first value of that name in the query, or empty."""
        values = parse_qs(urlsplit(self.target).query).get(name)
        return values[0] if values else ""


def read_head(head: bytes) -> Head | None:
    """Reads what stands before the empty line. None: that is no request head."""
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        return None
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not name or name != name.strip():
            return None
        key = name.lower()
        headers[key] = f"{headers[key]}, {value.strip()}" if key in headers else value.strip()
    return Head(parts[0], parts[1], headers)


def client_address(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """Whose connection it is: the peer, or behind trusted proxies the last address that none of them is.

    `forwarded` is the X-Forwarded-For header; it is believed only as far as trusted proxies wrote it.
    """
    address = peer
    for hop in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
        if not _is_trusted(address, trusted):
            break
        address = hop
    return address if _is_address(address) else peer


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_trusted(text: str, trusted: Sequence[Network]) -> bool:
    return _is_address(text) and any(ipaddress.ip_address(text) in network for network in trusted)
