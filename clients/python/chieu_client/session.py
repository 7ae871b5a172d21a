"""A player's session: who he is, the lobby, and one connection for all his tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self

import httpx

from chieu_client.clock import ServerClock
from chieu_client.connection import Connection
from chieu_client.errors import SessionEnded
from chieu_client.http import Http
from chieu_client.lobby import Lobby
from chieu_client.patience import Patience
from chieu_client.table import LiveTable

__all__ = ["Chieu"]


class Chieu:
    """A session with a Chiếu server: `async with Chieu("http://127.0.0.1:8080", guest="An") as session:`.

    Either `token`, a JSON Web Token of the integrator's backend, or `guest`, a name for a server that takes guests.
    `http` may be shared by many sessions; `patience` says how long to try, and how fast. The WebSocket is dialled when
    the first table is opened.
    """

    def __init__(
        self,
        address: str,
        *,
        token: str = "",
        guest: str = "",
        patience: Patience | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        if bool(token) == bool(guest):
            raise ValueError("a session has either a token or a guest's name")
        self.address = address.rstrip("/")
        self.clock = ServerClock()
        self.subject = ""
        self.name = guest
        self._guest = guest
        self._token = token
        self._patience = patience or Patience()
        self._http = Http(self.address, self._patience, http)
        self._http.token = token
        self._connection: Connection | None = None
        self.lobby = Lobby(self._http)

    @property
    def token(self) -> str:
        """The token in use; for guests it is there after `login`, and good for coming back as the same guest."""
        return self._token

    async def login(self) -> None:
        """Gets a guest his token. `async with` does it; twice is once. Raises Refused where guests are not taken."""
        if self._token:
            return
        document = await self._http.document("POST", "/v1/guest", {"name": self._guest})
        if not isinstance(document, dict) or not isinstance(token := document.get("token"), str):
            raise SessionEnded(0, "the server gave no token")
        self._token = self._http.token = token
        self.subject = str(document.get("subject", ""))
        self.name = str(document.get("name", self._guest))

    @asynccontextmanager
    async def table(self, table_id: str) -> AsyncIterator[LiveTable]:
        """Follows a table: as the seat that this player holds there, else as a spectator.

        The first update is there when the block begins; the table is let go when it ends, and the seat stays. Several
        tables may be open at once, each once. Raises Refused if the table cannot be opened, SessionEnded or
        Unreachable if there is no connection.
        """
        live = LiveTable(table_id, self._connected(), self.clock, self._patience)
        try:
            await live.until_open()
            yield live
        finally:
            live.close()

    async def close(self) -> None:
        """Ends the connection and everything that waits on it. Twice is once."""
        if self._connection:
            await self._connection.close()
        await self._http.close()

    async def __aenter__(self) -> Self:
        try:
            await self.login()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _connected(self) -> Connection:
        if self._connection is None:
            url = "ws" + self.address.removeprefix("http") + "/ws"
            self._connection = Connection(url, self._token, self.clock, self._patience)
        return self._connection
