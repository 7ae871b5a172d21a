"""What tests do to a server."""

from __future__ import annotations

import socket
import time
from abc import ABC, abstractmethod

__all__ = ["Server"]


class Server(ABC):
    """A server that can be killed and started again on the same data and port."""

    def __init__(self, port: int) -> None:
        self.port = port

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"redis://127.0.0.1:{self.port}/0"

    @abstractmethod
    def start(self) -> None:
        """Start it, for the first time or again; return when it answers."""

    @abstractmethod
    def kill(self) -> None:
        """Kill it with signal 9; return when it is dead."""

    @abstractmethod
    def pause(self) -> None:
        """Stop it in its tracks: connections stay, nothing answers."""

    @abstractmethod
    def resume(self) -> None:
        """Let it go on."""

    def await_answer(self, within: float = 20.0) -> None:
        """Return when it answers PING and has read its data."""
        deadline = time.monotonic() + within
        while not self.answers():
            assert time.monotonic() < deadline, f"no server answered at {self.url} within {within} s"
            time.sleep(0.01)

    def answers(self) -> bool:
        """Whether it answers PING."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(5) == b"+PONG"
        except OSError:
            return False
