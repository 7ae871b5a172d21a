from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from google.protobuf.json_format import MessageToDict

from chieu.table.v1.record_pb2 import Record
from chieu.table.v1.refusal_pb2 import ADVICE_CHANGE, REASON_FORBIDDEN, REASON_NO_SUCH_TABLE, REASON_WRONG_GAME, Refusal
from chieu.table.v1.table_pb2 import Table
from chieu.tan.v1 import tan_pb2
from chieu.tonk.v1 import tonk_pb2
from chieu_client import pack
from tests.clients.gateway_script import ScriptedGateway, running
from tests.clients.real_table import RealTable
from tests.clients.tan_script import state

T = "tan:01.x"
PATH = "/v1/tables/tan%3A01.x"
COMMAND = "import sys; from chieu_terminal.cli import main; sys.argv[0] = 'chieu'; main()"


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with running(ScriptedGateway()) as scripted:
        scripted.responses["POST", "/v1/guest"] = [(200, {"token": "t", "subject": "g", "name": "An"})]
        scripted.responses["POST", "/v1/tables"] = [(200, {"table": MessageToDict(state())})]
        scripted.tables[T] = RealTable(T, options=tan_pb2.Options(match_sets=1))
        yield scripted


async def chieu(gateway: ScriptedGateway, *arguments: str, typed: str = "") -> tuple[int | None, str, str]:
    """Runs the real command in a process of its own: exit code, output, errors."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "CHIEU_SERVER": gateway.address,
        "LC_ALL": "C.UTF-8",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        COMMAND,
        *arguments,
        env=environment,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate(typed.encode())
    return process.returncode, out.decode(), err.decode()


async def test_a_match_is_played_from_the_command_line(gateway: ScriptedGateway) -> None:
    code, out, err = await chieu(
        gateway,
        "play",
        "tan",
        "--auto",
        "-o",
        "preset=traditional",
        "-o",
        "match_sets=1",
        "--seats",
        "2",
        "--level",
        "hard",
        "--name",
        "Bình",
    )
    assert (code, err) == (0, "")
    assert out.startswith("Table tan:01.x: you have seat 0. `?` lists what you may type.\n")
    assert "The match is over: 1. " in out
    guest, made = (request.body for request in gateway.requests[:2])
    assert guest == {"name": "Bình"}
    assert made["options"]["preset"] == "PRESET_TRADITIONAL"
    assert made["botLevel"] == "hard"
    assert made["settings"] == {"seats": 2}


async def test_a_table_of_any_game_is_made_as_wished(gateway: ScriptedGateway) -> None:
    gateway.tables[T] = RealTable(T, game="tonk", seats=3, options=tonk_pb2.Options(match_hands=1))
    code, out, err = await chieu(gateway, "play", "tonk", "--auto", "--option", "stake=20", "-o", "initial_upcard=no")
    assert (code, err) == (0, "")
    assert "The match is over: 1. " in out
    made = gateway.requests[1].body
    assert (made["game"], made["settings"]) == ("tonk", {"seats": 3})
    assert made["options"] == {
        "@type": "type.googleapis.com/chieu.tonk.v1.Options",
        "maxSeats": 3,
        "stake": 20,
        "initialUpcard": False,
    }


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["tonk", "--seats", "5"], "--seats takes 2 or 3 or 4, got 5"),
        (["tonk", "-o", "stake=much"], "stake takes a number, got 'much'"),
        (["tan", "-o", "stake=1"], "expected NAME=VALUE with one of the names preset"),
    ],
)
async def test_a_wish_that_cannot_be_is_answered_before_anybody_is_asked(
    gateway: ScriptedGateway, arguments: list[str], answer: str
) -> None:
    code, out, err = await chieu(gateway, "play", *arguments)
    assert (code, out) == (2, "")
    assert answer in " ".join(err.replace("│", " ").split())
    assert not gateway.requests


async def test_piped_lines_are_moves_and_their_end_ends_the_play(gateway: ScriptedGateway) -> None:
    code, out, err = await chieu(gateway, "play", "tan", "--lang", "vi", typed="1\n")
    assert (code, err) == (1, "")
    assert len(gateway.tables[T].counted) == 1
    assert out.endswith("Hết dữ liệu nhập. Ghế của bạn ở bàn tan:01.x vẫn còn.\n")


async def test_a_table_may_be_watched(gateway: ScriptedGateway) -> None:
    watched = RealTable(T, options=tan_pb2.Options(match_sets=1), audience=None)
    while not watched.end:
        watched.play(0, watched.first_move())
    gateway.tables[T] = watched
    code, out, _ = await chieu(gateway, "play", "tan", "--watch", T)
    assert code == 0
    assert "you are watching" in out
    assert all(request.path != "/v1/tables" for request in gateway.requests)


async def test_a_table_is_shown_by_its_own_game_whatever_the_command(gateway: ScriptedGateway) -> None:
    watched = RealTable(T, game="tonk", options=tonk_pb2.Options(match_hands=1), audience=None)
    while not watched.end:
        watched.play(0, watched.first_move())
    gateway.tables[T] = watched
    code, out, err = await chieu(gateway, "play", "tan", "--watch", T)
    assert (code, err) == (0, "")
    assert "Hand 1 is over" in out


async def test_a_game_that_is_not_known_here_is_said_to_be_so(gateway: ScriptedGateway) -> None:
    gateway.tables[T].told[-1].state.game = "poker"
    assert await chieu(gateway, "play", "tan", "--watch", T) == (1, "That game is not played here.\n", "")


async def test_public_tables_of_a_game_are_listed(gateway: ScriptedGateway) -> None:
    gateway.responses["GET", "/v1/tables?game=tan"] = [
        (200, {"tables": [MessageToDict(state(code="ABCDEF", title="An's table"))]})
    ]
    assert await chieu(gateway, "tables", "--game", "tan") == (0, "tan:01.x\tABCDEF\t2/2\tAn's table\n", "")


async def test_public_tables_of_every_game_that_is_served_are_listed_newest_first(gateway: ScriptedGateway) -> None:
    tables = [state(created_ms=2), Table(id="chan-01-y", created_ms=3), state(created_ms=1)]
    old, new, oldest = ({"tables": [MessageToDict(table)]} for table in tables)
    gateway.responses["GET", "/v1/tables?game=tan"] = [(200, {"tables": [*old["tables"], *oldest["tables"]]})]
    gateway.responses["GET", "/v1/tables?game=chan"] = [(200, new)]
    not_served = Refusal(reason=REASON_WRONG_GAME, advice=ADVICE_CHANGE)
    gateway.responses["GET", "/v1/tables?game=tonk"] = [(400, MessageToDict(not_served))]
    code, out, _ = await chieu(gateway, "tables")
    assert (code, [line.split("\t")[0] for line in out.splitlines()]) == (0, ["chan-01-y", T, T])


async def test_a_game_whose_tables_may_not_be_listed_is_not_left_out_in_silence(gateway: ScriptedGateway) -> None:
    gateway.responses["GET", "/v1/tables?game=tan"] = [(200, {"tables": [MessageToDict(state())]})]
    gateway.responses["GET", "/v1/tables?game=chan"] = [(200, {})]
    forbidden = MessageToDict(Refusal(reason=REASON_FORBIDDEN, advice=ADVICE_CHANGE))
    gateway.responses["GET", "/v1/tables?game=tonk"] = [(403, forbidden)]
    assert await chieu(gateway, "tables") == (1, "You may not do that.\n", "")


async def test_a_record_is_fetched_to_a_file_or_shown(gateway: ScriptedGateway, tmp_path: Path) -> None:
    record = Record(table=T, deal=1, game="tan", options=pack(tan_pb2.Options(jokers=2)))
    gateway.responses["GET", f"{PATH}/records/1"] = [(200, {"record": MessageToDict(record)})]
    file = str(tmp_path / "deal.json")
    (code, out, _), silent = await asyncio.gather(
        chieu(gateway, "record", T, "1"), chieu(gateway, "record", T, "1", "-o", file)
    )
    assert (code, silent) == (0, (0, "", ""))
    assert json.loads(out)["options"]["jokers"] == 2
    assert json.loads((tmp_path / "deal.json").read_text()) == json.loads(out)


async def test_a_refusal_is_a_sentence_and_a_failure(gateway: ScriptedGateway) -> None:
    refusal = MessageToDict(Refusal(reason=REASON_NO_SUCH_TABLE, advice=ADVICE_CHANGE))
    gateway.responses["GET", f"{PATH}/records/1"] = [(404, refusal)]
    assert await chieu(gateway, "record", T, "1") == (1, "There is no such table, or you may not see it.\n", "")
