"""One service process: everything that a game needs to be served, started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import grpc
import structlog
import uvloop
from grpc_channelz.v1 import channelz
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health
from grpc_reflection.v1alpha import reflection

from chieu.table.v1.table_service_pb2_grpc import add_TableServiceServicer_to_server
from identity import TokenVerifier
from services.core.bots import BotDesk, job
from services.core.codec import Codec
from services.core.game import AnyGame
from services.core.home import Home
from services.core.home.entry import Entry
from services.core.home.placement import Placement
from services.core.home.servertime import ServerTime
from services.core.home.sweeper import Sweeper
from services.core.lobby import Lobby
from services.core.metrics import Metrics
from services.core.rpc.front import Front
from services.core.rpc.game_service import GameServicer
from services.core.rpc.link_service import LinkServicer
from services.core.rpc.link_service import add_to_server as add_links
from services.core.rpc.reading import RefusesUnreadable
from services.core.rpc.table_service import TableServicer
from services.core.settings import ServiceSettings
from services.core.store import Replica, Store, StoreUnavailable
from services.core.store.redis import RedisStore
from services.core.table.clock import Ask
from services.core.table.draft import Kind
from services.core.table.timing import Timing
from telemetry import serve_metrics, set_up_logging

__all__ = ["Service", "main", "serve"]

MAX_MESSAGE = 512 * 1024
CANARY_SECONDS = 2.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Service:
    """A game as a process serves it: rules, codec, and its own gRPC service."""

    game: AnyGame
    codec: Codec
    messages: Any
    """The module of the game's service messages, `chieu.<game>.v1.<game>_service_pb2`."""
    add_to_server: Callable[[Any, grpc.aio.Server], None]
    name: str
    """The full name of the game's gRPC service."""


def main(service: Service) -> None:
    """Run a replica until SIGTERM or SIGINT."""
    settings = ServiceSettings()
    set_up_logging(service.game.name, settings.log_level, settings.log_style)
    if settings.time_scale != 1:
        log.warning("durations are divided", time_scale=settings.time_scale)
    uvloop.run(_until_told(service, settings))


async def _until_told(service: Service, settings: ServiceSettings) -> None:
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    store = RedisStore(
        settings.redis_url,
        game=service.game.name,
        durability=settings.durability,
        replicas=settings.replicas_acknowledge,
    )
    try:
        async with serve(service, settings, store) as address:
            log.info("ready", game=service.game.name, address=address, replica=settings.replica)
            await told.wait()
            log.info("draining", replica=settings.replica)
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def serve(service: Service, settings: ServiceSettings, store: Store) -> AsyncIterator[str]:
    """Serve one game on a store; gives the address that was bound. Leaving it drains."""
    replica = _Replica(service, settings, store)
    address = await replica.start()
    try:
        yield address
    finally:
        await replica.stop()


class _Replica:
    """The parts of a process, and the order in which they come and go."""

    def __init__(self, service: Service, settings: ServiceSettings, store: Store) -> None:
        self._service = service
        self._settings = settings
        self._store = store
        timing = Timing(scale=settings.time_scale, ask_ms=int(settings.bot_answer_seconds * 1000))
        self._kind = Kind(service.game, service.codec, timing)
        self._metrics = Metrics(service.game.name)
        self._time = ServerTime(store)
        self._desk = BotDesk(settings.broker_url, service.game.name, self._metrics, quorum=settings.broker_quorum)
        self._home = Home(
            self._kind, store, settings.replica, now_ms=self._time.now_ms, ask=self._ask, metrics=self._metrics
        )
        self._lobby = Lobby(self._home)
        self._health = health.HealthServicer()
        self._server = grpc.aio.server(
            interceptors=[RefusesUnreadable()],
            options=[("grpc.max_receive_message_length", MAX_MESSAGE), ("grpc.so_reuseport", 0)],
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._address = ""

    async def start(self) -> str:
        """Bind, say that we live, serve."""
        settings = self._settings
        port = self._server.add_insecure_port(settings.listen)
        host = settings.listen.rpartition(":")[0]
        self._address = settings.advertise or f"{host}:{port}"
        self._placement = Placement(self._store, Replica(settings.replica, self._address), self._replicas_changed)
        self._home.is_here = lambda table: self._placement.elsewhere(table) is None
        self._add_servicers()
        await self._first_contact()
        await self._store.listen(settings.replica, lambda woken: self._home.woken(woken.table), self._home.woken_all)
        await self._server.start()
        await self._placement.renew()
        self._spawn(self._placement.run())
        self._spawn(self._time.run())
        self._spawn(self._lobby.run())
        self._spawn(Sweeper(self._home).run())
        self._spawn(self._sing())
        if settings.metrics_listen:
            host, _, metrics_port = settings.metrics_listen.rpartition(":")
            self._metrics_server = await serve_metrics(self._metrics.registry, host, int(metrics_port))
        return self._address

    async def _first_contact(self) -> None:
        """Wait until the store answers: a replica without one is of no use, and it may only be late."""
        while True:
            try:
                await self._time.measure()
            except StoreUnavailable:
                log.warning("the store does not answer yet")
                await asyncio.sleep(0.2)
            else:
                return

    async def stop(self) -> None:
        """Hand tables over, let calls under way end, leave."""
        await self._set_health(health_pb2.HealthCheckResponse.NOT_SERVING)
        await self._placement.leave()
        for link in list(self._links.links):
            link.drain()
        flushed = [asyncio.ensure_future(link.flushed()) for link in list(self._links.links)]
        if flushed:
            await asyncio.wait(flushed, timeout=1.0)
        await self._server.stop(self._settings.drain_seconds)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._home.stop()
        if self._metrics_server is not None:
            await self._metrics_server.stop()
        await asyncio.get_running_loop().run_in_executor(None, self._desk.close)

    _metrics_server: Any = None

    def _add_servicers(self) -> None:
        settings = self._settings
        front = Front(settings.service_token.get_secret_value(), _verifier(settings), self._metrics)
        secret = settings.secret.get_secret_value().encode()
        self._links = LinkServicer(
            self._home,
            self._placement,
            front,
            self._metrics,
            linger_seconds=settings.link_linger_ms / 1000,
            queue_bytes=settings.link_queue_bytes,
            answers=settings.link_answers,
        )
        server = self._server
        add_TableServiceServicer_to_server(TableServicer(self._home, self._lobby, front, secret), server)
        self._service.add_to_server(GameServicer(self._home, front, self._service.messages), server)
        add_links(self._links, server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        channelz.add_channelz_servicer(server)
        reflection.enable_server_reflection(
            (
                "chieu.table.v1.TableService",
                self._service.name,
                health_pb2.DESCRIPTOR.services_by_name["Health"].full_name,
                reflection.SERVICE_NAME,
            ),
            server,
        )

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.get_running_loop().create_task(work))

    def _replicas_changed(self) -> None:
        self._home.hand_over(self._placement.elsewhere)
        for link in list(self._links.links):
            link.welcome()

    def _ask(self, entry: Entry, ask: Ask) -> None:
        assert entry.document is not None
        now = self._time.now_ms()
        message = job(self._kind, entry.document, entry.state, ask, self._address, now)
        self._desk.publish(message.SerializeToString(), (ask.give_up_ms - now) / 1000)

    async def _sing(self) -> None:
        """Health is a canary that went all the way through the store and back."""
        while True:
            try:
                seconds = await self._store.canary(self._settings.replica)
            except StoreUnavailable:
                await self._set_health(health_pb2.HealthCheckResponse.NOT_SERVING)
            else:
                self._metrics.commit_seconds.observe(seconds)
                await self._set_health(health_pb2.HealthCheckResponse.SERVING)
            self._metrics.tables.set(self._home.count())
            await asyncio.sleep(CANARY_SECONDS)

    async def _set_health(self, status: int) -> None:
        for name in ("", "chieu.table.v1.TableService", self._service.name):
            await self._health.set(name, status)


def _verifier(settings: ServiceSettings) -> TokenVerifier | None:
    if settings.jwks_url:
        return TokenVerifier.with_jwks(settings.jwks_url)
    secret = settings.jwt_secret.get_secret_value()
    return TokenVerifier.with_secret(secret) if secret else None
