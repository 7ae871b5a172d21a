"""Whole matches of Chắn over two gateways and two replicas: over claim windows, and with bots that workers play."""

from __future__ import annotations

import asyncio

import pytest
from google.protobuf.message import Message

from chieu.chan.v1 import chan_pb2 as pb
from chieu.table.v1.record_pb2 import Record
from chieu.table.v1.refusal_pb2 import ANSWERED_BY_BOT
from chieu_client import Prompt
from chieu_client.games import chan
from chieu_client.unpack import unpack_as
from tests.system import Deployment, eventually
from tests.system.checks import check_match, fetch_records
from tests.system.choosing import by_policy
from tests.system.conftest import Join
from tests.system.options import chan_options
from tests.system.player import Choose
from tests.system.tables import make_table, play_out

pytestmark = pytest.mark.e2e

HOUSES = pytest.mark.parametrize(
    "house",
    [pytest.param(pb.HOUSE_SEED, id="chan-seed"), pytest.param(pb.HOUSE_TRADITIONAL, id="chan-traditional")],
)


def is_claim(prompt: Prompt) -> bool:
    """Whether it asks for a claim on a card that has just become live."""
    return chan.choices(prompt).HasField("claim")


async def late(prompt: Prompt) -> Message:
    """Claims well after everybody else; plays the policy's move otherwise."""
    if is_claim(prompt):
        await asyncio.sleep(0.6 * (prompt.seconds_left or 0))  # being late is what is tried
    return by_policy(prompt)


def silent(prompt: Prompt) -> Message | None:
    """Never answers in a window; plays the policy's move otherwise."""
    return None if is_claim(prompt) else by_policy(prompt)


@HOUSES
async def test_a_match_of_four_players_ends_alike_however_they_claim(
    deployment: Deployment, join: Join, house: pb.House.ValueType
) -> None:
    """One claims at once, one late, one never; and one, as it comes."""
    near, far = (gateway.address for gateway in deployment.gateways)
    ways: list[Choose | None] = [by_policy, late, silent, None]
    players = [
        await join(deployment, f"chan-{house}-{seat}", (near, far)[seat % 2], choose=way)
        for seat, way in enumerate(ways)
    ]
    watcher = await join(deployment, f"chan-four-watcher-{house}", near)
    table = await make_table(players, 4, chan_options(house, hands=2))
    ends = await play_out(table, players, [watcher])
    kept = await fetch_records(players[0].session.lobby, table)
    assert len(kept) == 2
    check_match(table, [*players, watcher], ends, kept)


@HOUSES
async def test_a_match_of_one_player_is_played_by_workers(
    deployment: Deployment, join: Join, house: pb.House.ValueType
) -> None:
    """Against a bot of each level, every one of whose answers a worker computed."""
    an = await join(deployment, f"chan-alone-{house}")
    before, _ = deployment.bots_moves()
    table = await make_table([an], 4, chan_options(house, hands=3), bots=("easy", "normal", "hard"))
    ends = await play_out(table, [an])
    kept = await fetch_records(an.session.lobby, table)
    assert len(kept) == 3
    check_match(table, [an], ends, kept)
    answered = sum(entry.by == ANSWERED_BY_BOT for record in kept for entry in record.entries)
    assert answered > 30
    await eventually(lambda: deployment.bots_moves()[0] >= before + answered, failing="not all were computed")
    assert deployment.bots_moves()[1] == 0


async def test_chan_win_that_nobody_answers_is_claimed(deployment: Deployment, join: Join) -> None:
    players = [await join(deployment, f"chan-silent-{seat}", choose=silent) for seat in range(4)]
    table = await make_table(players, 4, chan_options(hands=3))
    ends = await play_out(table, players)
    kept = await fetch_records(players[0].session.lobby, table)
    check_match(table, players, ends, kept)
    assert any(is_won_in_silence(record) for record in kept)


def is_won_in_silence(record: Record) -> bool:
    """Whether a deal was won as a window passed in which nobody had claimed the win."""
    result, last = unpack_as(record.result, pb.Result), record.entries[-1]
    return result.HasField("winner") and not last.HasField("seat")
