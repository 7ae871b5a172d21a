"""What the worker counts. Processes are forked, so the numbers add up only in `prometheus_client`'s shared form:
`python -m ai_worker` names the folder for it before this module is imported.
"""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

from ai_worker.answering import Ending

__all__ = ["CANARIES", "JOBS", "count", "serve"]

_REGISTRY: Final = CollectorRegistry()
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

JOBS: Final = Counter(
    "chieu_worker_jobs", "Bot jobs by how they ended.", ["game", "level", "end", "detail"], registry=_REGISTRY
)
MOVES: Final = Counter(
    "chieu_worker_moves", "Moves by what they came from.", ["game", "level", "rung"], registry=_REGISTRY
)
NODES: Final = Counter("chieu_worker_nodes", "Positions searched.", ["game", "level"], registry=_REGISTRY)
THINKING: Final = Histogram(
    "chieu_worker_think_seconds",
    "Time from reading a job to its move.",
    ["game", "level"],
    registry=_REGISTRY,
    buckets=_SECONDS,
)
WAITING: Final = Histogram(
    "chieu_worker_wait_seconds",
    "Time from the question to its reading.",
    ["game"],
    registry=_REGISTRY,
    buckets=_SECONDS,
)
CANARIES: Final = Counter("chieu_worker_canaries", "Canary tasks done.", registry=_REGISTRY)


def count(ending: Ending) -> None:
    """Adds a job that has ended. Labels come from our own words, never from what a job says."""
    known = "" if ending.game == "" else ending.detail
    JOBS.labels(ending.game, ending.level, str(ending.end), known).inc()
    if ending.game:
        WAITING.labels(ending.game).observe(ending.waited)
    if ending.thought is not None:
        MOVES.labels(ending.game, ending.level, str(ending.thought.rung)).inc()
        NODES.labels(ending.game, ending.level).inc(ending.thought.nodes)
        THINKING.labels(ending.game, ending.level).observe(ending.thinking)


def serve(address: str) -> None:
    """Serves the sum of all processes at GET /metrics of host:port, from a thread of this one."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # half of the package has no types
    else:
        registry = _REGISTRY
    host, _, port = address.rpartition(":")
    start_http_server(int(port), host.strip("[]"), registry)
