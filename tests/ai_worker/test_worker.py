"""Real workers, a real broker and a real service."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from chieu.tan.v1.tan_service_pb2 import PlayRequest, PlayResponse
from services.tan.codec import CODEC
from services.tan.game import TAN
from services.tan.rules import MOBILE
from tests.ai_worker.jobs import job_for
from tests.ai_worker.playing import dealt
from tests.ai_worker.service import accept, serving
from tests.ai_worker.worker import Broker, Worker, broker, eventually, producer, publish, worker

pytestmark = pytest.mark.e2e

DEAD = "127.0.0.1:1"


@pytest.fixture(scope="module")
def standing() -> Iterator[tuple[Broker, Worker]]:
    """One broker and one worker for the tests that leave them whole."""
    with broker() as made, worker(made.url, BOT_CANARY_SECONDS="0.2") as running:
        running.await_ready()
        yield made, running


async def sent(url: str, *jobs: Any, **options: Any) -> None:
    app = producer(url)
    for job in jobs:
        await asyncio.to_thread(publish, app, job, **options)


async def test_a_job_is_answered_with_a_legal_move_of_its_seat(standing: tuple[Broker, Worker]) -> None:
    state = dealt(MOBILE, 3, seed=1)
    async with serving() as tan:
        job = job_for(state, tan.address)
        await sent(standing[0].url, job, expires=20)
        request, metadata = await asyncio.wait_for(tan.calls.get(), 20)
    assert (request.table, request.prompt_id, request.bot_seat) == (job.table, job.prompt.prompt_id, state.turn)
    assert request.HasField("bot_seat")
    assert metadata["authorization"] == "Bearer a-service-token"
    TAN.play(state, state.turn, CODEC.decode_move(request.move))


async def test_a_job_delivered_twice_gets_the_same_answer(standing: tuple[Broker, Worker]) -> None:
    async with serving() as tan:
        job = job_for(dealt(MOBILE, 4, seed=2), tan.address, level="easy")
        await sent(standing[0].url, job, job)
        assert await tan.next_call() == await tan.next_call()
