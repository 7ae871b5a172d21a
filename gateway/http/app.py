"""The HTTP side: lobby and table calls, guests, health, metrics, documents and the page."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from prometheus_client import CollectorRegistry
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.routing import Route as Path

from chieu.table.v1 import refusal_pb2 as pb
from gateway.http.asyncapi import asyncapi
from gateway.http.calls import forward, read_request
from gateway.http.openapi import openapi
from gateway.http.page import Page
from gateway.http.routes import ROUTES, Route
from gateway.http.statuses import Refused
from gateway.link import Router
from gateway.metrics import Counts
from gateway.refusals import refuse
from gateway.session.limits import Buckets
from gateway.settings import Settings
from gateway.wire import as_json
from identity import BadToken, Identity, TokenFault, TokenVerifier, bearer, clean_name, mint
from telemetry import render

__all__ = ["Web", "make_app"]

_log: Final = structlog.get_logger()
Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(slots=True, eq=False)
class Web:
    """What the HTTP side needs of the rest."""

    settings: Settings
    verifier: TokenVerifier
    router: Router
    counts: Counts
    registry: CollectorRegistry
    is_draining: bool = False
    callers: Buckets = field(init=False)

    def __post_init__(self) -> None:
        self.callers = Buckets(self.settings.calls_per_second, self.settings.calls_burst)


def make_app(web: Web) -> Starlette:
    """The ASGI application."""
    routes: list[BaseRoute] = [
        Path("/healthz", _healthz),
        Path("/readyz", _readyz(web)),
        Path("/metrics", _metrics(web)),
        Path("/openapi.json", _document(openapi)),
        Path("/asyncapi.json", _document(asyncapi)),
        *(Path(route.path, _call(web, route), methods=[route.method]) for route in ROUTES),
    ]
    if web.settings.guests:
        routes.append(Path("/v1/guest", _guest(web), methods=["POST"]))
    if web.settings.page_dir is not None and web.settings.page_dir.is_dir():
        routes.append(Mount("/", Page(web.settings.page_dir)))
    handlers: dict[Any, Any] = {Refused: _refused(web.counts), HTTPException: _http_error, Exception: _fault}
    return Starlette(routes=routes, middleware=_cors(web.settings), exception_handlers=handlers)


def _cors(settings: Settings) -> list[Middleware]:
    if not settings.cors_origins:
        return []
    headers = ["Authorization", "Content-Type"]
    origins = list(settings.cors_origins)
    return [Middleware(CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"], allow_headers=headers)]


def _call(web: Web, route: Route) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        identity = await _caller(web, request)
        body = await _body(web.settings, request) if route.method == "POST" else b""
        message = read_request(route, request.path_params, request.query_params, body)
        token = web.settings.service_token.get_secret_value()
        response = await forward(route, message, identity, web.router, token)
        web.counts.calls["200"] += 1
        return Response(as_json(response), media_type="application/json")

    return endpoint


async def _caller(web: Web, request: Request) -> Identity:
    """Who calls, once it is known and not calling too often."""
    now = time.monotonic()
    address = request.state.client_address
    try:
        identity = await web.verifier.verify(bearer(request.headers.get("authorization")))
    except BadToken as bad:
        if not web.callers.may(address, now):
            raise Refused(refuse(pb.REASON_RATE_LIMITED)) from bad
        if bad.reason is TokenFault.UNAVAILABLE:
            raise Refused(refuse(pb.REASON_UNAVAILABLE, bad.detail)) from bad
        raise Refused(refuse(pb.REASON_UNAUTHENTICATED, bad.reason.value)) from bad
    if not web.callers.may((identity.tenant, identity.subject), now):
        raise Refused(refuse(pb.REASON_RATE_LIMITED))
    return identity


async def _body(settings: Settings, request: Request) -> bytes:
    """The whole body, if it is small enough and comes in time."""
    too_large = Refused(refuse(pb.REASON_TOO_LARGE, f"at most {settings.max_body_bytes} bytes"))
    read = bytearray()
    try:
        async with asyncio.timeout(settings.head_seconds):
            async for part in request.stream():
                read += part
                if len(read) > settings.max_body_bytes:
                    raise too_large
    except TimeoutError as error:
        raise HTTPException(408) from error
    except ClientDisconnect as error:
        raise HTTPException(400) from error
    return bytes(read)


def _guest(web: Web) -> Endpoint:
    secret = web.settings.jwt_secret.get_secret_value()

    async def endpoint(request: Request) -> Response:
        if not web.callers.may(request.state.client_address, time.monotonic()):
            raise Refused(refuse(pb.REASON_RATE_LIMITED))
        wanted = _wanted_name(await _body(web.settings, request))
        subject = f"guest-{secrets.token_hex(8)}"
        claims = {"aud": web.settings.jwt_audience, "iss": web.settings.jwt_issuer}
        seconds = web.settings.guest_seconds
        name = clean_name(wanted, subject)
        token = mint(secret, subject, name=name, seconds=seconds, extra=claims)
        return JSONResponse({"token": token, "subject": subject, "name": name, "seconds": seconds})

    return endpoint


def _wanted_name(body: bytes) -> str:
    """The name that a guest asks for, `{"name": …}`; empty where he asks for none."""
    if not body.strip():
        return ""
    try:
        wanted = json.loads(body)
    except ValueError as error:
        raise Refused(refuse(pb.REASON_MALFORMED, "expected JSON")) from error
    name = wanted.get("name", "") if isinstance(wanted, dict) else None
    if not isinstance(name, str):
        raise Refused(refuse(pb.REASON_MALFORMED, 'expected an object such as {"name": "An"}'))
    return name


async def _healthz(_request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


def _readyz(web: Web) -> Endpoint:
    async def endpoint(_request: Request) -> Response:
        """Every game has a link whose sign of life went through the store and back."""
        games = web.router.healthy_games()
        is_ready = all(games.values()) and not web.is_draining
        return JSONResponse({"draining": web.is_draining, "games": games}, status_code=200 if is_ready else 503)

    return endpoint


def _metrics(web: Web) -> Endpoint:
    async def endpoint(_request: Request) -> Response:
        kind, body = render(web.registry)
        return Response(body, headers={"Content-Type": kind})

    return endpoint


def _document(make: Callable[[], dict[str, Any]]) -> Endpoint:
    async def endpoint(_request: Request) -> Response:
        return JSONResponse(make())

    return endpoint


def _refused(counts: Counts) -> Callable[[Request, Refused], Awaitable[Response]]:
    async def answer(_request: Request, refused: Refused) -> Response:
        counts.calls[str(refused.status)] += 1
        headers = {"Retry-After": "1"} if refused.refusal.advice == pb.ADVICE_RETRY else None
        body = as_json(refused.refusal)
        return Response(body, status_code=refused.status, media_type="application/json", headers=headers)

    return answer


async def _http_error(_request: Request, error: HTTPException) -> Response:
    return PlainTextResponse(f"{error.detail}\n", status_code=error.status_code, headers=error.headers)


async def _fault(request: Request, error: Exception) -> Response:
    _log.error("http_fault", path=request.url.path, exc_info=error)
    return Response(as_json(refuse(pb.REASON_UNAVAILABLE)), status_code=500, media_type="application/json")
