"""A job's end, with a service that is a function and a clock that stands still."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from google.protobuf.message import Message

from ai_worker.answering import Answerer, End, seed_of
from ai_worker.bots import BotGame
from ai_worker.delivery import Accepted, Outcome, Refused, Unreached
from ai_worker.games import load_games
from chieu.bot.v1.bot_pb2 import Job
from services.tan import rules
from services.tan.codec import CODEC
from services.tan.game import TAN
from tests.ai_worker.jobs import job_for, packed
from tests.ai_worker.playing import dealt

STATE = dealt(rules.MOBILE, 3, 4)


class Service:
    """Remembers what it was asked and gives one outcome."""

    def __init__(self, outcome: Outcome) -> None:
        self.asked: list[tuple[Any, list[str]]] = []
        self._outcome = outcome

    def __call__(self, bot: BotGame, request: Message, addresses: Sequence[str], within: float) -> Outcome:
        assert bot.name == "tan"
        assert within > 0
        self.asked.append((request, list(addresses)))
        return self._outcome


def answered(job: Job, outcome: Outcome = Accepted(), now: float | None = None, **settings: Any) -> tuple[Any, Service]:  # noqa: B008 - frozen
    service = Service(outcome)
    time = job.asked_ms / 1000 if now is None else now
    return Answerer(load_games(), service, now=lambda: time, **settings).answer(job.SerializeToString()), service


def test_a_move_is_brought_to_who_asked() -> None:
    job = job_for(STATE, "replica:1")
    ending, service = answered(job)
    ((request, addresses),) = service.asked
    assert (ending.end, ending.game, ending.level) == (End.MOVE, "tan", "normal")
    assert addresses == ["replica:1"]
    assert (request.table, request.prompt_id, request.bot_seat) == (job.table, job.prompt.prompt_id, STATE.turn)


def test_other_addresses_come_after_the_one_that_asked_and_not_twice() -> None:
    _, service = answered(job_for(STATE, "b:1"), services={"tan": ("a:1", "b:1", "c:1"), "chan": ("d:1",)})
    ((_, addresses),) = service.asked
    assert addresses[0] == "b:1"
    assert sorted(addresses) == ["a:1", "b:1", "c:1"]


@pytest.mark.parametrize(
    ("outcome", "end", "detail"),
    [
        (Refused("REASON_STALE_PROMPT"), End.REFUSED, "REASON_STALE_PROMPT"),
        (Unreached("UNAVAILABLE"), End.UNREACHED, "UNAVAILABLE"),
    ],
)
def test_a_no_ends_the_job_too(outcome: Outcome, end: End, detail: str) -> None:
    ending, service = answered(job_for(STATE), outcome)
    assert (ending.end, ending.detail, len(service.asked)) == (end, detail, 1)


def test_a_job_that_has_expired_is_not_thought_about() -> None:
    job = job_for(STATE)
    ending, service = answered(job, now=job.expires_ms / 1000)
    assert (ending.end, ending.thought, service.asked) == (End.EXPIRED, None, [])


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        ({"game": "bridge"}, End.UNSUPPORTED),
        ({"rules_version": 99}, End.UNSUPPORTED),
        ({"view": packed(CODEC.encode_options(rules.MOBILE))}, End.UNREADABLE),
        ({"view": packed(CODEC.encode_view(TAN.view(STATE, (STATE.turn + 1) % 3)))}, End.UNREADABLE),
        ({"view": packed(CODEC.encode_view(TAN.view(STATE, -1)))}, End.UNREADABLE),
    ],
    ids=["game", "rules", "kind", "another-seat", "spectators"],
)
def test_what_a_worker_cannot_or_may_not_play_is_dropped(changes: dict[str, Any], end: End) -> None:
    ending, service = answered(job_for(STATE, **changes))
    assert (ending.end, service.asked) == (end, [])


@pytest.mark.parametrize("data", [b"\xff\xff\xff", b""])
def test_bytes_that_are_no_job_are_dropped(data: bytes) -> None:
    service = Service(Accepted())
    assert Answerer(load_games(), service).answer(data).end in {End.UNREADABLE, End.UNSUPPORTED}
    assert not service.asked


def test_the_seed_depends_on_the_prompt_alone() -> None:
    job = job_for(STATE)
    again = job_for(dealt(rules.MOBILE, 3, 5), level="hard")
    assert again.prompt.seat in {0, 1, 2}
    again.prompt.prompt_id, again.prompt.seat = job.prompt.prompt_id, job.prompt.seat
    assert seed_of(job) == seed_of(again)
    assert seed_of(job) != seed_of(job_for(STATE))
