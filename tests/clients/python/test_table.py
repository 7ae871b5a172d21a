from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from chieu.table.v1 import refusal_pb2, table_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import AnswerReply, Update
from chieu_client import Chieu, Patience, Refused, SessionEnded, TableEnded, Unreachable
from chieu_client.games import tan
from tests.clients.gateway_script import ScriptedGateway, ScriptedTable, running, until
from tests.clients.tan_script import choices, mark, prompt_id, update

T = "tan:01.x"
QUICK = Patience(first=0.005, longest=0.02, total=20, reply=20)
OVER = table_pb2.PHASE_FINISHED


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with running(ScriptedGateway()) as scripted:
        scripted.tables[T] = ScriptedTable(T, told=[update(1, asks=choices("7C", "7D"))])
        yield scripted


@pytest.fixture
async def session(gateway: ScriptedGateway) -> AsyncIterator[Chieu]:
    async with Chieu(gateway.address, token="t", patience=QUICK) as made:
        yield made


def prompts_then_end(*last: int) -> list[Update]:
    """Further updates with a prompt each, the final one without."""
    *asking, end = last
    return [*(update(seq, asks=choices("8C")) for seq in asking), update(end, phase=OVER)]


async def seqs(updates: AsyncIterator[Update]) -> list[int]:
    return [update.seq async for update in updates]


async def test_a_table_opens_with_its_snapshot_and_seat(gateway: ScriptedGateway, session: Chieu) -> None:
    async with session.table(T) as table:
        assert (table.latest.seq, table.seat, table.is_over) == (1, 0, False)
    upgrade = gateway.requests[0]
    assert upgrade.path == "/ws"
    assert upgrade.headers["authorization"] == "Bearer t"
    assert upgrade.headers["sec-websocket-protocol"] == "chieu.v1.proto"


async def test_a_match_is_played_prompt_by_prompt(gateway: ScriptedGateway, session: Chieu) -> None:
    gateway.tables[T].to_come = prompts_then_end(2, 3, 4)
    played = []
    async with session.table(T) as table:
        async for prompt in table.prompts():
            accepted = await table.answer(prompt, tan.attack(tan.names(tan.choices(prompt).attack.fitting)[0]))
            played.append((prompt.id, accepted.seq))
        assert table.is_over
    assert played == [(prompt_id(1), 2), (prompt_id(2), 3), (prompt_id(3), 4)]


@pytest.mark.parametrize("knob", ["copies", "fragment", "trickle"])
async def test_a_match_survives_frames_that_are(gateway: ScriptedGateway, session: Chieu, knob: str) -> None:
    setattr(gateway, knob, 2)
    gateway.tables[T].to_come = prompts_then_end(2, 3, 4)
    async with session.table(T) as table:
        reading = asyncio.create_task(seqs(table.updates()))
        async for prompt in table.prompts():
            await table.answer(prompt, tan.attack("7C"))
        assert await reading == [1, 2, 3, 4]
    assert len(gateway.tables[T].counted) == 3


async def test_a_cut_connection_resumes_where_it_was(gateway: ScriptedGateway, session: Chieu) -> None:
    async with session.table(T) as table:
        reading = asyncio.create_task(seqs(table.updates()))
        gateway.tell(T, update(2))
        await until(lambda: table.latest.seq == 2)
        gateway.peers[0].cut()
        gateway.tables[T].told += [update(3), update(4)]
        await until(lambda: table.latest.seq == 4)
        gateway.tell(T, update(5, phase=OVER))
        assert await reading == [1, 2, 3, 4, 5]
    assert gateway.opens() == [(0, b""), (2, mark(2))]


async def test_an_answer_whose_reply_was_cut_off_counts_once(gateway: ScriptedGateway, session: Chieu) -> None:
    gateway.tables[T].to_come = prompts_then_end(2, 3)
    gateway.before_reply = lambda peer: peer.cut() if len(gateway.peers) == 1 else None
    async with session.table(T) as table:
        async for prompt in table.prompts():
            await table.answer(prompt, tan.attack("7C"))
    assert len(gateway.tables[T].counted) == 2
    assert len(gateway.answers()) > 2


async def test_an_answer_given_while_the_connection_is_down_is_sent_later(
    gateway: ScriptedGateway, session: Chieu
) -> None:
    async with session.table(T) as table:
        prompt = table.prompt
        assert prompt
        gateway.status = 503
        gateway.peers[0].cut()
        await until(lambda: len(gateway.requests) > 2)
        answering = asyncio.create_task(table.answer(prompt, tan.attack("7C")))
        await until(lambda: len(gateway.requests) > 4)
        assert not answering.done()
        gateway.status = 101
        await answering
    assert len(gateway.tables[T].counted) == 1


async def test_a_silent_answer_is_said_again(gateway: ScriptedGateway) -> None:
    patience = Patience(first=0.005, longest=0.02, total=5, reply=0.05)
    gateway.swallow = lambda frame: frame.HasField("reply") and len(gateway.answers()) < 3
    async with Chieu(gateway.address, token="t", patience=patience) as session, session.table(T) as table:
        assert table.prompt
        await table.answer(table.prompt, tan.attack("7C"))
    assert len(gateway.answers()) == 3
    assert len(gateway.tables[T].counted) == 1


async def test_a_busy_table_is_asked_again_and_an_illegal_move_is_not(gateway: ScriptedGateway, session: Chieu) -> None:
    busy = Refusal(reason=refusal_pb2.REASON_TABLE_BUSY, advice=refusal_pb2.ADVICE_RETRY)
    illegal = Refusal(
        reason=refusal_pb2.REASON_ILLEGAL_MOVE,
        advice=refusal_pb2.ADVICE_CHANGE,
        rule="RANKS_DIFFER",
        detail="expected one rank, got 2",
    )
    gateway.tables[T].replies = [AnswerReply(refusal=busy), AnswerReply(refusal=busy), AnswerReply(refusal=illegal)]
    async with session.table(T) as table:
        assert table.prompt
        with pytest.raises(Refused, match="ILLEGAL_MOVE: RANKS_DIFFER: expected one rank, got 2") as caught:
            await table.answer(table.prompt, tan.attack("7C", "8C"))
        assert (caught.value.reason, caught.value.advice, caught.value.rule) == (
            "ILLEGAL_MOVE",
            "CHANGE",
            "RANKS_DIFFER",
        )
        assert len(gateway.answers()) == 3
        await table.answer(table.prompt, tan.attack("7C"))


async def test_a_gap_is_repaired_by_opening_again(gateway: ScriptedGateway, session: Chieu) -> None:
    gateway.swallow = lambda frame: frame.update.seq == 2 and len(gateway.opens()) == 1
    async with session.table(T) as table:
        reading = asyncio.create_task(seqs(table.updates()))
        await until(lambda: table.latest.seq == 1)
        gateway.tell(T, update(2))
        gateway.tell(T, update(3))
        await until(lambda: table.latest.seq == 3)
        gateway.tell(T, update(4, phase=OVER))
        assert await reading == [1, 2, 3, 4]
    assert gateway.opens() == [(0, b""), (1, mark(1))]
    assert len(gateway.peers) == 1


async def test_a_gap_that_steps_do_not_close_is_repaired_by_a_snapshot(
    gateway: ScriptedGateway, session: Chieu
) -> None:
    gateway.swallow = lambda frame: frame.update.seq == 2
    async with session.table(T) as table:
        gateway.tell(T, update(2))
        gateway.tell(T, update(3))
        await until(lambda: table.latest.seq == 3)
        assert table.latest.snapshot
    assert gateway.opens() == [(0, b""), (1, mark(1)), (0, b"")]


async def test_a_rewound_history_replaces_what_was_seen_and_asks_again(
    gateway: ScriptedGateway, session: Chieu
) -> None:
    gateway.tables[T].to_come = [update(2)]
    async with session.table(T) as table:
        prompts = table.prompts()
        first = await anext(prompts)
        await table.answer(first, tan.attack("7C"))
        await until(lambda: table.latest.seq == 2)
        gateway.tables[T].told = [update(1, asks=choices("7C", "7D"), history="b")]
        gateway.peers[0].cut()
        again = await anext(prompts)
        assert (again.id, table.latest.seq, table.latest.rewound) == (first.id, 1, True)


async def test_a_prompt_that_closed_while_nobody_looked_is_left_out(gateway: ScriptedGateway, session: Chieu) -> None:
    async with session.table(T) as table:
        prompts = table.prompts()
        assert (await anext(prompts)).id == prompt_id(1)
        gateway.tell(T, update(2, asks=choices("8C")))
        gateway.tell(T, update(3, asks=choices("9C")))
        await until(lambda: table.latest.seq == 3)
        assert (await anext(prompts)).id == prompt_id(3)


async def test_superseded_ends_that_table_only(gateway: ScriptedGateway, session: Chieu) -> None:
    other = "tan:01.y"
    gateway.tables[other] = ScriptedTable(other, told=[update(1, table=other)])
    async with session.table(T) as table, session.table(other) as second:
        gateway.close_table(T, Refusal(reason=refusal_pb2.REASON_SUPERSEDED, advice=refusal_pb2.ADVICE_CHANGE))
        with pytest.raises(TableEnded) as caught:
            await seqs(table.updates())
        assert caught.value.is_superseded
        assert table.prompt
        with pytest.raises(TableEnded):
            await table.answer(table.prompt, tan.attack("7C"))
        gateway.tell(other, update(2, table=other, phase=OVER))
        assert (await seqs(second.updates()))[-1] == 2
        await until(lambda: second.is_over)
    assert len(gateway.peers) == 1


async def test_a_table_that_is_closed_for_a_moment_is_opened_again(gateway: ScriptedGateway, session: Chieu) -> None:
    async with session.table(T) as table:
        gateway.close_table(T, Refusal(reason=refusal_pb2.REASON_UNAVAILABLE, advice=refusal_pb2.ADVICE_RETRY))
        gateway.tables[T].told.append(update(2))
        await until(lambda: table.latest.seq == 2)


async def test_an_unknown_table_is_refused(session: Chieu) -> None:
    with pytest.raises(Refused, match="NO_SUCH_TABLE"):
        async with session.table("tan:01.nowhere"):
            pass


async def test_a_table_opens_once_in_a_session(session: Chieu) -> None:
    async with session.table(T):
        with pytest.raises(ValueError, match="open in this session already"):
            async with session.table(T):
                pass
    async with session.table(T) as again:
        assert again.latest.seq == 1


@pytest.mark.parametrize("code", [1008, 4100, 4101, 4201])
async def test_a_code_that_says_not_to_come_back_ends_the_session(
    gateway: ScriptedGateway, session: Chieu, code: int
) -> None:
    async with session.table(T) as table:
        gateway.peers[0].close(code, "not again")
        with pytest.raises(SessionEnded, match="not again") as caught:
            await seqs(table.updates())
        assert caught.value.code == code
        assert caught.value.wants_another_token == (code in {4100, 4101})
    assert len(gateway.peers) == 1
    with pytest.raises(SessionEnded):
        async with session.table(T):
            pass


@pytest.mark.parametrize("code", [1001, 1011, 1013, 4000, 4003, 4999])
async def test_any_other_code_is_come_back_from(gateway: ScriptedGateway, session: Chieu, code: int) -> None:
    async with session.table(T) as table:
        gateway.peers[0].close(code)
        await until(lambda: len(gateway.live) == 1 and len(gateway.peers) == 2)
        gateway.tables[T].told.append(update(2))
        await until(lambda: len(gateway.opens()) == 2)
        assert table.latest.seq in {1, 2}


async def test_a_token_that_is_refused_ends_the_session(gateway: ScriptedGateway, session: Chieu) -> None:
    gateway.status = 401
    with pytest.raises(SessionEnded) as caught:
        async with session.table(T):
            pass
    assert caught.value.code == 401


async def test_a_server_that_is_never_there_is_unreachable() -> None:
    patience = Patience(first=0.005, longest=0.02, total=0.1, reply=0.05)
    async with Chieu("http://127.0.0.1:9", token="t", patience=patience) as session:
        with pytest.raises(Unreachable):
            async with session.table(T):
                pass


async def test_a_server_that_never_greets_is_unreachable(gateway: ScriptedGateway) -> None:
    gateway.greets = False
    patience = Patience(first=0.005, longest=0.02, total=0.1, reply=0.05)
    async with Chieu(gateway.address, token="t", patience=patience) as session:
        with pytest.raises(Unreachable):
            async with session.table(T):
                pass
    assert len(gateway.peers) > 1


async def test_a_far_end_that_falls_silent_is_left(gateway: ScriptedGateway) -> None:
    gateway.heartbeat_seconds = 1
    patience = Patience(first=0.005, longest=0.02, total=5, reply=1)
    async with Chieu(gateway.address, token="t", patience=patience) as session, session.table(T) as table:
        gateway.is_mute = True
        await until(lambda: len(gateway.peers) == 2)
        gateway.is_mute = False
        gateway.tables[T].told.append(update(2))
        await until(lambda: table.latest.seq == 2)


async def test_seconds_left_follow_the_servers_clock(gateway: ScriptedGateway, session: Chieu) -> None:
    gateway.ahead_ms = 3_600_000
    late = update(1, asks=choices("7C"), seconds=3600 + 20)
    gateway.tables[T].told = [late]
    async with session.table(T) as table:
        await until(lambda: session.clock.offset_ms is not None)
        assert table.prompt
        left = table.prompt.seconds_left
        assert left is not None
        assert 18 < left <= 20.5


async def test_the_seat_stays_and_the_table_is_let_go(gateway: ScriptedGateway, session: Chieu) -> None:
    async with session.table(T):
        pass
    await until(lambda: any(frame.leave.table == T for frame in gateway.frames))


async def test_closing_a_session_ends_its_readers(gateway: ScriptedGateway) -> None:
    session = Chieu(gateway.address, token="t", patience=QUICK)
    async with session.table(T) as table:
        reading = asyncio.create_task(seqs(table.updates()))
        await session.close()
        with pytest.raises(SessionEnded):
            await reading
