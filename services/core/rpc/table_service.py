"""`chieu.table.v1.TableService`: the life of tables, the same for every game."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

from google.protobuf.message import Message

from chieu.table.v1 import table_service_pb2 as pb
from chieu.table.v1.table_pb2 import Table, Visibility
from chieu.table.v1.table_service_pb2_grpc import TableServiceServicer
from identity import Identity
from services.core import record
from services.core.home import Home
from services.core.home.commands import Act, Create, Read
from services.core.lobby import Lobby
from services.core.refusal import Reason, Refused
from services.core.rpc.front import Context, Front
from services.core.table import calls, deals
from services.core.table.access import is_service, must_be_player, must_see
from services.core.table.draft import Draft
from services.core.table.updates import table_message

__all__ = ["TableServicer"]


class TableServicer(TableServiceServicer):
    """Finds the caller, hands the call to the table's inbox, answers with the table."""

    def __init__(self, home: Home, lobby: Lobby, front: Front, secret: bytes) -> None:
        self._home = home
        self._lobby = lobby
        self._front = front
        self._secret = secret

    async def CreateTable(self, request: pb.CreateTableRequest, context: Context) -> pb.CreateTableResponse:  # noqa: N802, D102 - named and documented by the contract
        async def work(caller: Identity) -> pb.CreateTableResponse:
            return pb.CreateTableResponse(table=self._show(caller, await self._create(caller, request)))

        return await self._front.answer(context, work)

    async def ListTables(self, request: pb.ListTablesRequest, context: Context) -> pb.ListTablesResponse:  # noqa: N802, D102 - as above
        async def work(caller: Identity) -> pb.ListTablesResponse:
            self._must_serve(request.game)
            if request.limit > 100:
                raise Refused(Reason.REASON_BAD_OPTIONS, "limit: at most 100")
            found = await self._lobby.tables(caller, request.limit or 50)
            return pb.ListTablesResponse(tables=[self._show(caller, draft) for draft in found])

        return await self._front.answer(context, work)

    async def GetTable(self, request: pb.GetTableRequest, context: Context) -> pb.GetTableResponse:  # noqa: N802, D102 - as above
        async def work(caller: Identity) -> pb.GetTableResponse:
            table = request.table
            if request.WhichOneof("key") == "code":
                self._must_serve(request.game or self._home.kind.game.name)
                table = await self._lobby.find(request.code)
            draft = await self._look(caller, table)
            seat = None if is_service(caller) else draft.document.seat_of(caller.subject)
            return pb.GetTableResponse(table=self._show(caller, draft), seat=seat)

        return await self._front.answer(context, work)

    async def TakeSeat(self, request: pb.TakeSeatRequest, context: Context) -> pb.TakeSeatResponse:  # noqa: N802, D102 - as above
        async def work(caller: Identity) -> pb.TakeSeatResponse:
            draft = await self._act(caller, request)
            return pb.TakeSeatResponse(table=self._show(caller, draft), seat=self._seat(caller, draft))

        return await self._front.answer(context, work)

    async def LeaveSeat(self, request: pb.LeaveSeatRequest, context: Context) -> pb.LeaveSeatResponse:  # noqa: N802, D102 - as above
        return await self._front.answer(context, self._acting(request, pb.LeaveSeatResponse))

    async def ResumeSeat(self, request: pb.ResumeSeatRequest, context: Context) -> pb.ResumeSeatResponse:  # noqa: N802, D102 - as above
        return await self._front.answer(context, self._acting(request, pb.ResumeSeatResponse))

    async def SetController(self, request: pb.SetControllerRequest, context: Context) -> pb.SetControllerResponse:  # noqa: N802, D102 - as above
        return await self._front.answer(context, self._acting(request, pb.SetControllerResponse))

    async def SetReady(self, request: pb.SetReadyRequest, context: Context) -> pb.SetReadyResponse:  # noqa: N802, D102 - as above
        return await self._front.answer(context, self._acting(request, pb.SetReadyResponse))

    async def StartDeal(self, request: pb.StartDealRequest, context: Context) -> pb.StartDealResponse:  # noqa: N802, D102 - as above
        return await self._front.answer(context, self._acting(request, pb.StartDealResponse))

    async def CloseTable(self, request: pb.CloseTableRequest, context: Context) -> pb.CloseTableResponse:  # noqa: N802, D102 - as above
        return await self._front.answer(context, self._acting(request, pb.CloseTableResponse))

    async def QuickSeat(self, request: pb.QuickSeatRequest, context: Context) -> pb.QuickSeatResponse:  # noqa: N802, D102 - as above
        async def work(caller: Identity) -> pb.QuickSeatResponse:
            self._must_serve(request.game)
            must_be_player(caller)
            draft = await self._quick_seat(caller, request)
            return pb.QuickSeatResponse(table=self._show(caller, draft), seat=self._seat(caller, draft))

        return await self._front.answer(context, work)

    async def ListRecords(self, request: pb.ListRecordsRequest, context: Context) -> pb.ListRecordsResponse:  # noqa: N802, D102 - as above
        async def work(caller: Identity) -> pb.ListRecordsResponse:
            draft = await self._look(caller, request.table)
            opened = deals.record_is_open(draft)
            return pb.ListRecordsResponse(deals=await self._home.store.records(request.table) if opened else [])

        return await self._front.answer(context, work)

    async def GetRecord(self, request: pb.GetRecordRequest, context: Context) -> pb.GetRecordResponse:  # noqa: N802, D102 - as above
        async def work(caller: Identity) -> pb.GetRecordResponse:
            draft = await self._look(caller, request.table)
            if not deals.record_is_open(draft):
                raise Refused(Reason.REASON_WRONG_PHASE, "this game shows its records when the match is over")
            stored = await self._home.store.record(request.table, request.deal) if request.deal else []
            if not stored:
                raise Refused(Reason.REASON_BAD_DEAL_NUMBER, f"no record of deal {request.deal} is kept")
            return pb.GetRecordResponse(record=record.assemble(stored))

        return await self._front.answer(context, work)

    # --- how it is done -----------------------------------------------------------------------------------------------

    def _must_serve(self, game: str) -> None:
        if game != self._home.kind.game.name:
            raise Refused(Reason.REASON_WRONG_GAME, f"this service serves {self._home.kind.game.name}")

    def _show(self, caller: Identity, draft: Draft) -> Table:
        return table_message(self._home.kind, draft.document, with_subject=is_service(caller))

    def _seat(self, caller: Identity, draft: Draft) -> int:
        seat = draft.document.seat_of(caller.subject)
        if seat is None:  # it was taken by this very request, and left since
            raise Refused(Reason.REASON_NOT_SEATED, "you hold no seat at this table")
        return seat

    def _acting(self, request: Message, response: Callable[..., Any]) -> Callable[[Identity], Awaitable[Any]]:
        async def work(caller: Identity) -> Any:
            return response(table=self._show(caller, await self._act(caller, request)))

        return work

    async def _act(self, caller: Identity, request: Message) -> Draft:
        future: asyncio.Future[Draft] = asyncio.get_running_loop().create_future()
        self._home.submit(request.table, Act(future, caller, request))  # type: ignore[attr-defined] # every such call has one
        return await future

    async def _look(self, caller: Identity, table: str) -> Draft:
        def look(draft: Draft) -> Draft:
            must_see(draft.document, caller)
            return draft

        future: asyncio.Future[Draft] = asyncio.get_running_loop().create_future()
        self._home.submit(table, Read(future, look))
        return await future

    async def _create(self, caller: Identity, request: pb.CreateTableRequest) -> Draft:
        self._must_serve(request.game)
        calls.check_request_id(request.request_id)
        if caller.table:
            raise Refused(Reason.REASON_FORBIDDEN, "this token opens one table only")
        table = calls.table_id(request.game, self._secret, caller, request.request_id)
        future: asyncio.Future[Draft] = asyncio.get_running_loop().create_future()
        self._home.submit(table, Create(future, caller, request))
        return await future

    async def _quick_seat(self, caller: Identity, request: pb.QuickSeatRequest) -> Draft:
        calls.check_request_id(request.request_id)
        key = hashlib.sha256(f"{caller.tenant}\0{caller.subject}\0{request.request_id}".encode()).hexdigest()
        found = await self._lobby.quick_seat(key)
        tables = [found] if found is not None else await self._lobby.fitting(caller, request.seats)
        for table in tables:
            try:
                draft = await self._act(caller, pb.TakeSeatRequest(request_id=f"quick {key[:32]}", table=table))
            except Refused:
                continue  # listings are hints; the next one may do
            await self._lobby.keep_quick_seat(key, table)
            return draft
        make = pb.CreateTableRequest(
            request_id=f"quick {key[:32]}",
            game=request.game,
            visibility=Visibility.VISIBILITY_PUBLIC,
            take_seat=True,
        )
        make.settings.seats = request.seats
        draft = await self._create(caller, make)
        await self._lobby.keep_quick_seat(key, draft.document.table)
        return draft
