"""Every game under every option of the conformance suite, played at tables: memory store, bots, nobody to answer for them."""

from __future__ import annotations

import importlib

import pytest

from chieu.table.v1 import table_service_pb2 as service
from services.core.record import assemble
from services.core.table.document import Phase
from services.core.verify import verify
from tests.conformance.games import TABLES, Table
from tests.core.stage import SERVICE, Stage

pytestmark = pytest.mark.conformance

_MOST_SECONDS = 200_000.0


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
async def test_a_match_between_silent_bots_comes_to_its_end_and_all_its_records_are_true(table: Table) -> None:
    codec = importlib.import_module(f"services.{table.game.name}.codec").CODEC
    stage = Stage(table.game, codec)
    made = await stage.create(seats=table.seats, bot_level="easy", options=table.options)
    await stage.act(SERVICE, service.StartDealRequest(table=made, deal=1, request_id="start"))
    waited = 0.0
    while (await stage.document(made)).phase is not Phase.FINISHED:
        assert waited < _MOST_SECONDS, "the match goes on for ever"
        await stage.wait(60)
        waited += 60
    ended = await stage.document(made)
    assert sorted(ended.ranking) == list(range(table.seats))
    assert ended.deal == len(await stage.memory.records(made)) > 0
    records = [assemble(await stage.memory.record(made, deal)) for deal in range(1, ended.deal + 1)]
    assert any(record.entries for record in records)
    assert not [finding for record in records for finding in verify(record, table.game, codec)]
