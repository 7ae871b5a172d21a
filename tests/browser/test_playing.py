"""Playing at the page: with mouse, keyboard and finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Sit
from tests.browser.player import LOOK_MS, Player, corner

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium", "node"), pytest.mark.timeout(300)]


def play_a_round(player: Player) -> None:
    """Answer until the table says that another round is on."""
    first = player.wire.view().round_no
    while player.await_turn() and player.rounds() < first + 1:
        player.answer()


def test_a_whole_set_is_played_with_the_mouse_and_its_shuffle_is_verified(sit: Sit) -> None:
    player = sit()
    player.play_at(matchSets=1)
    while player.await_turn():
        player.answer()
    result = player.page.get_by_role("region", name="Result of the match")
    expect(result.get_by_role("row")).to_have_count(3)
    expect(result).to_contain_text("1st")
    player.press(result.get_by_role("button", name="Check the shuffle"))
    check = player.page.get_by_role("dialog", name="The shuffle of deal 1")
    expect(check.get_by_text("Verified", exact=True)).to_be_visible(timeout=LOOK_MS)
    expect(check).to_contain_text("This window saw that commitment")
    assert len(check.locator("dd code").nth(1).inner_text()) == 64


def test_a_set_is_started_against_bots_from_the_lobby_by_one_press(sit: Sit) -> None:
    player = sit()
    player.play_bots(seats=3)
    expect(player.page.locator(".seat")).to_have_count(3)
    assert player.await_turn()
    expect(player.page.locator(".tan-headline")).to_contain_text("Royal suit")


def test_a_round_is_played_by_touch_on_a_phone(sit: Sit) -> None:
    player = sit(**PHONE)
    player.play_at(seats=4)
    play_a_round(player)
    width = player.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["viewport"]["width"]  # type: ignore[index]  # a mapping of mappings and flags


def test_a_round_is_played_with_the_keyboard_alone(sit: Sit) -> None:
    player = sit()
    page, keys = player.page, player.page.keyboard
    player.play_at(seats=2)
    first = player.wire.view().round_no
    while player.await_turn() and player.rounds() == first:
        asked = player.wire.latest.prompt.prompt_id
        for _ in range(40):
            if page.evaluate("document.activeElement.matches('.hand .card')"):
                break
            keys.press("Tab")
        keys.press("Home")
        for _ in range(len(player.wire.view().hand)):
            label = page.evaluate("document.activeElement.getAttribute('aria-label')")
            if "may be played" in label and not player.page.locator(".action-bar .primary:not(.unready)").count():
                keys.press("Space")
                expect(player.chosen.first).to_be_visible()
            keys.press("ArrowRight")
        if player.page.locator(".action-bar .primary:not(.unready)").count() and player.chosen.count():
            keys.press("Enter")
        else:
            keys.press("t" if player.wire.view().phase == 3 else "s")
        player.await_gone(asked)
    assert player.rounds() != first or not player.await_turn()


def test_a_wave_is_built_by_dragging_and_laid(sit: Sit) -> None:
    player = sit()
    player.play_at(seats=2)
    player.await_attack()
    asked = player.wire.latest.prompt.prompt_id
    mat = player.page.locator(".tan-mat").bounding_box()
    assert mat is not None
    card = player.legal.first
    card.hover(position=corner(card))  # waits until drawn cards lie still
    player.page.mouse.down()
    player.page.mouse.move(mat["x"] + mat["width"] / 2, mat["y"] + mat["height"] * 0.7, steps=6)
    player.page.mouse.up()
    expect(player.chosen).to_have_count(1)
    player.press(player.page.get_by_role("button", name="Attack with 1"))
    player.await_gone(asked)


def test_a_card_that_does_not_fit_says_why_in_plain_words(sit: Sit) -> None:
    player = sit()
    player.play_at(seats=2)
    page = player.page
    for _ in range(200):
        assert player.await_turn()
        unfit = page.locator(".hand .card.unfit")
        if unfit.count():
            player.choose(unfit.first)
            break
        player.answer()
    said = page.locator(".hand .complaint")
    expect(said).to_have_text(re.compile(r"\w+ \w+"))


def test_what_happens_is_told_to_those_who_listen(sit: Sit) -> None:
    player = sit()
    player.play_at(seats=2)
    assert player.await_turn()
    player.answer()
    assert player.await_turn()
    expect(player.page.get_by_test_id("announcer")).to_contain_text(re.compile(r"(attacks|covers|takes|stops|draws)"))
    labels = player.page.locator(".hand .card").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    assert all(re.match(r"(\w+ of \w+|joker)", label) for label in labels)
