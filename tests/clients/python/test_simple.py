from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from chieu.table.v1 import table_pb2
from chieu.table.v1.refusal_pb2 import ADVICE_CHANGE, ADVICE_RESYNC, REASON_ILLEGAL_MOVE, REASON_STALE_PROMPT, Refusal
from chieu.table.v1.update_pb2 import AnswerReply
from chieu_client import Prompt, Refused, first_legal, random_legal
from chieu_client.simple import play
from tests.clients.gateway_script import ScriptedGateway, ScriptedTable, running
from tests.clients.tan_script import choices, defence, state, update

T = "tan:01.x"
PATH = "/v1/tables/tan%3A01.x"


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with running(ScriptedGateway()) as scripted:
        table = {"table": MessageToDict(state())}
        scripted.responses["POST", "/v1/guest"] = [(200, {"token": "t", "subject": "g", "name": "An"})]
        scripted.responses["POST", "/v1/tables"] = [(200, table)]
        scripted.responses["GET", PATH] = [(200, table)]
        scripted.responses["GET", "/v1/codes/ABCDEF?game=tan"] = [(200, table | {"seat": 0})]
        scripted.responses["POST", f"{PATH}/seat"] = [(200, table | {"seat": 0})]
        scripted.tables[T] = ScriptedTable(
            T,
            told=[update(1, asks=choices("7C", "7D"))],
            to_come=[
                update(2, asks=defence({"8C": "9C TC", "8D": "9D"})),
                update(3, phase=table_pb2.PHASE_FINISHED),
            ],
        )
        yield scripted


@pytest.mark.parametrize("table", [None, T, "abcdef"])
async def test_a_match_is_played_to_its_end_at(gateway: ScriptedGateway, table: str | None) -> None:
    final = await play(gateway.address, "tan", table, random_legal(Random(1)))
    assert final.phase == table_pb2.PHASE_FINISHED
    assert len(gateway.tables[T].counted) == 2
    has_asked_for_a_seat = any(request.path == f"{PATH}/seat" for request in gateway.requests)
    assert has_asked_for_a_seat == (table == T)


async def test_a_chooser_may_take_its_time(gateway: ScriptedGateway) -> None:
    async def choose(prompt: Prompt) -> Message:
        await asyncio.sleep(0)
        return first_legal(prompt)

    await play(gateway.address, "tan", None, choose)


async def test_a_prompt_that_the_clock_answered_is_passed_over(gateway: ScriptedGateway) -> None:
    scripted = gateway.tables[T]
    scripted.replies = [AnswerReply(refusal=Refusal(reason=REASON_STALE_PROMPT, advice=ADVICE_RESYNC))]
    chosen = 0

    def choose(prompt: Prompt) -> Message:
        nonlocal chosen
        chosen += 1
        if chosen == 1:
            gateway.tell(T, scripted.to_come.pop(0))
        return first_legal(prompt)

    await play(gateway.address, "tan", T, choose)
    assert chosen == 2


async def test_an_illegal_move_is_the_choosers_to_hear(gateway: ScriptedGateway) -> None:
    gateway.tables[T].replies = [AnswerReply(refusal=Refusal(reason=REASON_ILLEGAL_MOVE, advice=ADVICE_CHANGE))]
    with pytest.raises(Refused, match="ILLEGAL_MOVE"):
        await play(gateway.address, "tan", T, first_legal)
