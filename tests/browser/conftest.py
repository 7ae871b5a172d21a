from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.player import Player
from tests.system import Deployment, Plan, start_deployment

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = ROOT / "build" / "page"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

Sit = Callable[..., Player]
_running: list[Deployment] = []
_players: list[Player] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what was seen, and the logs, when a test fails."""
    report = yield
    if report.failed:
        for number, player in enumerate(_players):
            seen = player.page.locator("body").aria_snapshot(timeout=5000)
            report.sections.append((f"what player {number} saw", f"{player.page.url}\n{seen[:6000]}\n{player.faults}"))
        for deployment in _running:
            report.sections.append(("logs", deployment.said()[-6000:]))
    return report


@pytest.fixture(scope="package")
def deployment() -> Iterator[Deployment]:
    """A service of each game, a gateway with the page, a worker."""
    plan = Plan(games=("tan", "tonk", "chan"), replicas=1, gateways=1, workers=1, settings={"PAGE_DIR": str(PAGE)})
    with shown(plan) as running:
        yield running


@contextmanager
def shown(plan: Plan) -> Iterator[Deployment]:
    """A deployment whose logs are shown with failures while it runs."""
    with start_deployment(plan) as running:
        _running.append(running)
        try:
            yield running
        finally:
            _running.remove(running)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The machine's Chromium. Playwright keeps a loop running in this thread, so none of it may outlast this folder."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), chromium_sandbox=False, args=ARGUMENTS
        )
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browser profiles that know nothing of each other."""
    with ExitStack() as stack:

        def make(**options: Any) -> BrowserContext:
            made = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-US", **options})
            stack.callback(made.close)
            return made

        yield make


@pytest.fixture
def sit(context: Callable[..., BrowserContext], deployment: Deployment) -> Iterator[Sit]:
    """Opens the page for a player; in a browser of his own, unless one is given."""

    def open_page(within: BrowserContext | None = None, **options: Any) -> Player:
        made = within or context(**options)
        player = Player(made.new_page(), deployment.gateways[0].address, has_touch=bool(options.get("has_touch")))
        _players.append(player)
        return player

    yield open_page
    faults = [fault for player in _players for fault in player.faults]
    _players.clear()
    assert not faults
