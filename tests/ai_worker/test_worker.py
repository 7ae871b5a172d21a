"""Real workers, a real broker and a real service."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from chieu.tan.v1.tan_service_pb2 import PlayRequest, PlayResponse
from services.tan.codec import CODEC
from services.tan.game import TAN
from services.tan.rules import MOBILE
from tests.ai_worker.jobs import job_for
from tests.ai_worker.playing import dealt
from tests.ai_worker.service import accept, refuse, serving
from tests.ai_worker.worker import Worker, eventually, producer, publish, waiting, worker
from tests.servers import Server, start_valkey

pytestmark = pytest.mark.e2e

DEAD = "127.0.0.1:1"


@pytest.fixture(scope="module")
def broker() -> Iterator[Server]:
    with start_valkey() as server:
        yield server


@pytest.fixture
def lone() -> Iterator[Server]:
    """A broker for one test's own worker."""
    with start_valkey() as server:
        yield server


@pytest.fixture(scope="module")
def standing(broker: Server) -> Iterator[Worker]:
    """One worker for the tests that leave it whole."""
    with worker(broker.url, BOT_CANARY_SECONDS="0.2", LOG_LEVEL="debug") as running:
        running.await_ready()
        yield running


async def sent(url: str, *jobs: Any, **options: Any) -> None:
    app = producer(url)
    for job in jobs:
        await asyncio.to_thread(publish, app, job, **options)


async def until(what: Any, failing: str = "it did not happen") -> Any:
    """What comes back once it is true, while the service goes on answering."""
    return await asyncio.to_thread(eventually, what, failing=failing)


async def test_a_job_is_answered_with_a_legal_move_of_its_seat(standing: Worker, broker: Server) -> None:
    state = dealt(MOBILE, 3, seed=1)
    async with serving() as tan:
        job = job_for(state, tan.address)
        await sent(broker.url, job, expires=20)
        request, metadata = await asyncio.wait_for(tan.calls.get(), 50)
    assert (request.table, request.prompt_id, request.bot_seat) == (job.table, job.prompt.prompt_id, state.turn)
    assert request.HasField("bot_seat")
    assert metadata["authorization"] == "Bearer a-service-token"
    TAN.play(state, state.turn, CODEC.decode_move(request.move))


async def test_a_job_delivered_twice_gets_the_same_answer(standing: Worker, broker: Server) -> None:
    async with serving() as tan:
        job = job_for(dealt(MOBILE, 4, seed=2), tan.address, level="easy")
        await sent(broker.url, job, job)
        assert await tan.next_call() == await tan.next_call()


async def test_a_replica_that_is_gone_is_answered_elsewhere(lone: Server) -> None:
    async with serving() as tan:
        with worker(lone.url, SERVICES=f"tan={DEAD},{tan.address}") as running:
            job = job_for(dealt(MOBILE, 2, seed=3), DEAD)
            await sent(lone.url, job)
            assert (await tan.next_call()).prompt_id == job.prompt.prompt_id
            assert await asyncio.to_thread(running.stop) == 0


async def test_a_refusal_is_logged_and_ends_the_job(standing: Worker, broker: Server) -> None:
    async with serving(refuse("REASON_STALE_PROMPT"), accept) as tan:
        stale = job_for(dealt(MOBILE, 2, seed=4), tan.address, table="tan.07.stale")
        await sent(broker.url, stale, job_for(dealt(MOBILE, 2, seed=5), tan.address))
        await tan.next_call()
        assert (await tan.next_call()).prompt_id != stale.prompt.prompt_id
    await until(lambda: standing.says("REASON_STALE_PROMPT"))
    (line,) = [line for line in standing.output().splitlines() if "tan.07.stale" in line]
    assert '"level": "info"' in line


async def test_a_job_that_came_too_late_is_dropped(standing: Worker, broker: Server) -> None:
    async with serving() as tan:
        late = job_for(dealt(MOBILE, 2, seed=6), tan.address, seconds=-1, table="tan.07.late")
        prompt = job_for(dealt(MOBILE, 2, seed=7), tan.address)
        await sent(broker.url, late, prompt)
        assert (await tan.next_call()).prompt_id == prompt.prompt.prompt_id
        await until(lambda: standing.says('"job expired"'))
        assert tan.calls.empty()


async def test_nonsense_does_not_stop_a_worker(standing: Worker, broker: Server) -> None:
    app = producer(broker.url)
    for nonsense in (b"\xff\xff", b"", "text", None):
        await asyncio.to_thread(app.send_task, "bots.answer", args=[nonsense], queue="bots.tan", retry=False)
    async with serving() as tan:
        await sent(broker.url, job_for(dealt(MOBILE, 2, seed=8), tan.address))
        await tan.next_call()


async def test_canaries_say_that_a_worker_is_alive(standing: Worker) -> None:
    first = await until(standing.last_sign, "no canary")
    await until(lambda: standing.last_sign() > first, "no second canary")


async def test_what_a_worker_says_holds_no_cards_and_no_token(standing: Worker, broker: Server) -> None:
    async with serving(refuse("REASON_ILLEGAL_MOVE", rule="MUST_OPEN")) as tan:
        await sent(broker.url, job_for(dealt(MOBILE, 2, seed=9), tan.address))
        await tan.next_call()
    await until(lambda: standing.says("MUST_OPEN"))
    for secret in ("a-service-token", "hand", "CARD_", "fitting"):
        assert secret not in standing.output()


@pytest.mark.chaos
async def test_a_job_outlives_the_process_that_was_killed_over_it(lone: Server) -> None:
    killed = asyncio.Event()

    async def hang(request: PlayRequest, context: Any) -> PlayResponse:
        await killed.wait()
        return await accept(request, context)

    async with serving(hang, accept) as tan:
        with worker(lone.url) as running:
            await sent(lone.url, job_for(dealt(MOBILE, 2, seed=10), tan.address))
            first = await tan.next_call()
            (child,) = running.children()
            os.kill(child, signal.SIGKILL)
            killed.set()
            assert await tan.next_call() == first
            assert running.children() != [child]


@pytest.mark.chaos
async def test_a_worker_waits_for_a_broker_that_is_not_there_and_comes_back_to_it(lone: Server) -> None:
    lone.kill()
    async with serving() as tan:
        with worker(lone.url, BOT_CANARY_SECONDS="0.2") as running:
            await until(lambda: running.says("Cannot connect"))
            for seed in (11, 12):  # down at the start, and again while at work
                lone.start()
                await sent(lone.url, job_for(dealt(MOBILE, 2, seed=seed), tan.address))
                await tan.next_call()
                lone.kill()
            lone.start()
            begun = time.time()
            await until(lambda: running.last_sign() > begun, "no canary after the broker came back")


@pytest.mark.chaos
async def test_a_worker_asked_to_end_finishes_its_job_and_leaves_the_rest(lone: Server) -> None:
    asked = asyncio.Event()

    async def slow(request: PlayRequest, context: Any) -> PlayResponse:
        await asked.wait()
        return await accept(request, context)

    async with serving(slow) as tan:
        with worker(lone.url) as running:
            jobs = [job_for(dealt(MOBILE, 2, seed=seed), tan.address) for seed in (13, 14, 15)]
            await sent(lone.url, *jobs)
            await tan.next_call()
            running.process.send_signal(signal.SIGTERM)
            await until(lambda: running.says("Warm shutdown"))
            asked.set()
            assert await asyncio.to_thread(running.process.wait, 50) == 0
        done = 1 + tan.calls.qsize()
        assert done + await asyncio.to_thread(waiting, lone.url) == len(jobs)
        with worker(lone.url):
            for _ in range(len(jobs) - done):
                await tan.next_call()
