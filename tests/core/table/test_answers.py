from __future__ import annotations

import pytest
from google.protobuf.wrappers_pb2 import StringValue
from hypothesis import given
from hypothesis import strategies as st

from chieu.table.v1.table_service_pb2 import CloseTableRequest
from services.core.refusal import By, Reason, Refused
from services.tan.codec import CODEC as TAN_CODEC
from services.tan.game import TAN
from tests.core.leaping import LeapingLoop
from tests.core.opening import at
from tests.core.refusals import refused
from tests.core.stage import SERVICE, Stage, player
from tests.core.toy import Do, Move, Options, Phase, State

P0, P1 = player("p0"), player("p1")


def turn_of(*hands: list[int], **fields: int) -> State:
    return State(Options(), list(hands), [0] * len(hands), **fields)  # type: ignore[arg-type]


async def asked(stage: Stage, table: str, seat: int = 0) -> bytes:
    prompt = (await stage.document(table)).seats[seat].prompt
    assert prompt is not None
    return prompt.prompt_id


async def test_the_same_answer_again_gets_the_same_reply_and_counts_once(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = await asked(stage, table)
    reply = await stage.send(P0, table, prompt, Move(Do.PICK, 2))
    before = await stage.stored(table)
    assert [await stage.send(P0, table, prompt, Move(Do.PICK, 2)) for _ in range(3)] == [reply] * 3
    assert await stage.stored(table) == before


async def test_two_answers_that_are_sent_at_once_count_once(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = await asked(stage, table)
    both = [stage.send(P0, table, prompt, Move(Do.PICK, 2)) for _ in range(2)]
    assert await both[0] == await both[1]
    assert (await stage.stored(table)).version == 2


async def test_the_reply_is_the_count_of_the_update_that_shows_the_move(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    screen = await stage.screen(table, "p0")
    reply = await stage.answer(table, 0, Move(Do.PICK, 2))
    await stage.settle()
    assert [update.seq for update in screen.updates if screen.events_of(update)] == [reply]


async def test_four_closed_prompts_are_remembered_and_a_fifth_is_not(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2, 4], [1, 3, 5]))
    sent = []
    for card in (0, 2, 4):
        for move in (Move(Do.PICK, card), Move(Do.LAY, card)):
            prompt = await asked(stage, table)
            sent.append((prompt, move, await stage.send(P0, table, prompt, move)))
        if card == 4:
            break
        await stage.wait(4.5)
        await stage.answer(table, 1, Move(Do.PICK, card + 1))
        await stage.answer(table, 1, Move(Do.LAY, card + 1))
        await stage.wait(4.5)
    for prompt, move, reply in sent[-4:]:
        assert await stage.send(P0, table, prompt, move) == reply
    for prompt, move, _ in sent[:-4]:
        reason, refusal = await refused(stage, table, stage.send(P0, table, prompt, move))
        assert (reason, refusal.answered_by) == ("STALE_PROMPT", By.ANSWERED_BY_UNSPECIFIED)


async def test_an_answer_is_remembered_when_the_deal_and_the_match_are_over(stage: Stage) -> None:
    table = await at(stage, turn_of([0], [], phase=Phase.LAY, picked=0))
    prompt = await asked(stage, table)
    reply = await stage.send(P0, table, prompt, Move(Do.LAY, 0))
    await stage.wait(4.5)
    assert (await stage.document(table)).phase == 3
    assert await stage.send(P0, table, prompt, Move(Do.LAY, 0)) == reply
    await stage.act(P0, CloseTableRequest(table=table))
    assert await stage.send(P0, table, prompt, Move(Do.LAY, 0)) == reply


async def test_another_answer_to_an_answered_prompt_is_told_who_answered(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = await asked(stage, table)
    await stage.send(P0, table, prompt, Move(Do.PICK, 2))
    reason, refusal = await refused(stage, table, stage.send(P0, table, prompt, Move(Do.PICK, 0)))
    assert (reason, refusal.answered_by) == ("STALE_PROMPT", By.ANSWERED_BY_PLAYER)


async def test_the_very_move_that_the_clock_has_played_is_stale_too(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = await asked(stage, table)
    await stage.read(table)
    await stage.wait(10)
    reason, refusal = await refused(stage, table, stage.send(P0, table, prompt, Move(Do.PICK, 0)))
    assert (reason, refusal.answered_by) == ("STALE_PROMPT", By.ANSWERED_BY_CLOCK)


async def test_a_prompt_is_its_seats_alone(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    reason, refusal = await refused(stage, table, stage.send(P1, table, await asked(stage, table), Move(Do.PICK, 1)))
    assert (reason, refusal.rule, refusal.answered_by) == ("STALE_PROMPT", "NOT_ASKED", By.ANSWERED_BY_UNSPECIFIED)


@pytest.mark.parametrize("prompt", [b"", b"x", bytes(16), b"\xff" * 16, bytes(1000)])
async def test_a_prompt_that_never_was_is_stale(stage: Stage, prompt: bytes) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    reason, _ = await refused(stage, table, stage.send(P0, table, prompt, Move(Do.PICK, 0)))
    assert reason == "STALE_PROMPT"


@pytest.mark.parametrize("move", [b"", b"\xff", b"no message", StringValue(value="pick").SerializeToString()])
async def test_what_is_no_move_is_malformed(stage: Stage, move: bytes) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    reason, _ = await refused(stage, table, stage.send(P0, table, await asked(stage, table), move))
    assert reason == "MALFORMED"


async def test_whoever_says_nothing_readable_too_late_hears_that_it_is_late(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = await asked(stage, table)
    await stage.send(P0, table, prompt, Move(Do.PICK, 2))
    reason, _ = await refused(stage, table, stage.send(P0, table, prompt, b"\xff"))
    assert reason == "STALE_PROMPT"
    reason, _ = await refused(stage, table, stage.send(P1, table, await asked(stage, table), b"\xff"))
    assert reason == "MALFORMED"


async def test_a_move_against_the_rules_tells_their_code_and_leaves_the_prompt_open(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = await asked(stage, table)
    reason, refusal = await refused(stage, table, stage.send(P0, table, prompt, Move(Do.PICK, 7)))
    assert (reason, refusal.rule) == ("ILLEGAL_MOVE", "NOT_YOURS")
    assert await stage.send(P0, table, prompt, Move(Do.PICK, 2))


async def test_a_refused_answer_is_not_remembered(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = await asked(stage, table)
    for _ in range(2):
        reason, _ = await refused(stage, table, stage.send(P0, table, prompt, Move(Do.LAY, 2)))
        assert reason == "ILLEGAL_MOVE"
    assert not (await stage.document(table)).seats[0].closed


async def test_who_holds_no_seat_cannot_answer(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    prompt = await asked(stage, table)
    for caller in (player("nobody"), SERVICE):
        reason, _ = await refused(stage, table, stage.send(caller, table, prompt, Move(Do.PICK, 0)))
        assert reason == "NOT_SEATED"


async def test_a_namesake_in_another_tenant_sees_no_table(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    thief = player("p0", tenant="other")
    reason, refusal = await refused(stage, table, stage.send(thief, table, await asked(stage, table), Move(Do.PICK, 0)))
    assert (reason, refusal.seq) == ("NO_SUCH_TABLE", 0)


async def test_a_token_for_another_table_answers_nothing_here(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    narrow = player("p0", table="toy-01-another")
    reason, _ = await refused(stage, table, stage.send(narrow, table, await asked(stage, table), Move(Do.PICK, 0)))
    assert reason == "NO_SUCH_TABLE"


async def test_only_services_answer_for_bots_and_only_for_bots(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]), humans=1)
    prompt = await asked(stage, table)
    reason, _ = await refused(stage, table, stage.send(P0, table, prompt, Move(Do.PICK, 0), bot_seat=1))
    assert reason == "FORBIDDEN"
    for seat in (0, 2, 99):
        reason, _ = await refused(stage, table, stage.send(SERVICE, table, prompt, Move(Do.PICK, 0), bot_seat=seat))
        assert reason == "NOT_SEATED"


async def test_a_bots_answer_that_comes_twice_counts_once(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]), humans=0)
    prompt = await asked(stage, table)
    for _ in range(2):
        assert await stage.send(SERVICE, table, prompt, Move(Do.PICK, 0), bot_seat=0) == 0
    assert (await stage.stored(table)).version == 2


async def test_a_refusal_tells_the_count_of_its_audience(stage: Stage) -> None:
    table = await at(stage, turn_of([0, 2], [1, 3]))
    screen = await stage.screen(table, "p0")
    await stage.answer(table, 0, Move(Do.PICK, 0))
    _, refusal = await refused(stage, table, stage.send(P0, table, b"stale", Move(Do.PICK, 0)))
    assert refusal.seq == screen.last.seq
    assert refusal.message().seq == screen.last.seq


def test_no_bytes_whatever_upset_a_table() -> None:
    """Garbage as a prompt and as a move: an answer is taken or refused, and nothing is a fault."""
    loop = LeapingLoop()

    async def set_out() -> tuple[Stage, str]:
        stage = Stage(TAN, TAN_CODEC)
        return stage, await stage.start("an", "binh")

    reasons: set[str] = set()
    stage, table = loop.run_until_complete(set_out())

    async def send(prompt_id: bytes | None, move: bytes) -> None:
        seat = next(k for k, seat in enumerate((await stage.document(table)).seats) if seat.prompt is not None)
        caller = player(("an", "binh")[seat])
        try:
            await stage.send(caller, table, prompt_id or await asked(stage, table, seat), move)
        except Refused as refusal:
            reasons.add(Reason.Name(refusal.reason))

    @given(prompt_id=st.none() | st.binary(max_size=20), move=st.binary(max_size=60))
    def upset(prompt_id: bytes | None, move: bytes) -> None:
        loop.run_until_complete(send(prompt_id, move))

    try:
        upset()
    finally:
        loop.close()
    assert reasons <= {"REASON_STALE_PROMPT", "REASON_ILLEGAL_MOVE", "REASON_MALFORMED"}
