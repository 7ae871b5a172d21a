"""Ports that tests may listen on."""

from __future__ import annotations

import os
import random
import socket

__all__ = ["free_port"]

_dice = random.Random(os.urandom(8))


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to outgoing connections."""
    while True:
        port = _dice.randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
