from __future__ import annotations

import pytest

from chieu.table.v1.table_service_pb2 import LeaveSeatRequest, ResumeSeatRequest
from services.core.refusal import By, Reason, Refused
from tests.core.opening import at
from tests.core.stage import Screen, Stage, player
from tests.core.toy import Do, Move, Options, Phase, State

CLAIM = Move(Do.CLAIM)
PASS = Move(Do.PASS)


def window(*hands: list[int]) -> State:
    """Seat 0 is about to lay the card 0: whoever holds an even card may claim it."""
    return State(Options(), [[0, 2], *hands], [0] * (1 + len(hands)), phase=Phase.LAY, picked=0)


EVEN, ODD = [4, 6], [1, 3]


async def laid(stage: Stage, state: State, *, humans: int | None = None) -> str:
    table = await at(stage, state, humans=humans)
    await stage.answer(table, 0, Move(Do.LAY, 0))
    await stage.settle()
    return table


async def screens(stage: Stage, table: str, seats: int) -> list[Screen]:
    return [*[await stage.screen(table, f"p{seat}") for seat in range(seats)], await stage.screen(table, "nobody")]


async def phase(stage: Stage, table: str) -> int:
    return int((await stage.state(table)).phase)


async def test_all_who_may_claim_are_asked_at_once_and_until_the_windows_end(stage: Stage) -> None:
    table = await laid(stage, window(EVEN, [8, 10], ODD))
    found = await stage.document(table)
    asked = [seat.prompt for seat in found.seats]
    assert [prompt is not None for prompt in asked] == [False, True, True, False]
    assert {prompt.deadline_ms for prompt in asked if prompt is not None} == {stage.now_ms() + 3_000}
    assert found.settles_ms == stage.now_ms() + 3_000


@pytest.mark.parametrize("answers", [{}, {1: CLAIM}, {1: PASS, 2: PASS}, {2: CLAIM, 1: CLAIM}])
async def test_with_several_players_a_window_settles_at_its_end_whoever_answered(
    stage: Stage, answers: dict[int, Move]
) -> None:
    table = await laid(stage, window(EVEN, [8, 10]))
    for seat, move in answers.items():
        await stage.answer(table, seat, move)
    await stage.wait(2.9)
    assert await phase(stage, table) == Phase.WINDOW
    await stage.wait(0.1)
    assert await phase(stage, table) == Phase.SHOW


async def test_with_several_players_a_window_stays_open_as_long_when_nobody_may_claim(stage: Stage) -> None:
    table = await laid(stage, window(ODD, [5, 7]))
    await stage.wait(2.9)
    assert await phase(stage, table) == Phase.WINDOW
    await stage.wait(0.1)
    assert await phase(stage, table) == Phase.SHOW


async def test_a_window_settles_by_rank_and_not_by_arrival(stage: Stage) -> None:
    table = await laid(stage, window(EVEN, [8, 10]))
    await stage.answer(table, 2, CLAIM)
    await stage.answer(table, 1, CLAIM)
    await stage.wait(3)
    assert (await stage.state(table)).winner == 1


async def test_what_was_not_answered_is_settled_by_the_rules_and_is_no_miss(stage: Stage) -> None:
    table = await laid(stage, window(EVEN, [8, 10]))
    await stage.answer(table, 2, CLAIM)
    await stage.wait(3)
    assert (await stage.state(table)).winner == 2
    late = (await stage.document(table)).seats[1]
    assert (late.misses, late.away, late.prompt) == (0, False, None)


async def test_an_answer_in_a_window_is_shown_to_its_own_seat_alone(stage: Stage) -> None:
    table = await laid(stage, window(EVEN, [8, 10], ODD))
    shown = await screens(stage, table, 4)
    before = [len(screen.updates) for screen in shown]
    counts = [(await stage.document(table)).seats[seat].audience for seat in (0, 2, 3)]
    await stage.answer(table, 1, CLAIM)
    await stage.settle()
    assert [len(screen.updates) - seen for screen, seen in zip(shown, before, strict=True)] == [0, 1, 0, 0, 0]
    assert [(await stage.document(table)).seats[seat].audience for seat in (0, 2, 3)] == counts
    assert shown[1].view.claimed is True
    assert not shown[1].last.HasField("prompt")
    assert [event.name for event in shown[1].events()] == ["claim"]


async def test_the_end_of_a_window_is_one_update_for_everybody(stage: Stage) -> None:
    table = await laid(stage, window(EVEN, [8, 10], ODD))
    shown = await screens(stage, table, 4)
    before = [len(screen.updates) for screen in shown]
    await stage.wait(3)
    assert [len(screen.updates) - seen for screen, seen in zip(shown, before, strict=True)] == [1] * 5


async def test_an_answer_leaves_the_prompts_of_others_as_they_were(stage: Stage) -> None:
    table = await laid(stage, window(EVEN, [8, 10]))
    before = (await stage.document(table)).seats[2].prompt
    await stage.wait(1)
    await stage.answer(table, 1, PASS)
    assert (await stage.document(table)).seats[2].prompt == before


async def test_an_answer_after_the_window_is_stale(stage: Stage) -> None:
    table = await laid(stage, window(EVEN, [8, 10]))
    prompt = (await stage.document(table)).seats[1].prompt
    assert prompt is not None
    await stage.wait(3)
    with pytest.raises(Refused) as refused:
        await stage.send(player("p1"), table, prompt.prompt_id, CLAIM)
    assert refused.value.reason == Reason.REASON_STALE_PROMPT
    assert refused.value.answered_by == By.ANSWERED_BY_UNSPECIFIED


async def test_with_one_player_a_window_waits_for_his_answer_and_no_longer(stage: Stage) -> None:
    state = window(EVEN, ODD)
    state.turn, state.hands = 1, [EVEN, [0, 2], ODD]
    table = await at(stage, state, humans=1)
    await stage.answer(table, 1, Move(Do.LAY, 0))
    await stage.wait(6)
    assert await phase(stage, table) == Phase.WINDOW
    await stage.answer(table, 0, CLAIM)
    await stage.settle()
    assert (await stage.state(table)).winner == 0


async def test_with_one_player_a_window_is_never_shorter_than_the_bots_pace(stage: Stage) -> None:
    state = window(ODD, [5, 7])
    state.turn, state.hands = 1, [EVEN, [0, 2], ODD]
    table = await at(stage, state, humans=1)
    await stage.answer(table, 1, Move(Do.LAY, 0))
    await stage.answer(table, 0, PASS)
    await stage.wait(0.6)
    assert await phase(stage, table) == Phase.WINDOW
    await stage.wait(0.1)
    assert await phase(stage, table) == Phase.SHOW


async def test_with_bots_only_a_window_settles_at_once(stage: Stage) -> None:
    table = await laid(stage, window(EVEN, ODD), humans=0)
    await stage.answer(table, 1, CLAIM)
    await stage.settle()
    assert (await stage.state(table)).winner == 1


async def test_with_bots_only_and_nobody_asked_a_window_settles_at_once(stage: Stage) -> None:
    table = await laid(stage, window(ODD, [5, 7]), humans=0)
    await stage.settle()
    assert await phase(stage, table) == Phase.SHOW


async def test_a_worker_that_does_not_answer_costs_a_bot_no_claim(stage: Stage) -> None:
    table = await laid(stage, window(ODD, EVEN, [5, 7]), humans=2)
    assert [ask.seat for _, ask in stage.asked] == []
    await stage.wait(0.7)
    assert [ask.seat for _, ask in stage.asked] == [2]
    await stage.wait(2.3)
    state = await stage.state(table)
    assert (state.phase, state.winner) == (Phase.SHOW, 2)
    assert (await stage.document(table)).seats[2].closed[-1].by == By.ANSWERED_BY_BOT


async def test_even_a_table_that_wakes_late_hears_its_bots_before_it_settles(stage: Stage) -> None:
    table = await laid(stage, window(ODD, EVEN, [5, 7]), humans=2)
    stage.home.stop()
    await stage.wait(60)
    fresh = stage.another("two")
    await stage.read(table, home=fresh)
    await stage.settle()
    assert (await stage.state(table)).winner == 2


async def test_the_absent_policy_claims_for_who_is_away(stage: Stage) -> None:
    table = await laid(stage, window(EVEN, ODD, [5, 7]))
    await stage.act(player("p1"), LeaveSeatRequest(table=table))
    await stage.wait(3)
    assert (await stage.state(table)).winner == 1
    assert (await stage.document(table)).seats[1].closed[-1].by == By.ANSWERED_BY_ABSENT


@pytest.mark.parametrize("answers", [True, False], ids=["answer", "resume"])
async def test_coming_back_in_a_window_is_told_when_it_settles(stage: Stage, answers: bool) -> None:
    """By an answer or by saying so: else a return told at once would say that somebody else's was an answer."""
    table = await laid(stage, window(EVEN, [8, 10], ODD))
    await stage.act(player("p1"), LeaveSeatRequest(table=table))
    other = await stage.screen(table, "p3")
    if answers:
        await stage.answer(table, 1, PASS)
    else:
        await stage.act(player("p1"), ResumeSeatRequest(table=table))
    await stage.settle()
    assert len(other.updates) == 1
    assert (await stage.document(table)).seats[1].away
    await stage.wait(3)
    (told,) = [event.away_changed for event in other.events() if hasattr(event, "away_changed")]
    assert (told.seat, told.away, told.reason) == (1, False, "RETURNED")
    assert not (await stage.document(table)).seats[1].away


async def test_a_fixed_pause_passes_whoever_is_asked_beside_it(stage: Stage) -> None:
    """Also with one player, who would keep a window open."""
    state = window(EVEN, ODD)
    state.phase, state.laid, state.winner, state.turn = Phase.SHOW, 0, 0, 1
    table = await at(stage, state, humans=1)
    assert (await stage.document(table)).seats[0].prompt is not None
    await stage.read(table)
    await stage.wait(1.4)
    assert await phase(stage, table) == Phase.SHOW
    await stage.wait(0.1)
    assert await phase(stage, table) == Phase.PICK
    assert (await stage.state(table)).points == [1, 0, 0]


async def test_a_fixed_pause_that_is_answered_lasts_as_long(stage: Stage) -> None:
    state = window(EVEN)
    state.phase, state.laid, state.winner = Phase.SHOW, 0, 1
    table = await at(stage, state)
    await stage.answer(table, 1, Move(Do.DROP))
    await stage.wait(1.4)
    assert await phase(stage, table) == Phase.SHOW
    await stage.wait(0.1)
    assert (await stage.state(table)).points == [1, 0]
