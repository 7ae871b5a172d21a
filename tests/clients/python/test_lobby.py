from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from google.protobuf.json_format import MessageToDict

from chieu.table.v1 import table_service_pb2 as calls
from chieu.table.v1.record_pb2 import Record
from chieu.table.v1.refusal_pb2 import ADVICE_CHANGE, ADVICE_RETRY, REASON_TABLE_BUSY, REASON_TABLE_FULL, Refusal
from chieu.table.v1.table_pb2 import VISIBILITY_PUBLIC, Settings, Table
from chieu.tan.v1.tan_pb2 import PRESET_TRADITIONAL, Options
from chieu_client import Chieu, Patience, Refused, SessionEnded, Unreachable, pack
from tests.clients.gateway_script import ScriptedGateway, running

T = "tan:01.x"
PATH = "/v1/tables/tan%3A01.x"
MADE = Table(id=T, game="tan", options=pack(Options(preset=PRESET_TRADITIONAL)))
BUSY = MessageToDict(Refusal(reason=REASON_TABLE_BUSY, advice=ADVICE_RETRY))
FULL = MessageToDict(Refusal(reason=REASON_TABLE_FULL, advice=ADVICE_CHANGE, detail="2 of 2 seats are taken"))


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with running(ScriptedGateway()) as scripted:
        scripted.responses["POST", "/v1/guest"] = [(200, {"token": "t1", "subject": "guest:1", "name": "An"})]
        yield scripted


@pytest.fixture
async def session(gateway: ScriptedGateway) -> AsyncIterator[Chieu]:
    patience = Patience(first=0.005, longest=0.01, total=2, reply=1)
    async with Chieu(gateway.address, guest="An", patience=patience) as made:
        gateway.requests.clear()
        yield made


async def test_a_guest_gets_a_token_and_uses_it(gateway: ScriptedGateway) -> None:
    gateway.responses["GET", "/v1/tables?game=tan"] = [(200, {"tables": [MessageToDict(MADE)]})]
    async with Chieu(gateway.address, guest="An") as session:
        assert (session.token, session.subject, session.name) == ("t1", "guest:1", "An")
        assert list(await session.lobby.tables("tan")) == [MADE]
    login, listing = gateway.requests
    assert login.body == {"name": "An"}
    assert listing.headers["authorization"] == "Bearer t1"


async def test_a_table_is_made_with_everything_that_was_asked_for(gateway: ScriptedGateway, session: Chieu) -> None:
    gateway.responses["POST", "/v1/tables"] = [(200, {"table": MessageToDict(MADE), "later": 1})]
    made = await session.lobby.create(
        "tan",
        Settings(seats=3, bot_pace_ms=0),
        options=Options(preset=PRESET_TRADITIONAL),
        visibility=VISIBILITY_PUBLIC,
        title="An's",
        bot_level="hard",
    )
    assert made == MADE
    body = gateway.requests[0].body
    assert len(body.pop("requestId")) == 32
    assert body == {
        "game": "tan",
        "settings": {"seats": 3, "botPaceMs": 0},
        "options": {"@type": "type.googleapis.com/chieu.tan.v1.Options", "preset": "PRESET_TRADITIONAL"},
        "visibility": "VISIBILITY_PUBLIC",
        "title": "An's",
        "takeSeat": True,
        "botLevel": "hard",
    }


async def test_a_call_is_repeated_with_its_request_id_until_it_gets_through(
    gateway: ScriptedGateway, session: Chieu
) -> None:
    done = MessageToDict(calls.TakeSeatResponse(table=MADE, seat=1))
    gateway.responses["POST", f"{PATH}/seat"] = [(0, None), (503, b"<html>"), (409, BUSY), (200, done)]
    assert (await session.lobby.take_seat(T)).seat == 1
    assert len(gateway.requests) == 4
    assert len({request.body["requestId"] for request in gateway.requests}) == 1


async def test_a_refusal_is_raised_with_what_it_says(gateway: ScriptedGateway, session: Chieu) -> None:
    gateway.responses["POST", f"{PATH}/seat"] = [(409, FULL)]
    with pytest.raises(Refused) as caught:
        await session.lobby.take_seat(T, 1)
    assert (caught.value.reason, caught.value.advice, caught.value.detail) == (
        "TABLE_FULL",
        "CHANGE",
        "2 of 2 seats are taken",
    )
    assert len(gateway.requests) == 1


async def test_trying_in_vain_ends(gateway: ScriptedGateway) -> None:
    gateway.responses["GET", PATH] = [(409, BUSY)]
    patience = Patience(first=0.005, longest=0.01, total=0.05, reply=1)
    async with Chieu(gateway.address, token="t", patience=patience) as session:
        with pytest.raises(Refused, match="TABLE_BUSY"):
            await session.lobby.find(T)
        gateway.responses["GET", PATH] = [(0, None)]
        with pytest.raises(Unreachable):
            await session.lobby.find(T)


@pytest.mark.parametrize("answer", [(404, {"detail": "Not Found"}), (200, b"<html>"), (500, [1]), (302, b"")])
async def test_an_answer_that_is_none_of_the_contract_is_told(
    gateway: ScriptedGateway, session: Chieu, answer: tuple[int, object]
) -> None:
    gateway.responses["GET", PATH] = [answer]
    with pytest.raises(SessionEnded, match=str(answer[0])):
        await session.lobby.find(T)


async def test_every_other_call_has_its_place(gateway: ScriptedGateway, session: Chieu) -> None:
    table = {"table": MessageToDict(MADE)}
    for name in ("leave", "resume", "controller", "ready", "start", "close"):
        gateway.responses["POST", f"{PATH}/{name}"] = [(200, table)]
    gateway.responses["POST", "/v1/quick-seat"] = [(200, table | {"seat": 1})]
    gateway.responses["GET", PATH] = [(200, table)]
    gateway.responses["GET", "/v1/codes/ABCDEF?game=tan"] = [(200, table | {"seat": 1})]
    gateway.responses["GET", f"{PATH}/records"] = [(200, {"deals": [1, 2]})]
    gateway.responses["GET", f"{PATH}/records/2"] = [(200, {"record": MessageToDict(Record(table=T, deal=2))})]
    lobby = session.lobby
    assert await lobby.leave_seat(T) == MADE
    assert await lobby.resume_seat(T) == MADE
    assert await lobby.set_controller(T, 1, "easy") == MADE
    assert await lobby.set_ready(T, entropy=b"dice") == MADE
    assert await lobby.start(T, bot_level="easy") == MADE
    assert await lobby.close(T) == MADE
    assert (await lobby.quick_seat("tan", 2)).seat == 1
    assert not (await lobby.find(T)).HasField("seat")
    assert (await lobby.find_code("abcdef", "tan")).seat == 1
    assert list(await lobby.records(T)) == [1, 2]
    assert (await lobby.record(T, 2)).deal == 2
    changing = [request.body["requestId"] for request in gateway.requests if request.method == "POST"]
    assert len(set(changing)) == len(changing) == 7


def test_a_session_has_one_way_in() -> None:
    with pytest.raises(ValueError, match="either a token or a guest's name"):
        Chieu("http://127.0.0.1:1", token="t", guest="An")
