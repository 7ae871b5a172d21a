"""The only module that knows uvicorn: serves one HTTP request of a connection with an ASGI application."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

__all__ = ["WebServer"]

_IDLE_SECONDS: Final = 5
_LONGEST_SECONDS: Final = 60
logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # the application logs its own faults


class WebServer:
    """An ASGI application that takes connections instead of listening for them."""

    def __init__(self, app: Any) -> None:
        self._config = Config(
            app,
            http=HttpToolsProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=_IDLE_SECONDS,
            headers=[("Connection", "close")],
        )
        self._config.load()
        self._state = ServerState()
        self._state.default_headers = self._config.encoded_headers

    @property
    def open_connections(self) -> int:
        """Connections with a request under way."""
        return len(self._state.connections)

    def serve(self, transport: asyncio.Transport, address: str, received: bytes) -> None:
        """Takes a connection; `received` is everything that was read of it. The answer says `Connection: close`.

        The application sees `address` as the client's.
        """
        protocol = HttpToolsProtocol(self._config, self._state, {"client_address": address})
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
        protocol.data_received(received)
        asyncio.get_running_loop().call_later(_LONGEST_SECONDS, self._give_up, protocol)

    def _give_up(self, protocol: HttpToolsProtocol) -> None:
        """Ends an exchange that takes too long: a body that never comes, an answer that nobody reads."""
        if protocol in self._state.connections:
            protocol.transport.abort()

    async def finish(self) -> None:
        """Waits until the requests under way have their answers and nothing is left of them, such as an open file.

        Whoever calls it sets the time limit.
        """
        for protocol in list(self._state.connections):
            protocol.shutdown()
        while self._state.connections or self._state.tasks:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
