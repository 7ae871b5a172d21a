"""Tables before and beside the play: make, find, sit, start, read records. `chieu.table.v1.TableService` over HTTP.

Every changing call draws its request id once and keeps it over its own retries; give `request_id` to make a call safe
to repeat over a restart of the caller too.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from urllib.parse import quote

from google.protobuf.message import Message

from chieu.table.v1.record_pb2 import Record
from chieu.table.v1.table_pb2 import VISIBILITY_UNLISTED, Settings, Table, Visibility
from chieu.table.v1.table_service_pb2 import (
    CloseTableRequest,
    CloseTableResponse,
    CreateTableRequest,
    CreateTableResponse,
    GetRecordResponse,
    GetTableResponse,
    LeaveSeatRequest,
    LeaveSeatResponse,
    ListRecordsResponse,
    ListTablesResponse,
    QuickSeatRequest,
    QuickSeatResponse,
    ResumeSeatRequest,
    ResumeSeatResponse,
    SetControllerRequest,
    SetControllerResponse,
    SetReadyRequest,
    SetReadyResponse,
    StartDealRequest,
    StartDealResponse,
    TakeSeatRequest,
    TakeSeatResponse,
)
from chieu_client.http import Http
from chieu_client.unpack import pack

__all__ = ["Lobby"]


class Lobby:
    """Every call raises Refused for a "no" and Unreachable when nobody answers."""

    def __init__(self, http: Http) -> None:
        self._http = http

    async def create(
        self,
        game: str,
        settings: Settings,
        *,
        options: Message | None = None,
        visibility: Visibility.ValueType = VISIBILITY_UNLISTED,
        title: str = "",
        take_seat: bool = True,
        bot_level: str = "",
        entropy: bytes = b"",
        request_id: str = "",
    ) -> Table:
        """Makes a table. With `bot_level` every other seat gets a bot; with `take_seat` too, the match starts."""
        request = CreateTableRequest(
            request_id=request_id or _fresh_id(),
            game=game,
            settings=settings,
            options=pack(options) if options is not None else None,
            visibility=visibility,
            title=title,
            take_seat=take_seat,
            bot_level=bot_level,
            entropy=entropy,
        )
        return (await self._http.call("POST", "/v1/tables", CreateTableResponse, request)).table

    async def tables(self, game: str, *, limit: int = 0) -> Sequence[Table]:
        """Public tables with free seats, newest first. A hint: taking a seat asks the table."""
        query: dict[str, str | int] = {"game": game} | ({"limit": limit} if limit else {})
        return (await self._http.call("GET", "/v1/tables", ListTablesResponse, query=query)).tables

    async def find(self, table: str) -> GetTableResponse:
        """A table by its id, and the caller's seat at it, if any."""
        return await self._http.call("GET", _path(table), GetTableResponse)

    async def find_code(self, code: str, game: str) -> GetTableResponse:
        """A table by its six-letter code, and the caller's seat at it, if any."""
        path = f"/v1/codes/{quote(code.upper(), safe='')}"
        return await self._http.call("GET", path, GetTableResponse, query={"game": game})

    async def take_seat(
        self, table: str, seat: int | None = None, *, entropy: bytes = b"", request_id: str = ""
    ) -> TakeSeatResponse:
        """Takes a seat: the first free one, unless one is named."""
        request = TakeSeatRequest(request_id=request_id or _fresh_id(), table=table, seat=seat, entropy=entropy)
        return await self._http.call("POST", _path(table, "seat"), TakeSeatResponse, request)

    async def leave_seat(self, table: str, *, request_id: str = "") -> Table:
        """Gives the seat up while gathering; later the absent policy plays it and the seat goes on scoring."""
        request = LeaveSeatRequest(request_id=request_id or _fresh_id(), table=table)
        return (await self._http.call("POST", _path(table, "leave"), LeaveSeatResponse, request)).table

    async def resume_seat(self, table: str, *, request_id: str = "") -> Table:
        """Takes the seat back from the absent policy."""
        request = ResumeSeatRequest(request_id=request_id or _fresh_id(), table=table)
        return (await self._http.call("POST", _path(table, "resume"), ResumeSeatResponse, request)).table

    async def set_controller(self, table: str, seat: int, bot_level: str, *, request_id: str = "") -> Table:
        """Puts a bot on a free seat while gathering; an empty level takes it off. The owner only."""
        request = SetControllerRequest(
            request_id=request_id or _fresh_id(), table=table, seat=seat, bot_level=bot_level
        )
        return (await self._http.call("POST", _path(table, "controller"), SetControllerResponse, request)).table

    async def set_ready(self, table: str, *, ready: bool = True, entropy: bytes = b"", request_id: str = "") -> Table:
        """Says that the caller is ready for the next deal, or takes it back."""
        request = SetReadyRequest(request_id=request_id or _fresh_id(), table=table, ready=ready, entropy=entropy)
        return (await self._http.call("POST", _path(table, "ready"), SetReadyResponse, request)).table

    async def start(self, table: str, deal: int = 1, *, bot_level: str = "", request_id: str = "") -> Table:
        """Starts a deal by its number, so twice is once; free seats get bots. The owner only, before the first deal."""
        request = StartDealRequest(request_id=request_id or _fresh_id(), table=table, deal=deal, bot_level=bot_level)
        return (await self._http.call("POST", _path(table, "start"), StartDealResponse, request)).table

    async def quick_seat(self, game: str, seats: int, *, request_id: str = "") -> QuickSeatResponse:
        """Takes a free seat at a fitting public table, or makes one."""
        request = QuickSeatRequest(request_id=request_id or _fresh_id(), game=game, seats=seats)
        return await self._http.call("POST", "/v1/quick-seat", QuickSeatResponse, request)

    async def close(self, table: str, *, request_id: str = "") -> Table:
        """Closes a table without a result. The owner only."""
        request = CloseTableRequest(request_id=request_id or _fresh_id(), table=table)
        return (await self._http.call("POST", _path(table, "close"), CloseTableResponse, request)).table

    async def records(self, table: str) -> Sequence[int]:
        """Numbers of the deals whose records are kept, rising."""
        return (await self._http.call("GET", _path(table, "records"), ListRecordsResponse)).deals

    async def record(self, table: str, deal: int) -> Record:
        """One finished deal."""
        return (await self._http.call("GET", _path(table, f"records/{deal}"), GetRecordResponse)).record


def _fresh_id() -> str:
    return secrets.token_hex(16)


def _path(table: str, rest: str = "") -> str:
    path = f"/v1/tables/{quote(table, safe='')}"
    return f"{path}/{rest}" if rest else path
