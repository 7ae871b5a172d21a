"""A deployment: one Redis server, a broker, replicas of each game, gateways and workers, each a process of its own.

All are started side by side, and waited for by what they say about themselves: a service by its gRPC health, which is a
canary through the store, a gateway by its readiness and its links to every replica, a worker by its own word.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from redis import Redis

from identity import mint
from services.core.store import Durability
from services.core.store.keys import table_keys
from tests.servers import KINDS, Server, free_port
from tests.system.metrics import Numbers, get, scrape
from tests.system.process import Process

__all__ = ["Deployment", "Gateway", "Plan", "Service", "Worker", "start_deployment"]

_READY_LINE = '"ready"'
_FAULT = re.compile(r'"level": "(error|critical)"|^Traceback|never (awaited|retrieved)')


@dataclass(frozen=True, slots=True)
class Plan:
    """What a deployment consists of. `settings` are further ones, without their prefix, for every process."""

    games: Sequence[str] = ("tan",)
    """What is served; workers play all of it."""
    kind: str = "valkey"
    durability: Durability = Durability.EVERYSEC
    replicas: int = 2
    """Of each game."""
    gateways: int = 2
    workers: int = 1
    has_own_broker: bool = False
    settings: dict[str, str] = field(default_factory=dict)
    package: str = "services"
    """Where the services are: a module of it for each game."""


class Service(Process):
    """A replica of one game."""

    def __init__(self, package: str, game: str, number: int, environment: dict[str, str], folder: Path) -> None:
        self.game = game
        self.address = f"127.0.0.1:{free_port()}"
        self.metrics_address = f"127.0.0.1:{free_port()}"
        own = {"CHIEU_LISTEN": self.address, "CHIEU_METRICS_LISTEN": self.metrics_address}
        super().__init__(f"{game}-{number}", f"{package}.{game}", {**environment, **own}, folder)

    def is_ready(self) -> bool:
        """Whether its canary goes through the store and back."""
        with grpc.insecure_channel(self.address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            ask: Any = health_pb2_grpc.HealthStub(channel)
            try:
                answer = ask.Check(health_pb2.HealthCheckRequest(), timeout=2)
            except grpc.RpcError:
                return False
            return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    def counts(self) -> Numbers:
        """What it counts."""
        return scrape(self.metrics_address)


class Gateway(Process):
    """A gateway."""

    def __init__(self, number: int, environment: dict[str, str], folder: Path, replicas: int) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._replicas = replicas
        own = {"CHIEU_LISTEN": f"127.0.0.1:{self.port}", "CHIEU_GATEWAY_NAME": f"gateway-{number}"}
        super().__init__(f"gateway-{number}", "gateway", {**environment, **own}, folder)

    def is_ready(self) -> bool:
        """Whether it is linked with every replica, and a sign of life went through the store."""
        is_healthy = get(f"127.0.0.1:{self.port}", "/readyz")[0] == 200
        return is_healthy and self.counts()["chieu_gateway_links_live"] >= self._replicas

    def counts(self) -> Numbers:
        """What it counts."""
        return scrape(f"127.0.0.1:{self.port}")


class Worker(Process):
    """A Celery worker with its thinking children."""

    def __init__(self, number: int, environment: dict[str, str], folder: Path) -> None:
        self.metrics_address = f"127.0.0.1:{free_port()}"
        self._lines = 0
        own = {
            "CHIEU_BOT_METRICS": self.metrics_address,
            "CHIEU_BOT_HEARTBEAT_FILE": str(folder / f"worker-{number}.heartbeat"),
        }
        super().__init__(f"worker-{number}", "ai_worker", {**environment, **own}, folder)

    def start(self) -> None:
        """Start it; a word that it said before it died does not count."""
        self._lines = self.said().count(_READY_LINE)
        super().start()

    def is_ready(self) -> bool:
        """Whether it takes jobs."""
        return self.said().count(_READY_LINE) > self._lines

    def counts(self) -> Numbers:
        """What it counts."""
        return scrape(self.metrics_address)


class Deployment:
    """Running processes; `environment` is what they have in common."""

    def __init__(self, plan: Plan, redis: Server, broker: Server, broker_url: str, folder: Path) -> None:
        self.plan = plan
        self.redis = redis
        self.broker = broker
        self.secret = secrets.token_urlsafe(32)
        self.service_token = secrets.token_urlsafe(32)
        self.environment = self._environment(broker_url, folder)
        own = self.environment
        numbers = range(plan.replicas)
        self.services = [Service(plan.package, game, number, own, folder) for game in plan.games for number in numbers]
        where = {game: ",".join(service.address for service in self.replicas(game)) for game in plan.games}
        own = {**own, "CHIEU_SERVICES": ";".join(f"{game}={addresses}" for game, addresses in where.items())}
        self.gateways = [Gateway(number, own, folder, len(self.services)) for number in range(plan.gateways)]
        self.workers = [Worker(number, own, folder) for number in range(plan.workers)]

    @property
    def processes(self) -> Sequence[Process]:
        """All but the servers."""
        return [*self.services, *self.gateways, *self.workers]

    def replicas(self, game: str) -> list[Service]:
        """The services of one game."""
        return [service for service in self.services if service.game == game]

    def token(self, subject: str, **claims: Any) -> str:
        """A player's token."""
        return mint(self.secret, subject, name=subject.title(), **claims)

    def count(self, name: str, processes: Sequence[Service | Gateway | Worker]) -> float:
        """The sum of one number over processes that run."""
        return sum(process.counts().get(name, 0.0) for process in processes if process.is_running)

    def bots_moves(self) -> tuple[float, float]:
        """Moves that workers computed, and that the services' own policy made since no worker answered."""
        computed = self.count("chieu_worker_moves_total", self.workers)
        return computed, self.count("chieu_bot_policy_moves_total", self.services)

    def stored(self, table: str) -> list[object]:
        """Everything that the store has of a table."""
        names = table_keys(table)
        with Redis.from_url(self.redis.url) as redis:
            return [redis.dump(name) for name in (names.table, names.updates, names.record, names.records)]

    async def mend(self) -> None:
        """Have everything running and ready again."""
        for server in (self.redis, self.broker):
            server.resume()
            if not server.answers():
                server.start()
        for process in self.processes:
            if process.is_running:
                process.resume()
            if process.is_leaving:
                await process.gone(60)
            if not process.is_running:
                process.start()
        for process in self.processes:
            await process.ready()

    def faults(self) -> list[str]:
        """What services and gateways logged as a fault of ours; whatever is done to them, there should be none."""
        lines = [line for process in (*self.services, *self.gateways) for line in process.said().splitlines()]
        return [line for line in lines if _FAULT.search(line)]

    def said(self) -> str:
        """The ends of all logs, for a test that failed."""
        return "\n".join(f"--- {process.name}\n{process.said()[-4000:]}" for process in self.processes)

    def _environment(self, broker_url: str, folder: Path) -> dict[str, str]:
        ours = {
            "REDIS_URL": self.redis.url,
            "DURABILITY": self.plan.durability.value,
            "BROKER_URL": broker_url,
            "SECRET": self.secret,
            "SERVICE_TOKEN": self.service_token,
            "JWT_SECRET": self.secret,
            "GUESTS": "1",
            "BOT_PROCESSES": "1",
            "CANARY_SECONDS": "0.2",
            "FRAMES_PER_SECOND": "1000",
            "FRAMES_BURST": "1000",
            "CALLS_PER_SECOND": "1000",
            "CALLS_BURST": "1000",
            "LOG_STYLE": "json",
            **self.plan.settings,
        }
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("CHIEU_")}
        paths = os.pathsep.join(path for path in sys.path if path)
        given = {f"CHIEU_{key}": value for key, value in ours.items()}
        return {**inherited, **given, "PYTHONPATH": paths, "TMPDIR": str(folder), "PYTHONUNBUFFERED": "1"}


@contextmanager
def start_deployment(plan: Plan | None = None) -> Iterator[Deployment]:
    """A deployment that is ready to play at. Nothing of it outlives the block."""
    plan = plan or Plan()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chieu-system-")))
        redis = stack.enter_context(KINDS[plan.kind](plan.durability))
        broker, url = redis, redis.url.removesuffix("/0") + "/1"
        if plan.has_own_broker:
            broker = stack.enter_context(KINDS[plan.kind](Durability.EVERYSEC))
            url = broker.url
        deployment = Deployment(plan, redis, broker, url, folder)
        for process in deployment.processes:
            stack.callback(process.kill)
        for process in deployment.processes:
            process.start()
        try:
            for process in deployment.processes:
                process.await_ready()
        except AssertionError as late:
            raise AssertionError(f"{late}\n{deployment.said()}") from None
        yield deployment
