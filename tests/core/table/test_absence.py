from __future__ import annotations

import pytest

from chieu.table.v1.table_service_pb2 import LeaveSeatRequest, ResumeSeatRequest, SetReadyRequest
from services.core.refusal import By
from tests.core.opening import at
from tests.core.stage import Stage, player
from tests.core.toy import Do, Move, Options, Phase, State, altered

P0, P1 = player("p0"), player("p1")


def long_deal() -> State:
    """Two seats, four turns each, nobody can ever claim."""
    return State(Options(cards=4), [[0, 2, 4, 6], [1, 3, 5, 7]], [0, 0])


async def away(stage: Stage, table: str) -> list[bool]:
    return [seat.away for seat in (await stage.document(table)).seats]


async def test_a_turn_that_is_missed_is_one_miss_however_many_prompts_it_has(stage: Stage) -> None:
    table = await at(stage, long_deal())
    await stage.read(table)
    await stage.wait(10)
    assert [seat.misses for seat in (await stage.document(table)).seats] == [1, 0]
    assert await away(stage, table) == [False, False]


async def test_after_the_games_number_of_misses_in_a_row_the_policy_plays(stage: Stage) -> None:
    table = await at(stage, long_deal())
    screen = await stage.screen(table, "p1")
    await stage.wait(14.5 + 14.5 + 9.9)
    assert await away(stage, table) == [False, False]
    await stage.wait(0.1)
    assert await away(stage, table) == [True, False]
    told = [event.away_changed for event in screen.events() if hasattr(event, "away_changed")]
    assert [(one.seat, one.away, one.reason) for one in told if one.reason] == [(0, True, "MISSED_DEADLINES")]


async def test_the_policy_answers_for_who_is_away_at_the_bots_pace(stage: Stage) -> None:
    table = await at(stage, long_deal())
    await stage.act(P0, LeaveSeatRequest(table=table))
    await stage.wait(0.6)
    assert (await stage.state(table)).phase == Phase.PICK
    await stage.wait(0.1)
    assert (await stage.state(table)).picked == 6  # the policy's choice; the clock's would be 0
    await stage.wait(0.7)
    assert [one.by for one in (await stage.document(table)).seats[0].closed] == [By.ANSWERED_BY_ABSENT] * 2


async def test_an_answer_in_time_makes_misses_begin_anew(stage: Stage) -> None:
    table = await at(stage, long_deal())
    await stage.read(table)
    await stage.wait(10)
    await stage.wait(4.5 + 10 + 4.5)
    await stage.answer(table, 0, Move(Do.PICK, 4))
    assert (await stage.document(table)).seats[0].misses == 0
    await stage.wait(10)
    assert await away(stage, table) == [False, False]


async def test_any_accepted_answer_hands_the_seat_back(stage: Stage) -> None:
    table = await at(stage, long_deal())
    await stage.act(P0, LeaveSeatRequest(table=table))
    screen = await stage.screen(table, "p1")
    await stage.answer(table, 0, Move(Do.PICK, 4))
    await stage.settle()
    assert await away(stage, table) == [False, False]
    (event,) = screen.events()
    assert (event.away_changed.seat, event.away_changed.away, event.away_changed.reason) == (0, False, "RETURNED")


@pytest.mark.parametrize("call", [ResumeSeatRequest, SetReadyRequest])
async def test_resume_and_ready_hand_the_seat_back(stage: Stage, call: type) -> None:
    state = State(Options(), [[], []], [0, 0], phase=Phase.SHOW, laid=0) if call is SetReadyRequest else long_deal()
    table = await at(stage, state)
    await stage.act(P0, LeaveSeatRequest(table=table))
    if call is SetReadyRequest:
        await stage.wait(1.5)
    assert await away(stage, table) == [True, False]
    await stage.act(P0, call(table=table))
    assert await away(stage, table) == [False, False]


async def test_a_refused_answer_hands_nothing_back(stage: Stage) -> None:
    table = await at(stage, long_deal())
    await stage.act(P0, LeaveSeatRequest(table=table))
    with pytest.raises(Exception, match="ILLEGAL_MOVE"):
        await stage.answer(table, 0, Move(Do.PICK, 1))
    assert await away(stage, table) == [True, False]


async def test_a_seat_that_is_left_goes_on_scoring(stage: Stage) -> None:
    table = await at(stage, long_deal())
    await stage.act(P0, LeaveSeatRequest(table=table))
    await stage.act(P1, LeaveSeatRequest(table=table))
    await stage.wait(200)
    found = await stage.document(table)
    assert found.phase == 4
    assert found.ranking
    assert [seat.subject for seat in found.seats] == ["p0", "p1"]


async def test_a_policy_that_fails_or_cheats_is_replaced_by_the_default_move() -> None:
    for policy in (lambda *_: 1 // 0, lambda *_: Move(Do.PICK, 99)):
        broken = Stage(altered(policy=policy))
        table = await at(broken, long_deal(), humans=1)
        await broken.act(P0, LeaveSeatRequest(table=table))
        await broken.wait(0.7)
        assert (await broken.state(table)).picked == 0
        assert broken.metrics.registry.get_sample_value("chieu_faults_total", {"game": "toy"}) == 1
