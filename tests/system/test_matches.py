"""Whole matches over two gateways and two replicas, with bots whose moves are computed by workers."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest
from google.protobuf import json_format

from chieu.gateway.v1 import gateway_pb2
from chieu.table.v1 import table_pb2
from chieu.table.v1.record_pb2 import Record
from chieu.table.v1.table_pb2 import Settings
from chieu.table.v1.update_pb2 import Update
from chieu.tan.v1 import tan_pb2
from chieu_client import Chieu, pack
from chieu_client.games import tan
from chieu_client.unpack import unpack_as
from gateway.wire import JSON
from tests.gateway.client import Client
from tests.system import Deployment
from tests.system.checks import check_acknowledged, check_match, check_stream, fetch_records
from tests.system.conftest import Join
from tests.system.options import MOBILE, TRADITIONAL, tan_options
from tests.system.player import Acknowledged, Seen
from tests.system.tables import make_table, play_out

pytestmark = pytest.mark.e2e

CHIEU = [sys.executable, "-c", "from services.verify import main; main()"]
"""The `chieu` command."""

PRESETS = pytest.mark.parametrize("preset", [MOBILE, TRADITIONAL], ids=["tan-mobile", "tan-traditional"])


@PRESETS
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_match_ends_alike_for_everybody(
    deployment: Deployment, join: Join, seats: int, preset: tan_pb2.Preset.ValueType
) -> None:
    near, far = (gateway.address for gateway in deployment.gateways)
    players = [await join(deployment, f"an-{seats}-{preset}", near)]
    if seats > 2:
        players.append(await join(deployment, f"binh-{seats}-{preset}", far))
    watcher = await join(deployment, f"chi-{seats}-{preset}", far)
    before, _ = deployment.bots_moves()
    table = await make_table(players, seats, tan_options(preset), bots=["normal" if seats == 2 else "easy"])
    ends = await play_out(table, players, [watcher])
    kept = await fetch_records(players[0].session.lobby, table)
    check_match(table, [*players, watcher], ends, kept)
    computed, by_policy = deployment.bots_moves()
    assert computed > before
    assert by_policy == 0


async def test_players_alone_play_a_match_of_several_sets(deployment: Deployment, join: Join) -> None:
    near, far = (gateway.address for gateway in deployment.gateways)
    players = [await join(deployment, name, address) for name, address in (("dung", near), ("em", far))]
    table = await make_table(players, 2, tan_options(sets=3))
    ends = await play_out(table, players)
    kept = await fetch_records(players[0].session.lobby, table)
    assert len(kept) >= 3
    check_match(table, players, ends, kept)


async def test_who_comes_late_sees_what_the_others_see(deployment: Deployment, join: Join) -> None:
    """A spectator who opens a running table and a player who opens it anew have the whole picture at once."""
    an, binh = await join(deployment, "an-late"), await join(deployment, "binh-late")
    watcher = await join(deployment, "chi-late")
    table = await make_table([an, binh], 2, tan_options(sets=2))
    halfway = asyncio.Event()

    def moved() -> None:
        if an.moves + binh.moves >= 10:
            halfway.set()

    async def come_late() -> Update:
        await halfway.wait()
        last: Update = await watcher.watch(table)
        return last

    async with asyncio.TaskGroup() as group:
        late = group.create_task(come_late())
        early = group.create_task(play_out(table, [an, binh], moved=moved))
    kept = await fetch_records(an.session.lobby, table)
    check_match(table, [an, binh, watcher], [*early.result(), late.result()], kept)
    assert watcher.at(table).updates[0].snapshot


async def test_a_client_that_speaks_json_plays_a_match(deployment: Deployment) -> None:
    token = deployment.token("json")
    async with Chieu(deployment.gateways[0].address, token=token) as session:
        settings = Settings(seats=2, between_seconds=0, bot_pace_ms=0)
        made = await session.lobby.create("tan", settings, options=tan_options(), bot_level="easy")
        client = await Client.connect(deployment.gateways[1].port, encoding=JSON, token=token)
        seen = await play_raw(client, made.id)
        client.drop()
        kept = await fetch_records(session.lobby, made.id)
    check_stream(seen)
    check_acknowledged(seen.acknowledged, kept)
    assert list(kept[-1].scores) == list(seen.updates[-1].state.scores)
    assert all(message.startswith(b"{") for message in client.raw)


async def play_raw(client: Client, table: str) -> Seen:
    """Play a match frame by frame, answering each prompt once."""
    chance, seen, asked = Random(5), Seen(openings=[0]), b""
    waiting: dict[int, Acknowledged] = {}
    client.say(1, open=gateway_pb2.Open(table=table))
    while not (seen.updates and seen.updates[-1].state.phase == table_pb2.PHASE_FINISHED):
        frame = await client.next()
        match frame.WhichOneof("frame"):
            case "update":
                seen.updates.append(frame.update)
                prompt = frame.update.prompt
                if prompt.prompt_id and prompt.prompt_id != asked:
                    asked = prompt.prompt_id
                    move = tan.random_move(unpack_as(prompt.choices, tan_pb2.Choices), chance)
                    corr = len(waiting) + 2
                    waiting[corr] = Acknowledged(frame.update.state.deal, prompt.seat, pack(move), 0)
                    client.say(corr, answer=gateway_pb2.Answer(table=table, prompt_id=asked, move=pack(move)))
            case "reply":
                assert frame.reply.HasField("accepted"), frame
                seen.acknowledged.append(waiting[frame.corr])
            case other:
                assert other in {"welcome", "opened"}
    return seen


async def test_anybody_checks_a_record_with_the_command_alone(
    deployment: Deployment, join: Join, tmp_path: Path
) -> None:
    an = await join(deployment, "an-record")
    table = await make_table([an], 2)
    await play_out(table, [an])
    file = tmp_path / "record.json"
    given = ["--server", deployment.gateways[0].address, "--token", deployment.token("an-record"), "-o", str(file)]
    assert await run(deployment, "record", table, "1", *given) == 0
    assert await run(deployment, "verify", str(file)) == 0
    record = json_format.Parse(file.read_bytes(), Record())
    del record.entries[len(record.entries) // 2]
    file.write_text(json_format.MessageToJson(record))
    assert await run(deployment, "verify", str(file)) == 1


async def run(deployment: Deployment, *arguments: str) -> int:
    """The exit code of the command with these arguments."""
    process = await asyncio.create_subprocess_exec(*CHIEU, *arguments, env=deployment.environment)
    async with asyncio.timeout(60):
        return await process.wait()
