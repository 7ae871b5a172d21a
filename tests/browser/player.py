"""A person at the page: sees what is drawn, and uses a mouse, a finger or a keyboard."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, Position, expect

from chieu.table.v1.table_pb2 import PHASE_PLAYING
from chieu.tan.v1.tan_pb2 import Choices
from chieu_client.unpack import unpack_as
from tests.browser.wire import Wire

__all__ = ["Player"]

LOOK_MS = 30_000


class Player:
    """One page of one browser. `wire` holds what it was sent."""

    def __init__(self, page: Page, address: str, *, has_touch: bool = False) -> None:
        self.page = page
        self.address = address
        self.wire = Wire(page)
        self._has_touch = has_touch
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)

    # Going somewhere.

    def enter(self) -> None:
        """Open the lobby, and be somebody."""
        self.page.goto(self.address)
        self.await_that(lambda: self.page.evaluate("localStorage.getItem('chieu:player')"), "nobody was entered")

    def play_bots(self, seats: int = 2, level: str = "easy") -> None:
        """Start at once against bots."""
        self.enter()
        self.page.get_by_role("radio", name=str(seats), exact=True).check(force=True)
        self.page.get_by_role("radio", name=level).check(force=True)
        self.press(self.page.get_by_role("button", name="Play against bots"))
        self.board.wait_for(timeout=LOOK_MS)

    def play_at(self, game: str = "tan", **wishes: Any) -> str:
        """Make a table by a call, as this player, and go there."""
        self.enter()
        table = self.make(game, **wishes)
        self.page.goto(f"{self.address}/#/t/{table}")
        self.board.wait_for(timeout=LOOK_MS)
        return table

    def make(
        self,
        game: str = "tan",
        *,
        seats: int = 2,
        pace_ms: int = 0,
        bots: str = "easy",
        between: int = 60,
        claims: int = 3,
        **options: Any,
    ) -> str:
        """A table of this player's, made by a call: bots that do not wait, and options that the form does not offer.

        Without a level for bots the other seats stay free.
        """
        known = json.loads(self.page.evaluate("localStorage.getItem('chieu:player')"))
        asked = {
            "requestId": f"{known['subject']}-{seats}-{len(self.wire.frames)}",
            "game": game,
            "settings": {
                "seats": seats,
                "botPaceMs": pace_ms,
                "betweenSeconds": between,
                "claimSeconds": claims,
            },
            "options": {"@type": f"type.googleapis.com/chieu.{game}.v1.Options", "turnSeconds": 120, **options},
            "takeSeat": True,
            "botLevel": bots,
        }
        headers = {"Authorization": f"Bearer {known['token']}"}
        made = httpx.post(f"{self.address}/v1/tables", json=asked, headers=headers, timeout=20)
        made.raise_for_status()
        return str(made.json()["table"]["id"])

    # Seeing.

    @property
    def board(self) -> Locator:
        """The table while a deal is on, or over."""
        return self.page.locator(".board")

    @property
    def legal(self) -> Locator:
        """Cards of the hand that may be played now and are not chosen."""
        return self.page.locator(".hand .card.legal:not(.chosen)")

    @property
    def chosen(self) -> Locator:
        """Cards of the hand that are chosen."""
        return self.page.locator(".hand .card.chosen")

    @property
    def buttons(self) -> Locator:
        """What may be done."""
        return self.page.locator(".action-bar .button:not(:disabled)")

    def await_turn(self) -> bool:
        """Wait until something is asked; False if the deal is over instead."""
        self.page.locator(".action-bar .button:not(:disabled), .pause").first.wait_for(timeout=LOOK_MS)
        return self.page.locator(".pause").count() == 0

    def rounds(self) -> int:
        """The number of the round, as the table says it."""
        return int(self.wire.view().round_no)

    def await_attack(self) -> None:
        """Answer at Tấn until this player is asked to attack, has a card that fits, and sees so."""
        while self.await_turn() and not unpack_as(self.wire.latest.prompt.choices, Choices).attack.fitting:
            self.answer()
        expect(self.page.locator(".action-bar")).to_contain_text("Attack")

    # Doing.

    def press(self, what: Locator) -> None:
        """Press something with mouse or finger."""
        if self._has_touch:
            what.tap()
        else:
            what.click()

    def choose(self, card: Locator) -> None:
        """Press a card where it shows."""
        if self._has_touch:
            card.tap(position=corner(card))
        else:
            card.click(position=corner(card))

    def answer(self) -> None:
        """One answer: lay the first card that fits, cover as suggested or card by card, else take or stop."""
        asked = self.wire.latest.prompt.prompt_id
        primary = self.page.locator(".action-bar .primary:not(.unready)")
        for _ in range(12):
            if primary.count() or not self.legal.count():
                break
            self.choose(self.legal.first)
            expect(self.chosen.first).to_be_visible()
        self.press((primary if primary.count() else self.buttons).first)
        self.await_gone(asked)

    def next_deal(self) -> None:
        """Ask for the next deal, and wait until it is there; it may be over as it is dealt."""
        before = self.wire.latest.state.deal
        self.press(self.page.get_by_role("button", name="Next deal"))

        def is_there() -> bool:
            state = self.wire.latest.state
            is_shown = state.phase != PHASE_PLAYING or not self.page.locator(".pause").count()
            return state.deal > before and is_shown

        self.await_that(is_there, "no deal begins")

    def await_gone(self, prompt: bytes) -> None:
        """Wait until a prompt is open no more."""
        self.await_that(lambda: self.wire.latest.prompt.prompt_id != prompt, "the answer did not count")

    def await_that(self, what: Callable[[], object], failing: str) -> None:
        """Wait until it is so; the page goes on meanwhile. Its policy takes no code that Playwright would poll with."""
        end = time.monotonic() + LOOK_MS / 1000
        while not what():
            assert time.monotonic() < end, failing
            self.page.wait_for_timeout(20)


def corner(card: Locator) -> Position:
    """Where a card of a fan shows, also under its neighbours: near its own upper left corner, however it is turned.

    Counted from the box round the card as it will lie, since it may still be flying there.
    """
    turned, width, height = card.evaluate("card => [card.style.rotate, card.offsetWidth, card.offsetHeight]")
    turn = math.radians(float(turned.removesuffix("deg") or 0))
    across, down = 10 - width / 2, 24 - height / 2
    leaning, upright = abs(math.sin(turn)), math.cos(turn)
    return {
        "x": (width * upright + height * leaning) / 2 + across * upright - down * math.sin(turn),
        "y": (width * leaning + height * upright) / 2 + across * math.sin(turn) + down * upright,
    }
