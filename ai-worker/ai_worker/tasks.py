"""The tasks, and what happens when a worker starts and stops."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import structlog
from celery import signals
from google.protobuf.message import Message

from ai_worker import counters, health
from ai_worker.answering import Answerer, End
from ai_worker.app import CANARY_QUEUE, SETTINGS, app
from ai_worker.bots import BotGame
from ai_worker.delivery import Delivery, Outcome
from ai_worker.games import load_games
from telemetry import set_up_logging
from wire.bots import TASK

__all__ = ["answer", "canary"]

_log = structlog.get_logger(__name__)

CANARY: Final = "bots.canary"

_stopping: Final = threading.Event()


@cache
def _answerer() -> Answerer:
    """This process's own: first asked for by a task, hence after the fork."""
    delivery = Delivery(SETTINGS.service_token.get_secret_value())

    def play(bot: BotGame, request: Message, addresses: Sequence[str], within: float) -> Outcome:
        return delivery.play(bot.stub, request, addresses, within)

    return Answerer(load_games(), play, services=SETTINGS.services, think_seconds=SETTINGS.bot_think_ms / 1000)


@app.task(name=TASK)
def answer(job: bytes) -> None:
    """Answers a prompt for a bot; `job` is a `chieu.bot.v1.Job`."""
    counters.count(_answerer().answer(job))


@app.task(name=CANARY)
def canary() -> None:
    """Leaves a sign that a task came through the broker into a process and was done."""
    health.sign(SETTINGS.bot_heartbeat_file)
    counters.CANARIES.inc()


def _send_canaries() -> None:
    seconds = SETTINGS.bot_canary_seconds
    while not _stopping.is_set():
        try:
            canary.apply_async(queue=CANARY_QUEUE, expires=seconds * 2, retry=False)
        except Exception as error:  # noqa: BLE001 - whatever a broker's library raises, the next one may come through
            _log.warning("canary not sent", error=str(error))
        _stopping.wait(seconds)


@signals.setup_logging.connect
def _set_up_logging(**_: Any) -> None:
    set_up_logging("ai-worker", SETTINGS.log_level, SETTINGS.log_style)
    for name in ("celery.worker.strategy", "celery.app.trace"):  # two lines a job that say nothing
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


@signals.worker_init.connect
def _begin(**_: Any) -> None:
    with contextlib.suppress(OSError):
        SETTINGS.bot_heartbeat_file.unlink()
    if SETTINGS.bot_metrics:
        counters.serve(SETTINGS.bot_metrics)


@signals.worker_ready.connect
def _ready(**_: Any) -> None:
    _log.info("ready", games=list(load_games()), processes=SETTINGS.bot_processes)
    threading.Thread(target=_send_canaries, name="canaries", daemon=True).start()


@signals.worker_shutting_down.connect
def _end(**_: Any) -> None:
    _stopping.set()


@signals.task_revoked.connect
def _revoked(**what: Any) -> None:
    """The broker's copy of a job was too old before a process got it."""
    if what.get("expired"):
        counters.JOBS.labels("", "", str(End.EXPIRED), "").inc()
