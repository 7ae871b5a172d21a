from __future__ import annotations

import pytest

from chieu.table.v1 import table_service_pb2 as service
from services.core.table.document import Controller, Phase
from tests.core.refusals import refused
from tests.core.stage import SERVICE, Stage, player
from tests.core.toy import Options

AN, BINH, CUC = player("an"), player("binh"), player("cuc")


async def phase(stage: Stage, table: str) -> Phase:
    return (await stage.document(table)).phase


async def test_a_table_gathers_until_every_seat_is_taken_and_then_plays(stage: Stage) -> None:
    table = await stage.create(AN, seats=3, take_seat=True)
    await stage.sit(table, "binh")
    assert await phase(stage, table) == Phase.GATHERING
    await stage.sit(table, "cuc")
    assert await phase(stage, table) == Phase.PLAYING
    assert (await stage.document(table)).deal == 1


async def test_a_whole_match_is_played_between_deals_pauses_pass(stage: Stage) -> None:
    table = await stage.start("an", "binh", between_seconds=20)
    screen = await stage.screen(table, "an")
    await stage.wait(1000)
    found = await stage.document(table)
    assert (found.phase, found.deal, found.end_reason) == (Phase.FINISHED, 2, "deals_played")
    assert sorted(found.ranking) == [0, 1]
    own = [event.WhichOneof("event") for event in screen.events() if hasattr(event, "WhichOneof")]
    assert [name for name in own if name.startswith(("deal", "match"))] == [
        "deal_ended",
        "deal_started",
        "deal_ended",
        "match_ended",
    ]
    ends, begins = [
        next(
            update.server_ms for update in screen.updates if update.state.deal == deal and update.state.phase == int(at)
        )
        for deal, at in ((1, Phase.BETWEEN), (2, Phase.PLAYING))
    ]
    assert begins - ends == 20_000


async def test_the_next_deal_begins_once_all_who_are_present_are_ready(stage: Stage) -> None:
    table = await stage.start("an", "binh", "cuc", between_seconds=120, options=Options(cards=1))
    await stage.act(CUC, service.LeaveSeatRequest(table=table))
    while await phase(stage, table) == Phase.PLAYING:
        await stage.wait(1)
    await stage.act(AN, service.SetReadyRequest(table=table, ready=True))
    assert await phase(stage, table) == Phase.BETWEEN
    await stage.act(BINH, service.SetReadyRequest(table=table, ready=True))
    assert ((await stage.document(table)).deal, await phase(stage, table)) == (2, Phase.PLAYING)


async def test_whoever_leaves_between_deals_is_waited_for_no_longer(stage: Stage) -> None:
    table = await stage.start("an", "binh", between_seconds=120, options=Options(cards=1))
    while await phase(stage, table) == Phase.PLAYING:
        await stage.wait(1)
    await stage.act(AN, service.SetReadyRequest(table=table, ready=True))
    await stage.act(BINH, service.LeaveSeatRequest(table=table))
    assert await phase(stage, table) == Phase.PLAYING


async def test_readiness_can_be_taken_back(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True, ready_check=True)
    await stage.act(AN, service.SetReadyRequest(table=table, ready=True))
    await stage.act(AN, service.SetReadyRequest(table=table, ready=False))
    await stage.sit(table, "binh")
    await stage.act(BINH, service.SetReadyRequest(table=table, ready=True))
    assert await phase(stage, table) == Phase.GATHERING
    await stage.act(AN, service.SetReadyRequest(table=table, ready=True))
    assert await phase(stage, table) == Phase.PLAYING


async def test_with_a_ready_check_sitting_down_is_not_being_ready(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True, ready_check=True, bot_level="easy")
    assert await phase(stage, table) == Phase.GATHERING
    await stage.act(AN, service.SetReadyRequest(table=table, ready=True))
    assert await phase(stage, table) == Phase.PLAYING


async def test_the_owner_starts_and_bots_fill_up(stage: Stage) -> None:
    table = await stage.create(AN, seats=4, take_seat=True)
    await stage.sit(table, "binh")
    await stage.act(AN, service.StartDealRequest(table=table, deal=1, bot_level="hard"))
    found = await stage.document(table)
    assert found.phase == Phase.PLAYING
    assert [(seat.controller, seat.level) for seat in found.seats[2:]] == [(Controller.BOT, "hard")] * 2


async def test_starting_twice_is_starting_once(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True)
    screen = await stage.screen(table, "an")
    for _ in range(3):
        await stage.act(AN, service.StartDealRequest(table=table, deal=1))
    await stage.settle()
    own = [event.WhichOneof("event") for event in screen.events() if hasattr(event, "WhichOneof")]
    assert own.count("deal_started") == 1


async def test_a_table_of_bots_plays_without_pauses_once_a_service_has_started_it(stage: Stage) -> None:
    table = await stage.create(SERVICE, seats=2, bot_level="normal")
    await stage.wait(5)
    assert await phase(stage, table) == Phase.GATHERING
    began = stage.now_ms()
    await stage.act(SERVICE, service.StartDealRequest(table=table, deal=1))
    while await phase(stage, table) != Phase.FINISHED:
        for seat, one in enumerate((await stage.document(table)).seats):
            if one.prompt is not None:
                state = await stage.state(table)
                move = stage.kind.game.default_move(state, seat)
                await stage.answer(table, seat, move)
        await stage.wait(0.01)
    assert stage.now_ms() - began < 2 * 4 * 1_500 + 1_000  # only the game's own fixed pauses
    assert await stage.memory.records(table) == [1, 2]


async def test_a_restart_between_deals_deals_the_same_cards(stage: Stage) -> None:
    """The seed is drawn and stored by the commit that opens the pause."""
    table = await stage.create(AN, seats=2, take_seat=True)
    seed = (await stage.document(table)).seed
    assert len(seed) == 32
    await stage.sit(table, "binh", home=stage.another("two"))
    assert (await stage.document(table)).seed == seed


async def test_every_deal_has_a_seed_of_its_own_and_finished_ones_are_in_records_only(stage: Stage) -> None:
    table = await stage.start("an", "binh", options=Options(cards=1))
    first = (await stage.document(table)).seed
    await stage.wait(300)
    assert (await stage.document(table)).seed == b""
    one, two = [await stage.memory.record(table, deal) for deal in (1, 2)]
    assert first in one[-1]
    assert first not in b"".join(two)


async def test_a_table_is_closed_by_its_owner(stage: Stage) -> None:
    table = await stage.start("an", "binh")
    screen = await stage.screen(table, "binh")
    await stage.act(AN, service.CloseTableRequest(table=table))
    await stage.settle()
    assert screen.last.state.end_reason == "CLOSED_BY_OWNER"
    assert not screen.last.HasField("prompt")
    version = (await stage.stored(table)).version
    await stage.wait(5000)
    assert await stage.memory.head(table) in (0, version)


async def test_closing_twice_is_closing_once(stage: Stage) -> None:
    table = await stage.start("an", "binh")
    screen = await stage.screen(table, "binh")
    for _ in range(2):
        await stage.act(AN, service.CloseTableRequest(table=table))
    await stage.settle()
    assert len(screen.updates) == 2


@pytest.mark.parametrize("deal", [0, 2, 3, 99])
async def test_only_the_next_deal_can_be_started(stage: Stage, deal: int) -> None:
    table = await stage.create(AN, seats=2, take_seat=True)
    call = service.StartDealRequest(table=table, deal=deal)
    assert (await refused(stage, table, stage.act(AN, call)))[0] == "BAD_DEAL_NUMBER"


async def test_an_over_table_goes_after_an_hour(stage: Stage) -> None:
    table = await stage.start("an", "binh")
    await stage.act(AN, service.CloseTableRequest(table=table))
    await stage.wait(3_590)
    assert await stage.memory.load(table)
    await stage.wait(20)
    assert await stage.memory.load(table) is None
    future = stage.read(table)
    with pytest.raises(Exception, match="no table"):
        await future
