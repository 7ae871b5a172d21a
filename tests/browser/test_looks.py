"""What holds for every screen in every light: readable, reachable, and from here alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, Sit
from tests.browser.player import LOOK_MS, Player

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium", "node"), pytest.mark.timeout(300)]

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = {"serious", "critical"}


def screens(player: Player) -> Iterator[str]:
    """Go to one screen after the other; its name each time it can be seen."""
    page = player.page
    player.enter()
    expect(page.get_by_text("No public table")).to_be_visible(timeout=LOOK_MS)
    yield "lobby"
    page.locator(".who-am-i").click()
    yield "settings"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Make a table").click()
    page.get_by_text("Each rule by itself").click()
    yield "new table"
    page.get_by_role("button", name="Make the table").click()
    page.get_by_test_id("share-link").wait_for(timeout=LOOK_MS)
    yield "gathering"
    page.get_by_role("button", name="Table menu").click()
    yield "menu"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start with bots").click()
    player.board.wait_for(timeout=LOOK_MS)
    assert player.await_turn()
    yield "turn"
    page.locator(".seat.at-top .popover-button").click()
    yield "seat"
    page.keyboard.press("Escape")
    player.play_at(matchSets=1)
    while player.await_turn():
        player.answer()
    yield "result"
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("Verified", exact=True)).to_be_visible(timeout=LOOK_MS)
    yield "check"


def findings(page: Page) -> list[dict[str, Any]]:
    """What axe has against the page as it is."""
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        {
            "rule": one["id"],
            "where": [node["target"] for node in one["nodes"]],
            "why": one["nodes"][0]["failureSummary"],
        }
        for one in found["violations"]
        if one["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_screen_has_a_serious_fault_for_those_who_see_or_hear_otherwise(
    sit: Sit, theme: str, size: dict[str, Any]
) -> None:
    player = sit(color_scheme=theme, reduced_motion="reduce", **size)
    found = {screen: faults for screen in screens(player) if (faults := findings(player.page))}
    assert not found, json.dumps(found, indent=1)


def test_nothing_is_asked_of_anybody_but_the_gateway(sit: Sit, context: Callable[..., BrowserContext]) -> None:
    within = context()
    asked: list[str] = []
    within.on("request", lambda request: asked.append(request.url))
    player = sit(within=within)
    for _ in screens(player):
        pass
    foreign = [url for url in asked if not url.startswith(player.address)]
    assert asked
    assert not foreign


def test_the_page_speaks_vietnamese_and_stays_with_it(sit: Sit) -> None:
    player = sit(locale="vi-VN")
    player.enter()
    expect(player.page.get_by_role("button", name="Chơi với máy")).to_be_visible()
    player.page.locator(".who-am-i").click()
    player.page.get_by_role("radio", name="English").check(force=True)
    player.page.reload()
    expect(player.page.get_by_role("button", name="Play against bots")).to_be_visible()
    assert player.page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.parametrize("width", [320, 360, 390, 834, 1280])
def test_no_table_is_wider_than_its_screen(sit: Sit, width: int) -> None:
    player = sit(viewport={"width": width, "height": 700})
    player.play_at(seats=4, handLimit=0, jokers=2)
    assert player.await_turn()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width
    outside = player.page.locator(".hand .card, .action-bar .button, .seat, .top-bar button").evaluate_all(
        "(all, width) => all.filter(one => { const {left, right} = one.getBoundingClientRect();"
        " return left < -8 || right > width + 8 }).map(one => one.ariaLabel)",
        width,
    )
    assert not outside


def test_motion_is_left_out_where_it_is_not_wanted(sit: Sit) -> None:
    player = sit(reduced_motion="reduce")
    player.play_at()
    for _ in range(3):
        assert player.await_turn()
        player.answer()
        assert player.page.evaluate("document.getAnimations().filter(one => one.playState === 'running').length") == 0


def test_no_motion_lasts_a_quarter_of_a_second(sit: Sit) -> None:
    player = sit()
    player.enter()
    player.page.evaluate(
        "() => { window.flights = []; const animate = Element.prototype.animate;"
        " Element.prototype.animate = function (frames, timing) {"
        " window.flights.push(timing.duration + (timing.delay ?? 0)); return animate.call(this, frames, timing) } }"
    )
    table = player.make()
    player.page.evaluate(f"location.hash = '#/t/{table}'")
    player.board.wait_for(timeout=LOOK_MS)
    for _ in range(4):
        assert player.await_turn()
        player.answer()
    flights = player.page.evaluate("window.flights")
    assert flights
    assert max(flights) < 250
