from __future__ import annotations

import time

import pytest

from chieu.table.v1 import table_service_pb2 as pb
from identity import Role, mint, to_metadata
from identity.who import Identity
from tests.core.rpc.serving import JWT_SECRET, SERVICE_TOKEN, Caller, Server, reason


def _caller(server: Server, kind: str) -> Caller:
    match kind:
        case "nobody":
            return server.nobody
        case "expired":
            return server.bearer(mint(JWT_SECRET, "an", now=time.time() - 7200))
        case "foreign":
            return server.bearer(mint("another secret, also long enough for HS256", "an"))
        case "garbage":
            return server.bearer("garbage")
        case _:
            return server.bearer(SERVICE_TOKEN + "!")


@pytest.mark.parametrize("kind", ["nobody", "expired", "foreign", "garbage", "nearly the service"])
async def test_whoever_is_not_believed_gets_nowhere(server: Server, kind: str) -> None:
    table = (await server.player("an").create()).id
    caller = _caller(server, kind)
    assert await reason(caller.table("GetTable", pb.GetTableRequest(table=table))) == "UNAUTHENTICATED"
    assert await reason(caller.view(table)) == "UNAUTHENTICATED"
    assert await reason(caller.watch(table).read()) == "UNAUTHENTICATED"


async def test_a_service_may_act_for_a_player(server: Server) -> None:
    an = Identity(tenant="default", subject="an", name="An")
    caller = Caller(server.channel, to_metadata(an, SERVICE_TOKEN))
    table = await caller.create()
    assert table.seats[0].player.name == "An"
    own = await server.player("an").table("GetTable", pb.GetTableRequest(table=table.id))
    assert own.seat == 0


async def test_a_players_headers_are_not_looked_at_beside_his_own_token(server: Server) -> None:
    table = (await server.player("an").create()).id
    mallory = server.player("mallory")
    mallory.metadata = (*mallory.metadata, ("chieu-subject", "an"))
    assert await reason(mallory.table("CloseTable", pb.CloseTableRequest(table=table))) == "FORBIDDEN"


async def test_a_token_can_be_a_services(server: Server) -> None:
    caller = server.bearer(mint(JWT_SECRET, "tournament", role=Role.SERVICE))
    table = await caller.create(take_seat=False)
    assert (await caller.table("CloseTable", pb.CloseTableRequest(table=table.id))).table.phase == 5


async def test_a_token_for_one_table_and_seat_opens_nothing_else(server: Server) -> None:
    an = server.player("an")
    here, there = [(await an.create(seats=3, visibility=3)).id for _ in range(2)]
    narrow = server.player("binh", table=here, seat=2)
    assert await narrow.sit(here) == 2
    assert await reason(narrow.sit(there)) == "NO_SUCH_TABLE"
    assert await reason(server.player("cuc").sit(here)) == "NO_SUCH_TABLE"
