"""The Celery app: what a worker process is, and how it holds on to its broker.

Jobs are acknowledged when they are done and given back when their process dies; nothing is ever scheduled by the
broker. Every job carries its own expiry, so none can go round for ever.
"""

from __future__ import annotations

import os
import socket
from typing import Any, Final

import kombu
from celery import Celery
from celery.app.amqp import AMQP

from ai_worker.games import load_games
from ai_worker.settings import Settings
from wire.bots import bot_queue

__all__ = ["CANARY_QUEUE", "SETTINGS", "app"]

SETTINGS: Final = Settings()

CANARY_QUEUE: Final = f"bots.canary.{socket.gethostname()}.{os.getpid()}"
"""This worker's own queue, so that no other worker does its canary tasks."""

_CANARY_QUEUE_SECONDS: Final = 300
_TASK_SECONDS: Final = 10
_VISIBLE_AFTER_SECONDS: Final = 15  # longer than a task may last
_RETRY_SECONDS: Final = 2


class _Connection(kombu.Connection):
    """Looks for a lost broker every two seconds; kombu would wait longer and longer, up to thirty."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        timing = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": _RETRY_SECONDS}
        return super().ensure_connection(*args, **{**timing, **kwargs})


class _Amqp(AMQP):
    Connection = _Connection


def _queues(settings: Settings) -> list[kombu.Queue]:
    known = load_games()
    wanted = settings.bot_games or tuple(known)
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        raise ValueError(f"CHIEU_BOT_GAMES: expected some of {', '.join(known)}, got {', '.join(unknown)}")
    canary = kombu.Queue(CANARY_QUEUE, kombu.Exchange(CANARY_QUEUE), CANARY_QUEUE, expires=_CANARY_QUEUE_SECONDS)
    return [*(bot_queue(game, quorum=settings.broker_quorum) for game in wanted), canary]


def _transport_options(settings: Settings) -> dict[str, Any]:
    if settings.broker_url.startswith(("redis", "sentinel", "valkey")):
        return {
            "socket_connect_timeout": 1,
            "socket_timeout": 5,
            "socket_keepalive": True,
            "health_check_interval": 5,
            "visibility_timeout": _VISIBLE_AFTER_SECONDS,
            "unacked_restore_interval": 5,
            "unacked_restore_throttle": 1,
        }
    return {"confirm_publish": True, "connect_timeout": 1, "read_timeout": 5, "write_timeout": 5}


app: Final = Celery("chieu", amqp=_Amqp, include=["ai_worker.tasks"], set_as_current=False)
app.conf.update(
    broker_url=SETTINGS.broker_url,
    broker_connection_timeout=1,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options=_transport_options(SETTINGS),
    accept_content=["msgpack"],
    task_serializer="msgpack",
    result_backend=None,
    task_ignore_result=True,
    task_store_errors_even_if_ignored=False,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_acks_on_failure_or_timeout=True,
    task_time_limit=_TASK_SECONDS,
    task_soft_time_limit=_TASK_SECONDS - 2,
    task_queues=_queues(SETTINGS),
    task_default_queue=CANARY_QUEUE,
    task_create_missing_queues=False,
    worker_prefetch_multiplier=1,
    worker_detect_quorum_queues=True,
    worker_concurrency=SETTINGS.bot_processes,
    worker_pool="prefork",
    worker_proc_alive_timeout=30,
    worker_send_task_events=False,
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    worker_cancel_long_running_tasks_on_connection_loss=False,
)
