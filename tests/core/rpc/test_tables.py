from __future__ import annotations

import grpc

from chieu.table.v1 import table_pb2
from chieu.table.v1 import table_service_pb2 as pb
from services.core.verify import verify
from services.tan.codec import CODEC
from services.tan.game import TAN
from tests.core.rpc.serving import Server, reason, refusal, serving, until


async def test_the_life_of_a_table_call_by_call(server: Server) -> None:
    an, binh = server.player("an", name="An"), server.player("binh")
    made = await an.create(seats=3, title="Bàn của An")
    assert (made.game, made.title, made.phase, made.seats[0].player.name) == ("tan", "Bàn của An", 1, "An")
    assert len(made.code) == 6
    taken = await binh.table("TakeSeat", pb.TakeSeatRequest(table=made.id, seat=2))
    assert (taken.seat, taken.table.seats[2].HasField("player")) == (2, True)
    left = await binh.table("LeaveSeat", pb.LeaveSeatRequest(table=made.id))
    assert not left.table.seats[2].HasField("player")
    assert await binh.sit(made.id) == 1
    with_bot = await an.table("SetController", pb.SetControllerRequest(table=made.id, seat=2, bot_level="easy"))
    assert with_bot.table.phase == table_pb2.PHASE_PLAYING
    again = await an.table("StartDeal", pb.StartDealRequest(table=made.id, deal=1))
    assert again.table.deal == 1
    away = await binh.table("LeaveSeat", pb.LeaveSeatRequest(table=made.id))
    assert away.table.seats[1].away
    back = await binh.table("ResumeSeat", pb.ResumeSeatRequest(table=made.id))
    assert not back.table.seats[1].away
    assert await reason(an.table("SetReady", pb.SetReadyRequest(table=made.id, ready=True))) == "WRONG_PHASE"
    closed = await an.table("CloseTable", pb.CloseTableRequest(table=made.id))
    assert (closed.table.phase, closed.table.end_reason) == (table_pb2.PHASE_CLOSED, "CLOSED_BY_OWNER")


async def test_readiness_starts_a_deal(server: Server) -> None:
    an, binh = server.player("an"), server.player("binh")
    settings = table_pb2.Settings(seats=2, ready_check=True)
    call = pb.CreateTableRequest(game="tan", settings=settings, take_seat=True)
    table = (await an.table("CreateTable", call)).table.id
    await binh.sit(table)
    ready = pb.SetReadyRequest(table=table, ready=True, entropy=b"e")
    found = [(await who.table("SetReady", ready)).table for who in (an, binh)][-1]
    assert found.phase == table_pb2.PHASE_PLAYING


async def test_a_table_is_found_by_id_and_by_code(server: Server) -> None:
    made = await server.player("an").create(seats=2)
    binh = server.player("binh")

    async def by_code() -> pb.GetTableResponse | None:
        try:
            found: pb.GetTableResponse = await binh.table("GetTable", pb.GetTableRequest(code=made.code.lower()))
        except grpc.aio.AioRpcError:
            return None
        return found

    found = await until(by_code, "the code")
    assert found.table.id == made.id
    assert not found.HasField("seat")
    own = await server.player("an").table("GetTable", pb.GetTableRequest(table=made.id))
    assert own.seat == 0
    assert await reason(binh.table("GetTable", pb.GetTableRequest(code="ZZZZZZ"))) == "NO_SUCH_TABLE"
    assert await reason(binh.table("GetTable", pb.GetTableRequest())) == "NO_SUCH_TABLE"
    wrong = pb.GetTableRequest(code=made.code, game="chan")
    assert await reason(binh.table("GetTable", wrong)) == "WRONG_GAME"


async def test_public_tables_with_free_seats_are_listed_newest_first(server: Server) -> None:
    an = server.player("an")
    tables = [(await an.create(seats=3)).id for _ in range(3)]
    await an.create(visibility=table_pb2.VISIBILITY_UNLISTED)
    await server.player("an", tenant="other").create()

    async def listed() -> list[str]:
        found = (await server.player("binh").table("ListTables", pb.ListTablesRequest(game="tan"))).tables
        return [table.id for table in found]

    async def all_listed() -> bool:
        return sorted(await listed()) == sorted(tables)

    await until(all_listed, "all are listed")
    await an.table("CloseTable", pb.CloseTableRequest(table=tables[1]))
    assert sorted(await listed()) == sorted([tables[0], tables[2]])
    few = await an.table("ListTables", pb.ListTablesRequest(game="tan", limit=1))
    assert len(few.tables) <= 1
    for call, why in (
        (pb.ListTablesRequest(game="tan", limit=101), "BAD_OPTIONS"),
        (pb.ListTablesRequest(game="chan"), "WRONG_GAME"),
    ):
        assert await reason(an.table("ListTables", call)) == why


async def test_a_quick_seat_is_found_or_made_and_asked_twice_it_is_one(server: Server) -> None:
    an, binh, cuc = server.player("an"), server.player("binh"), server.player("cuc")
    first = await an.table("QuickSeat", pb.QuickSeatRequest(game="tan", seats=2, request_id="quick"))
    assert first.seat == 0

    async def is_listed() -> bool:
        return bool((await binh.table("ListTables", pb.ListTablesRequest(game="tan"))).tables)

    await until(is_listed, "it is listed")
    second = await binh.table("QuickSeat", pb.QuickSeatRequest(game="tan", seats=2, request_id="quick"))
    assert (second.table.id, second.seat) == (first.table.id, 1)
    other = await cuc.create(seats=2)

    async def other_is_listed() -> bool:
        return other.id in {one.id for one in (await binh.table("ListTables", pb.ListTablesRequest(game="tan"))).tables}

    await until(other_is_listed, "the other one is listed")
    for who, seat in ((an, first), (binh, second)):
        again = await who.table("QuickSeat", pb.QuickSeatRequest(game="tan", seats=2, request_id="quick"))
        assert (again.table.id, again.seat) == (seat.table.id, seat.seat)
    for call, why in (
        (pb.QuickSeatRequest(game="chan", seats=2), "WRONG_GAME"),
        (pb.QuickSeatRequest(game="tan", seats=9), "BAD_OPTIONS"),
        (pb.QuickSeatRequest(game="tan", seats=2, request_id="x" * 65), "MALFORMED"),
    ):
        assert await reason(an.table("QuickSeat", call)) == why
    assert await reason(server.service.table("QuickSeat", pb.QuickSeatRequest(game="tan", seats=2))) == "FORBIDDEN"


async def test_long_quick_requests_are_told_apart(server: Server) -> None:
    an = server.player("an")
    ids = ["x" * 63 + end for end in "ab"]
    tables = set()
    for request_id in ids:
        seat = await an.table("QuickSeat", pb.QuickSeatRequest(game="tan", seats=2, request_id=request_id))
        tables.add(seat.table.id)
        await an.table("CloseTable", pb.CloseTableRequest(table=seat.table.id))
    assert len(tables) == 2


async def test_creations_that_may_not_be(server: Server) -> None:
    an = server.player("an")
    call = pb.CreateTableRequest(game="chan", settings=table_pb2.Settings(seats=2))
    assert await reason(an.table("CreateTable", call)) == "WRONG_GAME"
    assert await reason(server.player("an", table="tan-01-abc").create()) == "FORBIDDEN"
    assert await reason(an.create(seats=7)) == "BAD_OPTIONS"


async def test_subjects_are_for_services_alone(server: Server) -> None:
    table = (await server.player("an").create()).id
    for who, subject in ((server.player("an"), ""), (server.service, "an")):
        found = await who.table("GetTable", pb.GetTableRequest(table=table))
        assert found.table.seats[0].player.subject == subject


async def test_a_record_is_listed_read_and_true() -> None:
    async with serving(time_scale=400) as server:
        service = server.service
        table = (await service.create(seats=2, take_seat=False, bot_level="normal")).id
        empty = await service.table("ListRecords", pb.ListRecordsRequest(table=table))
        assert list(empty.deals) == []
        await service.table("StartDeal", pb.StartDealRequest(table=table, deal=1))

        async def deals() -> list[int]:
            return list((await service.table("ListRecords", pb.ListRecordsRequest(table=table))).deals)

        await until(deals, "a finished deal")
        record = (await service.table("GetRecord", pb.GetRecordRequest(table=table, deal=1))).record
        assert verify(record, TAN, CODEC) == []
        for deal in (0, 99):
            missing = service.table("GetRecord", pb.GetRecordRequest(table=table, deal=deal))
            assert await reason(missing) == "BAD_DEAL_NUMBER"
        foreign = server.player("an", tenant="other")
        for name, call in (("ListRecords", pb.ListRecordsRequest()), ("GetRecord", pb.GetRecordRequest(deal=1))):
            call.table = table
            assert await reason(foreign.table(name, call)) == "NO_SUCH_TABLE"


async def test_a_refusal_says_what_to_do_next(server: Server) -> None:
    an = server.player("an")
    table = (await an.create()).id
    code, info, told = await refusal(server.player("binh").table("CloseTable", pb.CloseTableRequest(table=table)))
    assert code == grpc.StatusCode.PERMISSION_DENIED
    assert dict(info.metadata) == {"advice": "CHANGE", "rule": "", "seq": "1", "answered_by": "UNSPECIFIED"}
    assert (told.advice, told.seq, told.detail) == (2, 1, "only the table's owner may do that")
