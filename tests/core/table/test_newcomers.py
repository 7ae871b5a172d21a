"""Who sits down between two deals, at a game that takes newcomers: Tonk (TONK-9)."""

from __future__ import annotations

from typing import Any

import pytest

from chieu.table.v1 import table_service_pb2 as service
from services.core.game import SPECTATORS
from services.core.record import assemble
from services.core.table.document import Phase
from services.core.verify import verify
from services.tonk.codec import CODEC
from services.tonk.game import TONK
from services.tonk.rules import Options
from tests.core.refusals import refused
from tests.core.stage import Stage, player
from tests.core.toy import TOY


def sit(table: str, seat: int | None = None) -> service.TakeSeatRequest:
    return service.TakeSeatRequest(table=table, seat=seat)


async def between(stage: Stage, **options: Any) -> str:
    """A table of two after its first hand."""
    table = await stage.start("an", "binh", options=Options(match_hands=3, **options), between_seconds=20)
    await play_deal(stage, table)
    return table


async def play_deal(stage: Stage, table: str) -> None:
    """Play the running deal to its end, everybody by the policy."""
    while (document := await stage.document(table)).phase == Phase.PLAYING:
        state = await stage.state(table)
        seat = next(number for number, one in enumerate(document.seats) if one.prompt is not None)
        choices = TONK.prompts(state)[seat].choices
        await stage.answer(table, seat, TONK.policy(TONK.bot_view(state, seat), seat, choices))


@pytest.fixture
async def stage() -> Stage:
    """Tables of Tonk at one home."""
    return Stage(TONK, CODEC)


async def test_a_newcomer_gets_the_next_seat_and_cards_with_the_next_deal(stage: Stage) -> None:
    table = await between(stage)
    document = await stage.act(player("cuc"), sit(table))
    assert document.seat_of("cuc") == 2
    screen = await stage.screen(table, "cuc")
    assert screen.view.audience == SPECTATORS
    assert (len(screen.last.state.seats), len(screen.last.state.scores), screen.last.state.settings.seats) == (3, 3, 3)
    await stage.wait(21)
    assert len(screen.view.hand) == 5
    assert len((await stage.state(table)).hands) == 3
    while not (await stage.document(table)).is_over:
        await play_deal(stage, table)
        await stage.wait(21)
    ended = await stage.document(table)
    assert sorted(ended.ranking) == [0, 1, 2]
    records = [assemble(await stage.memory.record(table, deal)) for deal in await stage.memory.records(table)]
    assert [record.seats for record in records] == [2, *[3] * (ended.deal - 1)]
    assert [finding for record in records for finding in verify(record, TONK, CODEC)] == []
    assert {sum(record.scores) for record in records[1:]} == {3 * Options().starting_bankroll}


async def test_a_table_says_as_long_as_it_takes_newcomers(stage: Stage) -> None:
    table = await stage.start("an", "binh", options=Options(match_hands=3), between_seconds=20)
    screen = await stage.screen(table, "nobody")
    assert screen.last.state.takes_newcomers
    await play_deal(stage, table)
    assert screen.last.state.takes_newcomers
    await stage.act(player("cuc"), sit(table))
    assert not screen.last.state.takes_newcomers


async def test_sitting_down_twice_is_one_seat(stage: Stage) -> None:
    table = await between(stage, max_seats=4)
    for wanted in (None, 2, None):
        document = await stage.act(player("cuc"), sit(table, wanted))
        assert (document.seat_of("cuc"), len(document.seats)) == (2, 3)


async def test_while_cards_are_played_nobody_sits_down(stage: Stage) -> None:
    table = await stage.start("an", "binh", options=Options(match_hands=3))
    reason, _ = await refused(stage, table, stage.act(player("cuc"), sit(table)))
    assert reason == "WRONG_PHASE"


@pytest.mark.parametrize(
    ("options", "seat", "reason"),
    [
        ({"late_join": False}, None, "TABLE_FULL"),
        ({"max_seats": 2}, None, "TABLE_FULL"),
        ({}, 1, "SEAT_TAKEN"),
        ({}, 3, "SEAT_TAKEN"),
    ],
)
async def test_who_may_not_sit_down_is_told_why(
    stage: Stage, options: dict[str, Any], seat: int | None, reason: str
) -> None:
    table = await between(stage, **options)
    found, _ = await refused(stage, table, stage.act(player("cuc"), sit(table, seat)))
    assert found == reason


async def test_a_game_that_keeps_its_seats_takes_no_newcomer() -> None:
    stage = Stage(TOY)
    table = await stage.start("an", "binh", between_seconds=20)
    screen = await stage.screen(table, "nobody")
    assert not screen.last.state.takes_newcomers
