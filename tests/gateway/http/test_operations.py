"""What operators and browsers ask: health, metrics, guests, the page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from gateway.app import Gateway
from tests.gateway.client import Client, eventually
from tests.gateway.conftest import Connect, StartGateway
from tests.gateway.service import FakeService


@pytest.fixture
async def browser() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient() as client:
        yield client


def url(gateway: Gateway, path: str) -> str:
    return f"http://127.0.0.1:{gateway.port}{path}"


async def readiness(gateway: Gateway) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.get(url(gateway, "/readyz"))


async def test_ready_means_that_a_canary_went_through_the_store_of_every_game(
    service: FakeService, gateway: Gateway
) -> None:
    links = gateway.router.healthy_games
    await eventually(lambda: links()["tan"])
    ready = await readiness(gateway)
    assert (ready.status_code, ready.json()) == (200, {"draining": False, "games": {"tan": True}})
    service.is_store_up = False
    await eventually(lambda: not links()["tan"])
    assert (await readiness(gateway)).status_code == 503
    service.is_store_up = True
    await eventually(lambda: links()["tan"])
    assert (await readiness(gateway)).status_code == 200


async def test_alive_is_not_ready(start_gateway: StartGateway, browser: httpx.AsyncClient) -> None:
    gateway = await start_gateway()
    assert (await browser.get(url(gateway, "/healthz"))).status_code == 200
    assert (await readiness(gateway)).status_code == 503


async def test_metrics_count_what_happens(client: Client, gateway: Gateway, browser: httpx.AsyncClient) -> None:
    await client.open()
    client.send(b"\xff")
    await client.next()
    text = (await browser.get(url(gateway, "/metrics"))).text
    assert 'chieu_gateway_frames_total{kind="open"} 1.0' in text
    assert 'chieu_gateway_refusals_total{reason="REASON_MALFORMED"} 1.0' in text
    assert "chieu_gateway_subscriptions 1.0" in text


async def test_guests_get_a_token_that_works_if_guests_are_welcome(
    service: FakeService, start_gateway: StartGateway, browser: httpx.AsyncClient, connect: Connect
) -> None:
    gateway = await start_gateway(service, guests=True, jwt_audience="chieu", jwt_issuer="us")
    guest = (await browser.post(url(gateway, "/v1/guest"))).json()
    assert guest["name"].startswith("Khach-")
    client = await connect(gateway, token=guest["token"])
    assert (await client.open()).HasField("opened")
    again = (await browser.post(url(gateway, "/v1/guest"))).json()
    assert again["subject"] != guest["subject"]


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        (b'{"name": "  B\xc3\xa0  Ba "}', "Bà Ba"),
        (b'{"name": "%s"}' % (b"x" * 99), "x" * 40),
        (b"{}", None),
        (b'{"name": ""}', None),
    ],
)
async def test_guests_choose_their_name(
    service: FakeService, start_gateway: StartGateway, browser: httpx.AsyncClient, asked: bytes, name: str | None
) -> None:
    gateway = await start_gateway(service, guests=True)
    guest = (await browser.post(url(gateway, "/v1/guest"), content=asked)).json()
    assert guest["name"] == name or (name is None and guest["name"].startswith("Khach-"))


@pytest.mark.parametrize("asked", [b"{", b"[]", b'{"name": 7}', b"\xff"])
async def test_a_guest_who_cannot_be_understood_is_told_so(
    service: FakeService, start_gateway: StartGateway, browser: httpx.AsyncClient, asked: bytes
) -> None:
    gateway = await start_gateway(service, guests=True)
    refused = await browser.post(url(gateway, "/v1/guest"), content=asked)
    assert (refused.status_code, refused.json()["reason"]) == (400, "REASON_MALFORMED")


async def test_guests_are_limited_by_address(
    service: FakeService, start_gateway: StartGateway, browser: httpx.AsyncClient
) -> None:
    gateway = await start_gateway(service, guests=True, calls_burst=1, calls_per_second=0.001)
    statuses = [(await browser.post(url(gateway, "/v1/guest"))).status_code for _ in range(2)]
    assert statuses == [200, 429]


async def test_there_are_no_guests_by_default(gateway: Gateway, browser: httpx.AsyncClient) -> None:
    assert (await browser.post(url(gateway, "/v1/guest"))).status_code == 404


async def test_the_page_is_served_beside_the_calls(
    service: FakeService, start_gateway: StartGateway, browser: httpx.AsyncClient, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("chiếu", encoding="utf-8")
    gateway = await start_gateway(service, page_dir=tmp_path)
    page = await browser.get(url(gateway, "/"))
    assert (page.text, page.headers["content-type"]) == ("chiếu", "text/html; charset=utf-8")
    assert (await browser.get(url(gateway, "/../../etc/passwd"))).status_code == 404
    assert (await browser.get(url(gateway, "/healthz"))).text == "ok\n"


async def test_a_page_that_is_not_there_is_no_fault(
    service: FakeService, start_gateway: StartGateway, browser: httpx.AsyncClient, tmp_path: Path
) -> None:
    gateway = await start_gateway(service, page_dir=tmp_path / "none")
    assert (await browser.get(url(gateway, "/"))).status_code == 404


async def test_only_named_origins_may_call(
    service: FakeService, start_gateway: StartGateway, browser: httpx.AsyncClient
) -> None:
    gateway = await start_gateway(service, cors_origins="https://a")
    for origin, expected in (("https://a", "https://a"), ("https://b", None)):
        answer = await browser.get(url(gateway, "/healthz"), headers={"Origin": origin})
        assert answer.headers.get("access-control-allow-origin") == expected


async def test_a_fault_tells_nothing_and_is_logged(
    gateway: Gateway, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> dict[str, bool]:
        raise RuntimeError("inner workings")

    monkeypatch.setattr(gateway.router, "healthy_games", fail)
    answer = await browser.get(url(gateway, "/readyz"))
    assert answer.status_code == 500
    assert "inner" not in answer.text
    assert "http_fault" in capsys.readouterr().out


async def test_a_client_that_keeps_connections_is_served_again_and_again(
    gateway: Gateway, browser: httpx.AsyncClient
) -> None:
    assert [(await browser.get(url(gateway, "/healthz"))).status_code for _ in range(5)] == [200] * 5
