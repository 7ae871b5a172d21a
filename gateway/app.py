"""Puts the gateway together: settings in, a running gateway out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import structlog

from gateway.http import Web, make_app
from gateway.link import LinkOptions, Patience, Router
from gateway.listen import Door, Head, Rooms, WebServer, plain_answer, serve_socket
from gateway.metrics import Counts, GatewayCollector
from gateway.session import Connection, Hub
from gateway.settings import Settings
from gateway.wire import ENCODINGS, register_messages
from identity import TokenVerifier, bearer
from telemetry import new_registry
from wire.addresses import split_address

__all__ = ["Gateway", "make_verifier"]

_log: Final = structlog.get_logger()
_BACKLOG: Final = 1024
_WS_VERSION: Final = "13"


def make_verifier(settings: Settings) -> TokenVerifier:
    """Checks players' tokens as the settings say."""
    options: dict[str, Any] = {
        "leeway": settings.jwt_leeway_seconds,
        "tenant": settings.tenant,
        "audience": settings.jwt_audience or None,
        "issuer": settings.jwt_issuer or None,
    }
    if settings.jwks_url:
        return TokenVerifier.with_jwks(settings.jwks_url, **options)
    return TokenVerifier.with_secret(settings.jwt_secret.get_secret_value(), **options)


def _make_router(settings: Settings, counts: Counts) -> Router:
    options = LinkOptions(
        gateway=settings.gateway_name,
        service_token=settings.service_token.get_secret_value(),
        linger=settings.linger_ms / 1000,
        queue_bytes=settings.link_queue_bytes,
        answers=settings.link_answers,
        counts=counts,
    )
    patience = Patience(
        open=settings.open_seconds,
        reopen=settings.reopen_seconds,
        answer=settings.answer_seconds,
        canary=settings.canary_seconds,
    )
    return Router(settings.services, options, patience)


class Gateway:
    """One gateway process's worth. `start` listens, `stop` drains; `port` is the one that it really listens on."""

    def __init__(self, settings: Settings) -> None:
        register_messages()
        self.settings = settings
        self.counts = Counts()
        self.router = _make_router(settings, self.counts)
        self.verifier = make_verifier(settings)
        self.hub = Hub(settings, self.verifier, self.router, self.counts)
        self.registry = new_registry()
        self.registry.register(GatewayCollector(self.counts, self._gauges))
        self.port = 0
        self._web = Web(settings, self.verifier, self.router, self.counts, self.registry)
        self._http = WebServer(make_app(self._web))
        self._rooms = Rooms(
            take_socket=self._take_socket,
            take_http=self._http.serve,
            doors=set(),
            max_head_bytes=settings.max_head_bytes,
            head_seconds=settings.head_seconds,
            trusted_proxies=settings.trusted_proxies,
        )
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Connects to the services and listens. Does not wait for the services."""
        host, port = split_address(self.settings.listen)
        self.router.start()
        self.hub.start()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Door(self._rooms), host, port, backlog=_BACKLOG)
        self.port = self._server.sockets[0].getsockname()[1]
        _log.info("listening", host=host, port=self.port, games=sorted(self.settings.services))

    async def stop(self) -> None:
        """Drains within `drain_seconds`: no new connections, replies to what was answered, then a close code for all."""
        self._web.is_draining = True
        if self._server is not None:
            self._server.close()
        for door in list(self._rooms.doors):
            door.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.drain_seconds / 2):
                while self.router.answers_in_flight():  # noqa: ASYNC110 - not worth an event on the hot path
                    await asyncio.sleep(0.02)
        await self.hub.stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.drain_seconds / 2):
                await self._http.finish()
        await self.router.stop()
        _log.info("stopped")

    def _take_socket(self, transport: asyncio.Transport, head: Head, address: str, received: bytes) -> None:
        encoding = next((ENCODINGS[name] for name in head.subprotocols if name in ENCODINGS), None)
        if head.headers.get("sec-websocket-version") != _WS_VERSION:
            version = f"Sec-WebSocket-Version: {_WS_VERSION}"
            transport.write(plain_answer("426 Upgrade Required", "unknown version", version))
            transport.close()
            return
        if encoding is None:
            transport.write(plain_answer("400 Bad Request", f"offer a subprotocol: {' or '.join(ENCODINGS)}"))
            transport.close()
            return
        token = bearer(head.headers.get("authorization")) or head.query("access_token")
        serve_socket(
            transport,
            received,
            lambda: Connection(encoding, self.hub, address, token),
            subprotocol=encoding.subprotocol,
            is_text=encoding.is_text,
            max_message_bytes=self.settings.max_message_bytes,
        )

    def _gauges(self) -> dict[str, float]:
        links = [link for game in self.router.games.values() for link in game.links.values()]
        return {
            "connections": len(self.hub.connections),
            "http_connections": self._http.open_connections,
            "links_live": sum(len(game.live_links()) for game in self.router.games.values()),
            "subscriptions": sum(len(link.subscriptions) for link in links),
            "answers_in_flight": self.router.answers_in_flight(),
            "link_queue_bytes": sum(link.waiting_bytes for link in links),
        }
