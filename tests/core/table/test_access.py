from __future__ import annotations

import pytest

from chieu.table.v1 import table_service_pb2 as service
from chieu.table.v1.table_pb2 import Visibility
from services.core.refusal import Reason
from services.core.table.updates import table_message
from tests.core.refusals import refused
from tests.core.stage import SERVICE, Stage, player

AN = player("an")
PRIVATE = Visibility.VISIBILITY_PRIVATE


@pytest.mark.parametrize("visibility", [1, 2, 3])
async def test_another_tenant_sees_no_table(stage: Stage, visibility: int) -> None:
    table = await stage.create(AN, visibility=visibility, take_seat=True)
    for caller in (player("an", "other"), player("binh", "other")):
        for call in (service.TakeSeatRequest(), service.LeaveSeatRequest(), service.CloseTableRequest()):
            call.table = table
            reason, refusal = await refused(stage, table, stage.act(caller, call))
            assert (reason, refusal.seq) == ("NO_SUCH_TABLE", 0)
        screen, _ = stage.open(table, caller)
        await stage.settle()
        assert [one.reason for one in screen.refusals] == [Reason.REASON_NO_SUCH_TABLE]
        assert not screen.updates


async def test_a_private_table_is_open_to_owner_service_and_tokens_that_name_it(stage: Stage) -> None:
    table = await stage.create(AN, seats=4, visibility=PRIVATE)
    reason, _ = await refused(stage, table, stage.act(player("binh"), service.TakeSeatRequest(table=table)))
    assert reason == "NO_SUCH_TABLE"
    for caller in (AN, SERVICE, player("cuc", table=table)):
        screen, _ = stage.open(table, caller)
        await stage.settle()
        assert len(screen.updates) == 1
    await stage.act(player("cuc", table=table), service.TakeSeatRequest(table=table))
    screen = await stage.screen(table, "cuc")  # he sits, so another token of his will do
    assert screen.seats == [0]


async def test_a_token_that_names_a_table_opens_no_other(stage: Stage) -> None:
    here, there = await stage.create(AN), await stage.create(AN)
    reason, _ = await refused(stage, there, stage.act(player("an", table=here), service.CloseTableRequest(table=there)))
    assert reason == "NO_SUCH_TABLE"


async def test_whoever_knows_an_unlisted_tables_id_may_sit_down(stage: Stage) -> None:
    table = await stage.create(AN, visibility=Visibility.VISIBILITY_UNLISTED)
    await stage.sit(table, "binh")


async def test_a_service_may_do_what_the_owner_may(stage: Stage) -> None:
    table = await stage.create(AN, seats=3, take_seat=True)
    await stage.act(SERVICE, service.SetControllerRequest(table=table, seat=1, bot_level="easy"))
    await stage.act(SERVICE, service.StartDealRequest(table=table, deal=1))
    await stage.act(SERVICE, service.CloseTableRequest(table=table))


async def test_subjects_are_shown_to_services_alone(stage: Stage) -> None:
    table = await stage.create(AN, take_seat=True)
    document = await stage.document(table)
    assert table_message(stage.kind, document).seats[0].player.subject == ""
    assert table_message(stage.kind, document).seats[0].player.name == "An"
    assert table_message(stage.kind, document, with_subject=True).seats[0].player.subject == "an"
    screen = await stage.screen(table, "binh")
    assert screen.last.state.seats[0].player.subject == ""
