from __future__ import annotations

from services.core.refusal import By
from services.core.table.timing import Timing
from tests.core.opening import at
from tests.core.stage import Stage, player
from tests.core.toy import Do, Move, Options, Phase, State


def turn_of(*hands: list[int]) -> State:
    """Seat 0 begins."""
    return State(Options(), list(hands), [0] * len(hands))


async def test_prompts_of_one_turn_share_a_deadline(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    first = (await stage.document(table)).seats[0].prompt
    await stage.wait(4)
    await stage.answer(table, 0, Move(Do.PICK, 2))
    second = (await stage.document(table)).seats[0].prompt
    assert first is not None
    assert second is not None
    assert second.prompt_id != first.prompt_id
    assert (second.deadline_ms, second.allowed_ms) == (first.deadline_ms, 10_000)


async def test_the_next_turn_has_its_own_time(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    await stage.answer(table, 0, Move(Do.PICK, 2))
    await stage.answer(table, 0, Move(Do.LAY, 2))
    await stage.wait(4.5)
    prompt = (await stage.document(table)).seats[1].prompt
    assert prompt is not None
    assert prompt.deadline_ms == stage.now_ms() + 10_000


async def test_the_same_turn_keeps_its_deadline_when_the_seat_was_not_asked_for_a_while(stage: Stage) -> None:
    """As when another seat has to say something in the middle of it."""
    table = await at(stage, turn_of([0, 2], [1, 3]))
    draft = await stage.read(table)
    deadline = draft.document.seats[0].prompt
    draft.change_seat(0, prompt=None)
    draft.now_ms += 3_000
    draft._ask()
    again = draft.document.seats[0].prompt
    assert deadline is not None
    assert again is not None
    assert again.prompt_id != deadline.prompt_id
    assert again.deadline_ms == deadline.deadline_ms


async def test_the_clock_plays_default_moves_one_commit_each_until_the_turn_is_over(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    screen = await stage.screen(table, "p1")
    await stage.wait(1)
    version = (await stage.stored(table)).version
    await stage.wait(8.9)
    assert (await stage.stored(table)).version == version
    await stage.wait(0.1)
    assert (await stage.stored(table)).version == version + 2
    assert (await stage.state(table)).laid == 0
    assert [closed.by for closed in (await stage.document(table)).seats[0].closed] == [By.ANSWERED_BY_CLOCK] * 2
    assert [getattr(event, "name", "clock") for event in screen.events()] == ["clock", "clock", "laid"]


async def test_a_private_move_is_no_news_to_others_and_their_count_stands_still(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    own, other, nobody = [await stage.screen(table, name) for name in ("p0", "p1", "nobody")]
    await stage.answer(table, 0, Move(Do.PICK, 2))
    await stage.settle()
    assert [len(screen.updates) for screen in (own, other, nobody)] == [2, 1, 1]
    assert own.view.picked == 2
    await stage.answer(table, 0, Move(Do.LAY, 2))
    await stage.settle()
    assert [screen.seqs[-1] - screen.seqs[0] for screen in (own, other, nobody)] == [2, 1, 1]


async def test_a_prompt_carries_choices_deadline_and_server_time(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    await stage.wait(1)
    screen = await stage.screen(table, "p0")
    prompt = screen.prompt
    message = stage.kind.codec.choices_message()
    assert prompt.choices.Unpack(message)
    assert stage.kind.codec.decode_choices(message).cards == (0, 2)
    assert (len(prompt.prompt_id), prompt.seat, prompt.allowed_ms) == (16, 0, 10_000)
    assert prompt.deadline_ms - screen.last.server_ms == 9_000


async def test_a_time_scale_divides_every_duration() -> None:
    stage = Stage(timing=Timing(scale=10))
    table = await at(stage, turn_of([0, 2], [1, 3]))
    await stage.read(table)
    await stage.wait(1)
    assert (await stage.state(table)).phase == Phase.WINDOW
    await stage.wait(0.3)
    assert (await stage.state(table)).phase == Phase.SHOW
    await stage.wait(0.15)
    assert (await stage.state(table)).phase == Phase.PICK


async def test_a_player_may_answer_until_the_clock_does(stage: Stage) -> None:
    """Timers are hints: a deadline that nobody has acted on takes nothing away."""
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = (await stage.document(table)).seats[0].prompt
    assert prompt is not None
    await stage.wait(60)  # no home has read the table yet
    await stage.send(player("p0"), table, prompt.prompt_id, Move(Do.PICK, 2))
    assert (await stage.document(table)).seats[0].closed[0].by == By.ANSWERED_BY_PLAYER


async def test_a_turn_without_a_limit_waits_as_long_as_somebody_is_there(stage: Stage) -> None:
    table = await at(stage, State(Options(turn_seconds=0), [[0, 2], [1, 3]], [0, 0]))
    await stage.screen(table, "p0")
    prompt = (await stage.document(table)).seats[0].prompt
    assert prompt is not None
    assert (prompt.deadline_ms, prompt.allowed_ms) == (0, 0)
    await stage.wait(3600)
    assert (await stage.document(table)).seats[0].prompt == prompt
