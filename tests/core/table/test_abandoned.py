from __future__ import annotations

from chieu.table.v1 import table_service_pb2 as service
from services.core.table.document import Document, Phase
from tests.core.stage import SERVICE, Stage, player
from tests.core.toy import Options

AN = player("an")
LONG = Options(cards=4, deals=100)


async def found(stage: Stage, table: str) -> Document:
    return await stage.document(table)


async def test_a_table_without_a_present_player_closes_after_ten_minutes(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True)
    await stage.wait(599)
    assert (await found(stage, table)).phase == Phase.GATHERING
    await stage.wait(1)
    assert ((await found(stage, table)).phase, (await found(stage, table)).end_reason) == (Phase.CLOSED, "ABANDONED")


async def test_a_deal_that_the_policy_plays_for_everybody_is_abandoned_too(stage: Stage) -> None:
    table = await stage.start("an", "binh", options=LONG)
    await stage.wait(601)
    assert (await found(stage, table)).end_reason == "ABANDONED"


async def test_not_while_a_player_has_it_open(stage: Stage) -> None:
    table = await stage.start("an", "binh", options=LONG)
    await stage.screen(table, "an")
    await stage.wait(2_000)
    assert (await found(stage, table)).phase in (Phase.PLAYING, Phase.BETWEEN)


async def test_a_spectator_is_no_present_player(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True)
    await stage.screen(table, "nobody")
    await stage.wait(601)
    assert (await found(stage, table)).end_reason == "ABANDONED"


async def test_ten_minutes_are_counted_from_when_the_last_connection_went_give_or_take_one(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True)
    _, one = stage.open(table, AN)
    await stage.wait(1_234)
    stage.home.close(table, one)
    await stage.wait(540)
    assert (await found(stage, table)).phase == Phase.GATHERING
    await stage.wait(61)
    assert (await found(stage, table)).end_reason == "ABANDONED"


async def test_a_connection_that_breaks_with_its_replica_counts_for_some_minutes(stage: Stage) -> None:
    """What the home noted last is in the store, not in its memory alone."""
    table = await stage.create(AN, seats=2, take_seat=True)
    stage.open(table, AN)
    await stage.wait(1_234)
    stage.home.stop()
    other = stage.another("two")
    await stage.read(table, home=other)
    await stage.wait(250)
    assert (await found(stage, table)).phase == Phase.GATHERING
    await stage.wait(400)
    assert (await found(stage, table)).end_reason == "ABANDONED"


async def test_presence_is_noted_in_silence(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True)
    screen = await stage.screen(table, "an")
    await stage.wait(5_000)
    assert len(screen.updates) == 1
    assert (await stage.stored(table)).version < 20


async def test_tables_of_bots_are_never_abandoned(stage: Stage) -> None:
    table = await stage.create(SERVICE, seats=2, bot_level="easy", options=Options(cards=4, deals=10))
    await stage.act(SERVICE, service.StartDealRequest(table=table, deal=1))
    await stage.wait(700)
    assert (await found(stage, table)).phase in (Phase.PLAYING, Phase.BETWEEN)
    await stage.wait(1_500)
    assert (await found(stage, table)).phase == Phase.FINISHED
