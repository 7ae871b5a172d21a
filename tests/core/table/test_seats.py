from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.message import Message

from chieu.table.v1 import table_service_pb2 as service
from services.core.table.document import Controller, Phase
from tests.core.refusals import refused
from tests.core.stage import SERVICE, Stage, player

AN, BINH, CUC, DAO = player("an"), player("binh"), player("cuc"), player("dao")


async def table_in(stage: Stage, phase: Phase) -> str:
    """A table for an and binh, who both sit, in a phase."""
    if phase == Phase.GATHERING:
        table = await stage.create(AN, seats=2, take_seat=True, ready_check=True)
        await stage.sit(table, "binh")
        return table
    table = await stage.start("an", "binh", between_seconds=120)
    if phase == Phase.CLOSED:
        await stage.act(AN, service.CloseTableRequest(table=table))
        return table
    while (await stage.document(table)).phase != phase:
        await stage.wait(1)
    return table


async def test_a_seat_may_be_wished_for_or_is_the_first_free_one(stage: Stage) -> None:
    table = await stage.create(AN, seats=4)
    await stage.act(BINH, service.TakeSeatRequest(table=table, seat=2))
    await stage.sit(table, "cuc")
    assert [seat.subject for seat in (await stage.document(table)).seats] == ["cuc", "", "binh", ""]


async def test_one_subject_holds_one_seat(stage: Stage) -> None:
    table = await stage.create(AN, seats=3, take_seat=True)
    for call in (service.TakeSeatRequest(table=table), service.TakeSeatRequest(table=table, seat=0)):
        assert (await stage.act(AN, call)).seat_of("an") == 0
    reason, _ = await refused(stage, table, stage.act(AN, service.TakeSeatRequest(table=table, seat=1)))
    assert reason == "ALREADY_SEATED"


async def test_a_tokens_seat_is_the_only_one_it_takes(stage: Stage) -> None:
    table = await stage.create(AN, seats=3)
    narrow = player("binh", seat=2)
    reason, _ = await refused(stage, table, stage.act(narrow, service.TakeSeatRequest(table=table, seat=1)))
    assert reason == "FORBIDDEN"
    assert (await stage.act(narrow, service.TakeSeatRequest(table=table))).seat_of("binh") == 2
    reason, _ = await refused(stage, table, stage.act(player("cuc", seat=2), service.TakeSeatRequest(table=table)))
    assert reason == "SEAT_TAKEN"


async def test_leaving_while_gathering_frees_the_seat(stage: Stage) -> None:
    table = await table_in(stage, Phase.GATHERING)
    found = await stage.act(BINH, service.LeaveSeatRequest(table=table))
    assert found.seats[1].controller == Controller.NOBODY
    assert (await stage.act(CUC, service.TakeSeatRequest(table=table))).seat_of("cuc") == 1


async def test_bots_come_and_go_while_gathering(stage: Stage) -> None:
    table = await stage.create(AN, seats=3, take_seat=True)
    found = await stage.act(AN, service.SetControllerRequest(table=table, seat=1, bot_level="hard"))
    assert (found.seats[1].controller, found.seats[1].level) == (Controller.BOT, "hard")
    found = await stage.act(AN, service.SetControllerRequest(table=table, seat=1))
    assert found.seats[1].controller == Controller.NOBODY
    await stage.act(AN, service.SetControllerRequest(table=table, seat=1, bot_level="easy"))
    found = await stage.act(AN, service.SetControllerRequest(table=table, seat=2, bot_level="easy"))
    assert found.phase == Phase.PLAYING


async def test_nothing_of_who_left_a_seat_stays_with_it(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True, ready_check=True)
    await stage.act(BINH, service.TakeSeatRequest(table=table, entropy=b"binh's own"))
    await stage.act(BINH, service.LeaveSeatRequest(table=table))
    await stage.act(AN, service.SetControllerRequest(table=table, seat=1, bot_level="easy"))
    seat = (await stage.document(table)).seats[1]
    assert (seat.subject, seat.name, seat.entropy, seat.away, seat.misses) == ("", "", b"", False, 0)


Case = tuple[str, Any, Phase, Any, str]


def _case(name: str, caller: Any, phase: Phase, call: Message, reason: str) -> Any:
    return pytest.param(caller, phase, call, reason, id=f"{name}-{phase.name.lower()}")


TAKE, LEAVE, RESUME = service.TakeSeatRequest(), service.LeaveSeatRequest(), service.ResumeSeatRequest()
READY, START = service.SetReadyRequest(ready=True), service.StartDealRequest(deal=1)
BOT, CLOSE = service.SetControllerRequest(seat=1, bot_level="easy"), service.CloseTableRequest()
LONG = b"x" * 33


@pytest.mark.parametrize(
    ("caller", "phase", "call", "reason"),
    [
        _case("take a full table", CUC, Phase.GATHERING, TAKE, "TABLE_FULL"),
        _case("take", CUC, Phase.PLAYING, TAKE, "WRONG_PHASE"),
        _case("take", CUC, Phase.BETWEEN, TAKE, "WRONG_PHASE"),
        _case("take", CUC, Phase.FINISHED, TAKE, "MATCH_OVER"),
        _case("take", CUC, Phase.CLOSED, TAKE, "TABLE_CLOSED"),
        _case("take a taken seat", CUC, Phase.GATHERING, service.TakeSeatRequest(seat=1), "SEAT_TAKEN"),
        _case("take no seat", CUC, Phase.GATHERING, service.TakeSeatRequest(seat=2), "NOT_SEATED"),
        _case("take as a service", SERVICE, Phase.GATHERING, TAKE, "FORBIDDEN"),
        _case("take with too much", CUC, Phase.GATHERING, service.TakeSeatRequest(entropy=LONG), "BAD_OPTIONS"),
        _case("leave unseated", CUC, Phase.GATHERING, LEAVE, "NOT_SEATED"),
        _case("leave as a service", SERVICE, Phase.PLAYING, LEAVE, "NOT_SEATED"),
        _case("resume unseated", CUC, Phase.PLAYING, RESUME, "NOT_SEATED"),
        _case("ready unseated", CUC, Phase.GATHERING, READY, "NOT_SEATED"),
        _case("ready", AN, Phase.PLAYING, READY, "WRONG_PHASE"),
        _case("ready", AN, Phase.FINISHED, READY, "WRONG_PHASE"),
        _case("ready with too much", AN, Phase.GATHERING, service.SetReadyRequest(entropy=LONG), "BAD_OPTIONS"),
        _case("start another's", BINH, Phase.GATHERING, START, "FORBIDDEN"),
        _case("start the last again", AN, Phase.BETWEEN, START, "BAD_DEAL_NUMBER"),
        _case("start", AN, Phase.FINISHED, service.StartDealRequest(deal=3), "MATCH_OVER"),
        _case("start", AN, Phase.CLOSED, START, "TABLE_CLOSED"),
        _case("start too early", AN, Phase.PLAYING, service.StartDealRequest(deal=2), "BAD_DEAL_NUMBER"),
        _case("bot at another's", BINH, Phase.GATHERING, BOT, "FORBIDDEN"),
        _case("bot for a player", AN, Phase.GATHERING, BOT, "SEAT_TAKEN"),
        _case("bot nowhere", AN, Phase.GATHERING, service.SetControllerRequest(seat=7, bot_level="easy"), "NOT_SEATED"),
        _case("bot", AN, Phase.PLAYING, BOT, "WRONG_PHASE"),
        _case("bot", AN, Phase.FINISHED, BOT, "MATCH_OVER"),
        _case("bot", AN, Phase.CLOSED, BOT, "TABLE_CLOSED"),
        _case("close another's", BINH, Phase.PLAYING, CLOSE, "FORBIDDEN"),
    ],
)
async def test_a_call_that_may_not_be_is_refused_and_changes_nothing(
    stage: Stage, caller: Any, phase: Phase, call: Message, reason: str
) -> None:
    table = await table_in(stage, phase)
    sent = type(call)()
    sent.CopyFrom(call)
    sent.table = table  # type: ignore[attr-defined]
    assert (await refused(stage, table, stage.act(caller, sent)))[0] == reason


async def test_a_bots_level_is_one_of_three(stage: Stage) -> None:
    table = await stage.create(AN, seats=3, take_seat=True)
    for call in (
        service.SetControllerRequest(table=table, seat=1, bot_level="godlike"),
        service.StartDealRequest(table=table, deal=1, bot_level="godlike"),
    ):
        assert (await refused(stage, table, stage.act(AN, call)))[0] == "BAD_OPTIONS"


@pytest.mark.parametrize("request_id", ["x" * 65])
async def test_a_request_id_has_a_length(stage: Stage, request_id: str) -> None:
    table = await stage.create(AN, seats=2)
    call = service.TakeSeatRequest(table=table, request_id=request_id)
    assert (await refused(stage, table, stage.act(AN, call)))[0] == "MALFORMED"


async def test_a_request_that_is_repeated_does_nothing_also_when_it_would_be_refused_now(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True)
    call = service.TakeSeatRequest(table=table, request_id="once")
    await stage.act(BINH, call)
    before = await stage.stored(table)
    assert (await stage.act(BINH, call)).phase == Phase.PLAYING
    assert await stage.stored(table) == before


async def test_a_request_id_that_said_something_else_is_refused(stage: Stage) -> None:
    table = await stage.create(AN, seats=3, take_seat=True)
    await stage.act(BINH, service.TakeSeatRequest(table=table, request_id="once"))
    call = service.TakeSeatRequest(table=table, request_id="once", seat=2)
    assert (await refused(stage, table, stage.act(BINH, call)))[0] == "REQUEST_REUSED"
    assert (await stage.act(CUC, call)).seat_of("cuc") == 2


async def test_eight_requests_are_remembered(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True, ready_check=True)
    first = service.SetReadyRequest(table=table, request_id="first", ready=True)
    await stage.act(AN, first)
    for number in range(8):
        assert (await stage.act(AN, first)).seats[0].ready is (number == 0)
        await stage.act(AN, service.SetReadyRequest(table=table, ready=False))
    assert (await stage.act(AN, first)).seats[0].ready


async def test_entropy_is_taken_with_a_seat_and_with_readiness_and_goes_into_the_record(stage: Stage) -> None:
    table = await stage.create(AN, seats=2, take_seat=True, entropy=b"from an", ready_check=True)
    await stage.act(BINH, service.TakeSeatRequest(table=table, entropy=b"from binh"))
    await stage.act(AN, service.SetReadyRequest(table=table, ready=True))
    await stage.act(BINH, service.SetReadyRequest(table=table, ready=True, entropy=b"better"))
    header = (await stage.memory.record(table, None))[0]
    assert b"from an" in header
    assert b"better" in header
    assert b"from binh" not in header
