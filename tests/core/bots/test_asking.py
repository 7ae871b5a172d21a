from __future__ import annotations

from chieu.table.v1.table_service_pb2 import TakeSeatRequest
from services.core.bots import job
from services.core.refusal import By
from services.core.store.keys import shard_of
from services.core.table.clock import asks
from tests.core.opening import at
from tests.core.stage import SERVICE, Stage, player
from tests.core.toy import CODEC, Do, Move, Options, State


def bots_turn() -> State:
    """Seat 1, a bot, begins."""
    return State(Options(), [[0, 2], [1, 3]], [0, 0], turn=1)


async def test_a_bot_is_asked_after_the_pace_once_and_once_again_and_then_the_policy_answers(stage: Stage) -> None:
    table = await at(stage, bots_turn(), humans=1)
    await stage.read(table)
    begun = stage.now_ms()
    asked: list[int] = []
    while not (await stage.document(table)).seats[1].closed:
        before = len(stage.asked)
        await stage.wait(0.01)
        asked += [stage.now_ms() - begun] * (len(stage.asked) - before)
    assert [round(moment, -1) for moment in asked] == [700, 3_200]
    assert round(stage.now_ms() - begun, -1) == 5_700
    assert (await stage.document(table)).seats[1].closed[0].by == By.ANSWERED_BY_BOT
    assert stage.metrics.registry.get_sample_value("chieu_bot_policy_moves_total", {"game": "toy"}) == 1


async def test_a_bot_that_answers_is_not_asked_again(stage: Stage) -> None:
    table = await at(stage, bots_turn(), humans=1)
    await stage.read(table)
    await stage.wait(0.75)
    await stage.answer(table, 1, Move(Do.PICK, 3))
    await stage.wait(0.8)
    questions = [ask.prompt.prompt_id for _, ask in stage.asked]
    assert len(questions) == len(set(questions)) == 2


async def test_among_bots_there_is_no_pace(stage: Stage) -> None:
    table = await at(stage, bots_turn(), humans=0)
    await stage.read(table)
    await stage.settle()
    assert [ask.seat for _, ask in stage.asked] == [1]


async def test_no_answer_costs_more_than_the_turn(stage: Stage) -> None:
    """With short turns a bot is asked again earlier, and the policy answers before the deadline."""
    state = bots_turn()
    state.options = Options(turn_seconds=4)
    table = await at(stage, state, humans=1)
    await stage.read(table)
    await stage.wait(3.9)
    assert (await stage.document(table)).seats[1].closed


async def test_a_second_question_is_put_off_in_the_store_too(stage: Stage) -> None:
    """So that no sweeper comes before the policy's time."""
    table = await at(stage, bots_turn(), humans=1)
    await stage.read(table)
    await stage.wait(3.5)
    (ask,) = asks(await stage.document(table), stage.kind.timing)
    assert await stage.memory.next_due(shard_of(table)) == ask.give_up_ms


async def test_a_job_is_the_question_with_the_seats_view_and_nothing_of_the_state(stage: Stage) -> None:
    table = await at(stage, bots_turn(), humans=1)
    draft = await stage.read(table)
    (ask,) = asks(draft.document, stage.kind.timing)
    made = job(stage.kind, draft.document, draft.state, ask, "here:1", stage.now_ms())
    assert (made.game, made.table, made.level, made.reply_to) == ("toy", table, "normal", "here:1")
    assert (made.prompt.prompt_id, made.prompt.seat) == (ask.prompt.prompt_id, 1)
    assert made.expires_ms == made.prompt.deadline_ms == ask.give_up_ms
    view = CODEC.view_message()
    assert made.view.Unpack(view)
    assert CODEC.decode_view(view) == stage.kind.game.view(draft.state, 1)
    assert draft.document.seed not in made.SerializeToString()


async def test_a_table_goes_on_without_broker_and_worker_to_its_end(stage: Stage) -> None:
    table = await stage.create(SERVICE, seats=2, options=Options(cards=1, deals=1))
    await stage.act(player("an"), TakeSeatRequest(table=table))
    await stage.sit(table, "binh")
    await stage.wait(120)
    assert (await stage.document(table)).end_reason == "deals_played"
