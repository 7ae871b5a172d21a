"""The page's files, as a browser gets them."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from gateway.app import Gateway
from gateway.http.page import POLICY
from tests.gateway.conftest import StartGateway
from tests.gateway.service import FakeService

SCRIPT = b"document.title = 'chi';"


@pytest.fixture
async def browser() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient() as client:
        yield client


@pytest.fixture
async def address(service: FakeService, start_gateway: StartGateway, tmp_path: Path) -> str:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (assets / "index-a1B2_c3D.js").write_bytes(SCRIPT)
    (assets / "index-a1B2_c3D.js.gz").write_bytes(gzip.compress(SCRIPT))
    gateway: Gateway = await start_gateway(service, page_dir=tmp_path)
    return f"http://127.0.0.1:{gateway.port}"


@pytest.mark.parametrize("path", ["/", "/index.html", "/assets/index-a1B2_c3D.js"])
async def test_every_file_says_that_nothing_but_this_gateway_may_be_used(
    address: str, browser: httpx.AsyncClient, path: str
) -> None:
    headers = (await browser.get(address + path)).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_policy_allows_nothing_inline_and_no_other_host() -> None:
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert set(rules.values()) == {"'none'", "'self'"}


async def test_what_has_its_hash_in_its_name_is_kept_and_the_rest_is_asked_for_again(
    address: str, browser: httpx.AsyncClient
) -> None:
    kept = (await browser.get(f"{address}/assets/index-a1B2_c3D.js")).headers["cache-control"]
    assert "immutable" in kept
    first = await browser.get(address)
    assert first.headers["cache-control"] == "no-cache"
    again = await browser.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.headers["content-security-policy"]) == (304, POLICY)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "gzip"), ("br, gzip;q=0.5", "gzip"), ("identity", None), ("br, gzip;q=0", None)],
)
async def test_whoever_takes_gzip_gets_the_copy_that_the_builder_made(
    address: str, browser: httpx.AsyncClient, accepted: str, encoding: str | None
) -> None:
    script = await browser.get(f"{address}/assets/index-a1B2_c3D.js", headers={"Accept-Encoding": accepted})
    assert script.content == SCRIPT
    assert script.headers.get("content-encoding") == encoding
    assert script.headers["content-type"].partition(";")[0] == "text/javascript"
    assert script.headers["vary"] == "Accept-Encoding"
