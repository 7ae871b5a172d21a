from __future__ import annotations

import pytest
from kombu.serialization import dumps, loads
from pydantic import ValidationError

from ai_worker.app import CANARY_QUEUE, app
from ai_worker.games import load_games
from ai_worker.settings import Settings


def test_a_worker_takes_the_jobs_of_every_game_and_its_own_canaries() -> None:
    assert {queue.name for queue in app.conf.task_queues} == {*(f"bots.{game}" for game in load_games()), CANARY_QUEUE}


def test_msgpack_carries_bytes_unharmed() -> None:
    every_byte = bytes(range(256))
    kind, encoding, body = dumps([[every_byte], {}, {}], serializer="msgpack")
    assert loads(body, kind, encoding, accept={kind}) == [[every_byte], {}, {}]


def test_a_worker_takes_late_acknowledged_msgpack_one_at_a_time() -> None:
    conf = app.conf
    assert (conf.accept_content, conf.task_serializer) == (["msgpack"], "msgpack")
    assert (conf.task_acks_late, conf.task_reject_on_worker_lost, conf.worker_prefetch_multiplier) == (True, True, 1)
    assert conf.task_ignore_result
    assert conf.task_time_limit > conf.task_soft_time_limit
    assert conf.broker_transport_options["visibility_timeout"] > conf.task_time_limit


def test_services_are_read_from_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIEU_SERVICES", "tan=a:1, b:2 ; chan=[::1]:3")
    assert Settings().services == {"tan": ("a:1", "b:2"), "chan": ("[::1]:3",)}


@pytest.mark.parametrize("value", ["tan", "tan=", "tan=host", "=a:1", "TAN=a:1"])
def test_services_that_cannot_be_read_are_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIEU_SERVICES", value)
    with pytest.raises(ValidationError, match="expected game=host:port"):
        Settings()
