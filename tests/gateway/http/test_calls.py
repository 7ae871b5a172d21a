"""Lobby and table calls: JSON over HTTP in, plain gRPC at the service, and refusals on the way back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
import httpx
import pytest
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import code_pb2, error_details_pb2, status_pb2

from chieu.table.v1 import refusal_pb2, table_pb2, table_service_pb2
from chieu.tan.v1 import tan_pb2
from gateway.app import Gateway
from gateway.http.routes import ROUTES, SERVICE
from gateway.http.statuses import HTTP_STATUS
from tests.gateway.client import eventually, token
from tests.gateway.conftest import StartGateway, StartService
from tests.gateway.service import FakeService, refused


@pytest.fixture
async def browser() -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client that keeps connections, as browsers and proxies do."""
    async with httpx.AsyncClient() as client:
        yield client


class Caller:
    """Calls a gateway as a player."""

    def __init__(self, gateway: Gateway, browser: httpx.AsyncClient, bearer: str) -> None:
        self.base = f"http://127.0.0.1:{gateway.port}"
        self.browser = browser
        self.headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self.browser.get(self.base + path, headers=self.headers, **options)

    async def post(self, path: str, **options: Any) -> httpx.Response:
        return await self.browser.post(self.base + path, headers=self.headers, **options)


@pytest.fixture
def an(gateway: Gateway, browser: httpx.AsyncClient) -> Caller:
    return Caller(gateway, browser, token("an", name="Nguyễn An", tenant="studio", table="tan-1", seat=1))


def refusal_in(response: httpx.Response) -> refusal_pb2.Refusal:
    return json_format.Parse(response.content, refusal_pb2.Refusal())


def path_of(path: str) -> str:
    return path.replace("{table}", "tan-1").replace("{deal}", "3").replace("{code}", "ABCDEF")


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
async def test_every_route_reaches_its_call(service: FakeService, an: Caller, route: Any) -> None:
    if route.method == "GET":
        query = {"game": "tan"} if "game" in route.other_fields else {}
        response = await an.get(path_of(route.path), params=query)
    else:
        body = {"game": "tan"} if "game" in route.other_fields else {}
        response = await an.post(path_of(route.path), json=body)
    assert response.status_code == 200, response.text
    ((name, request, metadata),) = service.calls
    assert name == route.call
    assert {name: str(getattr(request, name)) for name in route.path_fields} == {
        name: {"table": "tan-1", "deal": "3", "code": "ABCDEF"}[name] for name in route.path_fields
    }
    assert metadata["authorization"] == "Bearer service token"
    assert {key: metadata[f"chieu-{key}"] for key in ("subject", "tenant", "table", "seat")} == {
        "subject": "an",
        "tenant": "studio",
        "table": "tan-1",
        "seat": "1",
    }
    assert metadata["chieu-name"] == "Nguy%E1%BB%85n%20An"


def test_every_call_of_the_service_has_a_route() -> None:
    assert {route.call for route in ROUTES} == {method.name for method in SERVICE.methods}


async def test_messages_are_transcoded_both_ways(service: FakeService, an: Caller) -> None:
    options = AnyMessage()
    options.Pack(tan_pb2.Options(match_sets=3))

    async def create(_name: str, request: Any, _context: Any) -> Any:
        table = table_pb2.Table(id="tan-9", options=request.options, created_ms=5, settings=request.settings)
        return table_service_pb2.CreateTableResponse(table=table)

    service.on_call = create
    body = {
        "requestId": "r",
        "game": "tan",
        "settings": {"seats": 2},
        "options": {"@type": "type.googleapis.com/chieu.tan.v1.Options", "matchSets": 3},
    }
    response = await an.post("/v1/tables", json=body)
    table = response.json()["table"]
    assert table["options"] == body["options"]
    assert (table["createdMs"], table["settings"]) == ("5", {"seats": 2})
    assert service.calls[0][1].options == options


async def test_query_fields_are_read_as_their_types(service: FakeService, an: Caller) -> None:
    await an.get("/v1/tables", params={"game": "tan", "limit": "7"})
    assert service.calls[0][1] == table_service_pb2.ListTablesRequest(game="tan", limit=7)


@pytest.mark.parametrize("kind", ["refusal", "info"])
async def test_a_refusal_of_the_service_is_json_with_its_status(service: FakeService, an: Caller, kind: str) -> None:
    refusal = refused("REASON_SEAT_TAKEN", "ADVICE_RESYNC", seq=4)
    detail = AnyMessage()
    if kind == "refusal":
        detail.Pack(refusal)
    else:
        metadata = {"advice": "ADVICE_RESYNC", "seq": "4"}
        detail.Pack(error_details_pb2.ErrorInfo(reason="REASON_SEAT_TAKEN", domain="chieu", metadata=metadata))
    status = status_pb2.Status(code=code_pb2.FAILED_PRECONDITION, message="secret", details=[detail])

    async def refuse(_name: str, _request: Any, context: Any) -> Any:
        context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
        await context.abort(grpc.StatusCode.FAILED_PRECONDITION, "secret")

    service.on_call = refuse
    response = await an.post("/v1/tables/tan-1/seat", json={"requestId": "r"})
    assert response.status_code == 409
    assert refusal_in(response) == refusal


@pytest.mark.parametrize(
    ("code", "expected", "reason"),
    [
        (grpc.StatusCode.INTERNAL, 503, "REASON_UNAVAILABLE"),
        (grpc.StatusCode.UNKNOWN, 503, "REASON_UNAVAILABLE"),
        (grpc.StatusCode.INVALID_ARGUMENT, 400, "REASON_MALFORMED"),
        (grpc.StatusCode.UNAUTHENTICATED, 401, "REASON_UNAUTHENTICATED"),
    ],
)
async def test_what_a_service_says_outside_a_refusal_is_not_passed_on(
    service: FakeService, an: Caller, code: grpc.StatusCode, expected: int, reason: str
) -> None:
    async def fail(_name: str, _request: Any, context: Any) -> Any:
        await context.abort(code, "secret")

    service.on_call = fail
    response = await an.get("/v1/tables/tan-1")
    assert response.status_code == expected
    assert refusal_in(response).reason == refusal_pb2.Reason.Value(reason)
    assert "secret" not in response.text


def test_every_reason_has_a_status() -> None:
    assert set(HTTP_STATUS) == set(refusal_pb2.Reason.values())


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "reason"),
    [
        ("POST", "/v1/tables", b"{", 400, "REASON_MALFORMED"),
        ("POST", "/v1/tables", b"[]", 400, "REASON_MALFORMED"),
        ("POST", "/v1/tables", b"\xff", 400, "REASON_MALFORMED"),
        ("POST", "/v1/tables", b"[" * 50_000, 400, "REASON_MALFORMED"),
        ("POST", "/v1/tables", b'{"nonsense": 1}', 400, "REASON_MALFORMED"),
        ("POST", "/v1/tables", b'{"game": 1}', 400, "REASON_MALFORMED"),
        ("POST", "/v1/tables", b'{"game": "poker"}', 400, "REASON_WRONG_GAME"),
        ("POST", "/v1/tables", b"", 400, "REASON_WRONG_GAME"),
        ("POST", "/v1/tables/tan-1/seat", b'{"table": "tan-2"}', 400, "REASON_MALFORMED"),
        ("POST", "/v1/tables/poker-1/seat", b"", 404, "REASON_NO_SUCH_TABLE"),
        ("GET", "/v1/tables?limit=x&game=tan", b"", 400, "REASON_MALFORMED"),
        ("GET", "/v1/tables/tan-1/records/x", b"", 400, "REASON_MALFORMED"),
        ("POST", "/v1/tables", b" " * 70_000, 413, "REASON_TOO_LARGE"),
    ],
    ids=lambda value: repr(value)[:40],
)
async def test_what_cannot_be_is_refused_before_the_service_hears_of_it(
    service: FakeService, an: Caller, method: str, path: str, body: bytes, status: int, reason: str
) -> None:
    response = await an.browser.request(method, an.base + path, content=body, headers=an.headers)
    assert response.status_code == status
    assert refusal_in(response).reason == refusal_pb2.Reason.Value(reason)
    assert not service.calls


@pytest.mark.parametrize("bearer", ["", "nonsense", token("an", seconds=-60)], ids=["none", "nonsense", "expired"])
async def test_nobody_calls_without_a_valid_token(
    service: FakeService, gateway: Gateway, browser: httpx.AsyncClient, bearer: str
) -> None:
    response = await Caller(gateway, browser, bearer).get("/v1/tables/tan-1")
    assert response.status_code == 401
    assert refusal_in(response).reason == refusal_pb2.REASON_UNAUTHENTICATED
    assert not service.calls


async def test_a_player_who_calls_too_often_is_refused_and_others_are_not(
    service: FakeService, start_gateway: StartGateway, browser: httpx.AsyncClient
) -> None:
    gateway = await start_gateway(service, calls_burst=2, calls_per_second=0.001)
    an, binh = (Caller(gateway, browser, token(name)) for name in ("an", "binh"))
    statuses = [(await an.get("/v1/tables/tan-1")).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert (await binh.get("/v1/tables/tan-1")).status_code == 200
    nobody = Caller(gateway, browser, "")
    assert [(await nobody.get("/v1/tables/tan-1")).status_code for _ in range(3)] == [401, 401, 429]


async def test_a_body_that_does_not_come_is_not_waited_for(service: FakeService, start_gateway: StartGateway) -> None:
    gateway = await start_gateway(service, head_seconds=0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(
        b"POST /v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nAuthorization: Bearer "
        + token("an").encode()
        + b"\r\n\r\n"
    )
    async with asyncio.timeout(5):
        assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")
    writer.close()


async def test_without_any_replica_a_call_says_try_again(
    start_gateway: StartGateway, browser: httpx.AsyncClient
) -> None:
    response = await Caller(await start_gateway(), browser, token("an")).get("/v1/tables/tan-1")
    assert response.status_code == 503
    assert response.headers["retry-after"] == "1"
    assert refusal_in(response).advice == refusal_pb2.ADVICE_RETRY


async def test_a_replica_that_cannot_be_reached_is_tried_elsewhere(
    start_service: StartService, start_gateway: StartGateway, browser: httpx.AsyncClient
) -> None:
    services = [await start_service(name="a"), await start_service(name="b")]
    gateway = await start_gateway(*services)
    await eventually(lambda: len(gateway.router.games["tan"].live_links()) == 2)

    async def away(_name: str, _request: Any, context: Any) -> Any:
        await context.abort(grpc.StatusCode.UNAVAILABLE, "")

    for number in range(6):
        services[number % 2].on_call = away
        services[1 - number % 2].on_call = None
        response = await Caller(gateway, browser, token("an")).get("/v1/tables/tan-1")
        assert response.status_code == 200
