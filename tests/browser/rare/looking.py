"""Looking at a moment of a table: as it is, and then as small as a phone and in Vietnamese."""

from __future__ import annotations

import json
import re
from typing import Any, Final, Protocol

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, ROOT
from tests.browser.player import Player
from tests.browser.test_looks import findings

__all__ = ["Look", "look_at"]

_PICTURES: Final = ROOT / "build" / "seen"
_NO_WORDS: Final = re.compile(r"\b(?:tonk|chan|table|seat|pause|who)\.[a-z_]+(?:\.\w+)*|[{}]|undefined|NaN")
_CUT_OFF: Final = """
    () => [...document.querySelectorAll(".board *, .pause *, .top-bar *")].filter(one => {
        const {left, right, width} = one.getBoundingClientRect()
        const isShort = one.matches(".chip, .button, .asked") && one.scrollWidth > one.clientWidth
        const isOutside = left < -8 || right > innerWidth + 8
        return width > 0 && !one.closest(".spoken, .hand-cards") && (isShort || isOutside)
    }).map(one => `${one.className}: ${one.textContent}`)
"""


class Look(Protocol):
    """Looks at what a player sees now; `moment` tells several looks of a test apart."""

    def __call__(self, player: Player, moment: str = "") -> None: ...


def look_at(player: Player, name: str) -> None:
    """Keep two pictures in `build/seen`; nothing may be cut off, left without words, or a fault for axe."""
    page = player.page
    slug = re.sub(r"\W+", "-", name.removeprefix("test_"))
    _check(page, slug)
    usual = page.viewport_size
    assert usual is not None
    page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]  # a mapping of mappings and flags
    _speak(page, "vi", "Tiếng Việt")
    _check(page, f"{slug}-phone")
    _speak(page, "en", "English")
    page.set_viewport_size(usual)


def _speak(page: Page, tag: str, language: str) -> None:
    """Choose a language in the settings."""
    page.get_by_role("button", name=re.compile("^(Settings|Cài đặt)$")).press("Enter")  # the result lies over it
    page.get_by_role("radio", name=language).check(force=True)
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.get_by_role("dialog")).to_have_count(0)


def _check(page: Page, name: str) -> None:
    _PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=_PICTURES / f"{name}.png", animations="disabled")
    found: dict[str, Any] = {
        "wider than the screen": page.evaluate("document.documentElement.scrollWidth > innerWidth"),
        "cut off": page.evaluate(_CUT_OFF),
        "without words": _NO_WORDS.findall(page.locator("body").inner_text()),
        "axe": findings(page),
    }
    found = {what: where for what, where in found.items() if where}
    assert not found, f"{name}: {json.dumps(found, indent=1, ensure_ascii=False)}"
