from __future__ import annotations

import asyncio
from typing import Any

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from chieu.table.v1.table_pb2 import Visibility
from services.core.refusal import Reason, Refused
from services.core.table.calls import is_table_id, join_code, table_id
from services.core.table.document import Controller, Phase
from tests.core.stage import SECRET, SERVICE, Stage, player
from tests.core.toy import Options

AN = player("an")


async def reason_of(asked: Any) -> str:
    with pytest.raises(Refused) as caught:
        await asked
    return Reason.Name(caught.value.reason).removeprefix("REASON_")


async def test_creating_twice_gives_the_same_table(stage: Stage) -> None:
    call = stage.creation(take_seat=True)
    first, second = [await stage.send_creation(AN, call) for _ in range(2)]
    assert first.document.table == second.document.table
    assert (await stage.stored(first.document.table)).version == 1


async def test_creating_twice_at_once_and_elsewhere_gives_the_same_table(stage: Stage) -> None:
    call = stage.creation(take_seat=True)
    homes = [stage.home, stage.another("two"), stage.home]
    drafts = await asyncio.gather(*(stage.send_creation(AN, call, home=home) for home in homes))
    assert len({draft.document.table for draft in drafts}) == 1
    assert (await stage.stored(drafts[0].document.table)).version == 1


async def test_the_same_request_id_gives_others_another_table(stage: Stage) -> None:
    tables = {
        await stage.create(caller, request_id="mine") for caller in (AN, player("binh"), player("an", "other"), SERVICE)
    }
    assert len(tables) == 4


async def test_a_creation_with_a_used_id_and_another_wish_is_refused(stage: Stage) -> None:
    await stage.create(AN, request_id="mine")
    assert await reason_of(stage.create(AN, request_id="mine", seats=3)) == "REQUEST_REUSED"


async def test_a_table_starts_at_once_with_its_maker_and_bots(stage: Stage) -> None:
    table = await stage.create(AN, seats=3, take_seat=True, bot_level="hard")
    found = await stage.document(table)
    assert found.phase == Phase.PLAYING
    assert [seat.controller for seat in found.seats] == [Controller.PLAYER, Controller.BOT, Controller.BOT]


async def test_defaults_are_filled_in(stage: Stage) -> None:
    table = await stage.create(AN, visibility=Visibility.VISIBILITY_UNSPECIFIED)
    found = await stage.document(table)
    settings = found.settings
    assert (settings.between_ms, settings.claim_ms, settings.pace_ms) == (8_000, 3_000, 700)
    assert found.visibility == Visibility.VISIBILITY_UNLISTED
    assert stage.kind.options(found) == Options()


async def test_zero_is_a_value_and_not_a_default(stage: Stage) -> None:
    found = await stage.document(await stage.create(AN, between_seconds=0, bot_pace_ms=0))
    assert (found.settings.between_ms, found.settings.pace_ms) == (0, 0)


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": 1},
        {"seats": 5},
        {"seats": 4_000_000_000},
        {"title": "x" * 61},
        {"between_seconds": 121},
        {"claim_seconds": 0},
        {"claim_seconds": 16},
        {"bot_pace_ms": 5_001},
        {"options": Options(cards=9)},
        {"bot_level": "godlike"},
        {"bot_level": "godlike", "take_seat": True},
        {"take_seat": True, "entropy": b"x" * 33},
        {"visibility": 77},
    ],
    ids=str,
)
async def test_what_is_outside_its_range_is_refused_and_makes_nothing(stage: Stage, fields: dict[str, Any]) -> None:
    call = stage.creation(**fields)
    assert await reason_of(stage.send_creation(AN, call)) == "BAD_OPTIONS"
    table = table_id("toy", SECRET, AN, call.request_id)
    assert await stage.memory.load(table) is None
    assert await reason_of(stage.read(table)) == "NO_SUCH_TABLE"
    assert await reason_of(stage.sit(table, "an")) == "NO_SUCH_TABLE"


@pytest.mark.parametrize(
    ("message", "value", "reason"),
    [
        pytest.param("StringValue", b"\x0a\x01x", "BAD_OPTIONS", id="another-game-s"),
        pytest.param("Struct", b"\xff", "MALFORMED", id="unreadable"),
        pytest.param("Struct", b"\x78\x01", "BAD_OPTIONS", id="unknown-field"),
    ],
)
async def test_options_that_are_not_the_game_s_are_refused(
    stage: Stage, message: str, value: bytes, reason: str
) -> None:
    call = stage.creation()
    call.options.CopyFrom(AnyMessage(type_url=f"type.googleapis.com/google.protobuf.{message}", value=value))
    assert await reason_of(stage.send_creation(AN, call)) == reason


async def test_a_service_takes_no_seat_when_it_creates(stage: Stage) -> None:
    assert await reason_of(stage.create(SERVICE, take_seat=True)) == "FORBIDDEN"


async def test_a_private_table_has_no_code_and_others_have_one(stage: Stage) -> None:
    for visibility, letters in ((Visibility.VISIBILITY_PRIVATE, 0), (2, 6), (1, 6)):
        assert len((await stage.document(await stage.create(AN, visibility=visibility))).code) == letters


def test_a_code_has_six_letters_that_nobody_mistakes() -> None:
    numbers = iter(range(1_000_000))
    codes = [join_code(lambda size: (next(numbers) % 256).to_bytes(size, "big")) for _ in range(500)]
    letters = "".join(codes)
    assert {len(code) for code in codes} == {6}
    assert set(letters) == set("ABCDEFGHJKLMNPQRSTUVWXYZ")
    assert max(map(letters.count, letters)) - min(map(letters.count, letters)) <= 2


@pytest.mark.parametrize(
    "table",
    ["", "toy", "toy-1-x", "toy-01-", "tan-01-abc", "toy-01-a b", "toy-01-{x}", "toy-xx-abc", "toy-01-" + "a" * 65],
)
async def test_what_is_no_id_is_no_table_and_never_a_key(stage: Stage, table: str) -> None:
    assert not is_table_id("toy", table)
    assert await reason_of(stage.read(table)) == "NO_SUCH_TABLE"
    assert stage.home.count() == 0


async def test_ids_are_ids(stage: Stage) -> None:
    assert is_table_id("toy", await stage.create(AN))
