from __future__ import annotations

import asyncio
import os

import pytest

from chieu.table.v1 import table_service_pb2 as service
from services.core.lobby import Lobby
from services.core.refusal import Refused
from tests.core.stage import Stage, player

AN, BINH = player("an"), player("binh")


async def listed(lobby: Lobby) -> list[str]:
    return [draft.document.table for draft in await lobby.tables(BINH, 50)]


async def test_a_public_table_is_listed_until_it_plays(stage: Stage) -> None:
    lobby = Lobby(stage.home)
    table = await stage.create(AN, seats=2, take_seat=True)
    await stage.settle()
    assert await listed(lobby) == [table]
    await stage.sit(table, "binh")
    await stage.settle()
    assert await stage.memory.listed("default", 10) == []


@pytest.mark.parametrize("visibility", [2, 3])
async def test_other_tables_are_never_listed(stage: Stage, visibility: int) -> None:
    lobby = Lobby(stage.home)
    await stage.create(AN, seats=2, visibility=visibility)
    await stage.settle()
    assert await listed(lobby) == []


async def test_listings_are_hints_and_every_table_is_looked_at_anew(stage: Stage) -> None:
    lobby = Lobby(stage.home)
    table = await stage.create(AN, seats=2, take_seat=True)
    await stage.settle()
    await stage.act(AN, service.CloseTableRequest(table=table), home=stage.another("two"))
    assert await listed(lobby) == []
    assert await lobby.fitting(BINH, 2) == [table]  # a hint: taking the seat asks the table


async def test_fitting_tables_have_so_many_seats_and_the_oldest_comes_first(stage: Stage) -> None:
    lobby = Lobby(stage.home)
    first = await stage.create(AN, seats=3)
    await stage.wait(1)
    second = await stage.create(AN, seats=3)
    await stage.create(AN, seats=4)
    await stage.settle()
    assert await lobby.fitting(BINH, 3) == [first, second]


async def test_another_tenants_tables_are_not_there(stage: Stage) -> None:
    lobby = Lobby(stage.home)
    await stage.create(player("an", "other"), seats=2)
    await stage.settle()
    assert await listed(lobby) == []
    assert await lobby.fitting(BINH, 2) == []


async def test_a_code_opens_its_table_and_no_other_does(stage: Stage) -> None:
    lobby = Lobby(stage.home)
    table = await stage.create(AN, seats=2, take_seat=True)
    code = (await stage.document(table)).code
    await stage.settle()
    assert await lobby.find(f" {code.lower()} ") == table
    with pytest.raises(Refused):
        await lobby.find("NOCODE")


async def test_a_table_whose_code_is_another_tables_draws_a_new_one() -> None:
    drawn = iter(range(6))
    again = Stage(random=lambda size: b"\0" if size == 1 and next(drawn, None) is not None else os.urandom(size))
    lobby = Lobby(again.home)
    assert await again.memory.lease_code("AAAAAA", "toy-00-somebodyelses", 3_600_000)
    table = await again.create(AN, seats=2, take_seat=True)
    await again.settle()
    code = (await again.document(table)).code
    assert code != "AAAAAA"
    assert await lobby.find(code) == table
    assert await lobby.find("AAAAAA") == "toy-00-somebodyelses"


async def test_leases_are_renewed_while_the_table_gathers(stage: Stage) -> None:
    lobby = Lobby(stage.home)
    table = await stage.create(AN, seats=2, take_seat=True)
    renewing = asyncio.ensure_future(lobby.run())
    await stage.wait(500)
    assert await listed(lobby) == [table]
    renewing.cancel()
    await stage.wait(130)
    assert await stage.memory.listed("default", 10) == []


async def test_a_quick_seat_is_remembered_out_of_reach_of_codes(stage: Stage) -> None:
    lobby = Lobby(stage.home)
    await lobby.keep_quick_seat("abc", "toy-01-a")
    assert await lobby.quick_seat("abc") == "toy-01-a"
    assert await lobby.quick_seat("other") is None
    with pytest.raises(Refused):
        await lobby.find("quick abc")
