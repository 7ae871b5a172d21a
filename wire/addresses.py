"""Where services are: how settings name their addresses."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["Services", "is_address", "parse_services", "split_address"]

Services = dict[str, tuple[str, ...]]
"""Addresses (host:port) of each game's replicas, as far as they are known at start."""

_GAME: Final = re.compile(r"[a-z][a-z0-9]{0,15}")
_ADDRESS: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):\d{1,5}")


def is_address(text: str) -> bool:
    """Whether this is host:port; an IPv6 host stands in brackets."""
    return _ADDRESS.fullmatch(text) is not None


def parse_services(text: str) -> Services:
    """Reads `tan=host:port,host:port;chan=host:port`. ValueError says which part is wrong."""
    services: Services = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        game, _, addresses = part.partition("=")
        found = tuple(address.strip() for address in addresses.split(",") if address.strip())
        if not _GAME.fullmatch(game.strip()) or not found or not all(map(is_address, found)):
            raise ValueError(f"expected game=host:port,host:port, got {part!r}")
        services[game.strip()] = found
    return services


def split_address(address: str) -> tuple[str, int]:
    """Host and port of `host:port`; brackets round an IPv6 host are taken off. ValueError: it is none."""
    if not is_address(address):
        raise ValueError(f"expected host:port, got {address!r}")
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)
