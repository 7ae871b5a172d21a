"""Chắn on the page: a hand to its score sheet, claims within their window, by mouse, finger and keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from chieu.chan.v1 import chan_pb2
from chieu.table.v1.update_pb2 import Update
from chieu_client.unpack import unpack, unpack_as
from tests.browser.conftest import PHONE, Sit
from tests.browser.player import LOOK_MS, Player
from tests.browser.test_looks import findings

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium", "node"), pytest.mark.timeout(400)]

LONG = 300
MOST_PROMPTS = 400
MINUS = "\u2212"


def play(player: Player, hands: int = 1) -> None:
    """Sit down with three bots."""
    player.play_at("chan", seats=4, turnSeconds=LONG, matchHands=hands)


def choices(update: Update) -> chan_pb2.Choices:
    """What the prompt of an update offers."""
    return unpack_as(update.prompt.choices, chan_pb2.Choices)


def await_prompt(player: Player, is_wanted: Callable[[chan_pb2.Choices], object]) -> chan_pb2.Choices:
    """Answer until a prompt offers what is wanted; over as many hands as it takes."""
    for _ in range(MOST_PROMPTS):
        if not player.await_turn():
            player.next_deal()
            continue
        offered = choices(player.wire.latest)
        if is_wanted(offered):
            return offered
        player.answer()
    pytest.fail("no such prompt came")


def events(player: Player) -> list[chan_pb2.Event]:
    """Everything that happened so far, as this player was told it."""
    found = [unpack(packed) for update in player.wire.updates for packed in update.events]
    return [event for event in found if isinstance(event, chan_pb2.Event)]


def claims_of(player: Player) -> list[chan_pb2.Claimed]:
    """The player's own claims so far."""
    return [event.claimed for event in events(player) if event.HasField("claimed")]


def test_a_hand_is_played_with_the_mouse_to_its_score_sheet(sit: Sit) -> None:
    player = sit()
    play(player)
    while player.await_turn():
        player.answer()
    result = player.wire.view().result
    sheet = player.page.locator(".chan-result")
    settled = [int(text.replace(MINUS, "-")) for text in sheet.locator(".settlement td:nth-child(2)").all_inner_texts()]
    assert settled == list(result.settlement)
    if result.reason == chan_pb2.END_REASON_WON:
        expect(sheet.locator(".pairs li")).to_have_count(10)
        added = [int(text) for text in sheet.locator(".cuoc tbody td:last-child").all_inner_texts()]
        assert sum(added) == result.points
        expect(sheet.locator(".cuoc tfoot td").last).to_have_text(str(result.points))
    else:
        expect(sheet.get_by_text("a draw")).to_be_visible()
    player.press(sheet.get_by_text("All cards"))
    expect(sheet.locator(".all-cards dd .kind-tile")).to_have_count(
        sum(len(hand.hand) + len(hand.opening) for hand in result.hands) + len(result.stock)
    )


def test_a_claim_is_made_by_its_button_while_its_window_is_open(sit: Sit) -> None:
    player = sit()
    play(player, hands=100)
    offered = await_prompt(player, lambda one: one.HasField("claim"))
    assert player.wire.view().stage == chan_pb2.STAGE_CLAIMS
    expect(player.page.locator(".time-bar")).to_be_visible()
    wanted = "win" if offered.claim.win else "chiu"
    buttons = player.page.locator(".answers .button")
    expect(buttons).to_have_count(1 + offered.claim.win + offered.claim.chiu)
    asked = player.wire.latest.prompt.prompt_id
    player.press(player.page.locator(f".answer-{wanted}"))
    player.await_gone(asked)
    player.await_that(lambda: claims_of(player), "the claim was not confirmed")
    assert claims_of(player)[-1].claim == (chan_pb2.CLAIM_WIN if offered.claim.win else chan_pb2.CLAIM_CHIU)


def test_nothing_on_the_page_tells_who_else_may_claim(sit: Sit) -> None:
    player = sit()
    play(player, hands=100)
    open_windows = 0
    for _ in range(12):
        if not player.await_turn():
            break
        player.answer()
    for update in player.wire.updates:
        view = unpack_as(update.view, chan_pb2.View)
        if view.stage == chan_pb2.STAGE_CLAIMS:
            open_windows += 1
            assert not view.HasField("seat")
    assert open_windows
    assert not [claim for claim in claims_of(player) if claim.seat != player.wire.latest.seat]


def test_a_card_that_may_not_be_put_down_says_why(sit: Sit) -> None:
    player = sit()
    play(player, hands=100)

    def has_refused(offered: chan_pb2.Choices) -> bool:
        hand = set(player.wire.view().hand)
        return offered.HasField("discard") and bool(hand - set(offered.discard.cards))

    await_prompt(player, has_refused)
    player.choose(player.page.locator(".hand .card.unfit").first)
    expect(player.page.locator(".complaint")).to_be_visible()
    assert "." in player.page.locator(".complaint").inner_text()
    expect(player.legal.first).to_be_visible()
    player.answer()


def test_a_phone_shows_the_whole_hand_and_takes_fingers(sit: Sit) -> None:
    player = sit(**PHONE)
    play(player)
    page = player.page
    assert player.await_turn()
    cards = page.locator(".hand .card")
    expect(cards).to_have_count(len(player.wire.view().hand))
    boxes = [box for card in cards.all() if (box := card.bounding_box())]
    assert len(boxes) == cards.count()
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes), boxes
    steps = [two["x"] - one["x"] for one, two in pairwise(boxes) if two["x"] > one["x"]]
    assert min(steps) > 20, "too little of a card shows to be touched"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for _ in range(6):
        if not player.await_turn():
            break
        player.answer()
    assert [event for event in events(player) if event.HasField("discarded")]


def test_the_keyboard_alone_is_enough(sit: Sit) -> None:
    player = sit()
    play(player, hands=100)
    page = player.page
    await_prompt(player, lambda one: one.HasField("discard"))
    asked = player.wire.latest.prompt.prompt_id
    page.locator(".hand .card[tabindex='0']").focus()
    for _ in range(20):
        if page.locator(".hand .card.legal:focus").count():
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(player.chosen).to_have_count(1)
    page.keyboard.press("Escape")
    expect(player.chosen).to_have_count(0)
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    player.await_gone(asked)
    await_prompt(player, lambda one: one.HasField("take"))
    asked = player.wire.latest.prompt.prompt_id
    page.keyboard.press("d")
    player.await_gone(asked)
    player.await_that(
        lambda: [
            event for event in events(player) if event.passed.seat == player.wire.latest.seat and event.passed.card
        ],
        "the pass did not count",
    )


def test_a_new_table_offers_every_option(sit: Sit) -> None:
    player = sit()
    page = player.page
    player.enter()
    page.get_by_role("radio", name="Chắn").check(force=True)
    player.press(page.get_by_role("button", name="Make a table"))
    page.get_by_role("radio", name="Traditional").check(force=True)
    page.get_by_text("Each rule by itself").click()
    page.get_by_label("Hands in a match").fill("2")
    page.get_by_label("Seconds for a turn").fill(str(LONG))
    page.get_by_label("Seconds for claims").fill("7")
    player.press(page.get_by_role("button", name="Make the table"))
    page.get_by_test_id("share-link").wait_for(timeout=LOOK_MS)
    player.press(page.get_by_role("button", name="Start with bots"))
    player.board.wait_for(timeout=LOOK_MS)
    options = player.wire.view().options
    assert (options.house, options.match_hands, options.turn_seconds) == (chan_pb2.HOUSE_TRADITIONAL, 2, LONG)
    assert player.wire.latest.state.settings.claim_seconds == 7
    expect(page.get_by_text("Hand 1/2")).to_be_visible()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_screen_has_a_serious_fault_for_those_who_see_or_hear_otherwise(
    sit: Sit, theme: str, size: dict[str, Any]
) -> None:
    player = sit(color_scheme=theme, reduced_motion="reduce", **size)
    play(player)
    found = {}
    for wanted in ("take", "discard"):
        while player.await_turn() and choices(player.wire.latest).WhichOneof("choices") != wanted:
            player.answer()
        found[wanted] = findings(player.page)
    while player.await_turn():
        player.answer()
    found["result"] = findings(player.page)
    assert not any(found.values()), json.dumps(found, indent=1)


def test_the_table_speaks_vietnamese(sit: Sit) -> None:
    player = sit(locale="vi-VN")
    play(player)
    assert player.await_turn()
    expect(player.page.get_by_text("Ván 1/1")).to_be_visible()
    named = player.page.locator(".hand .card").first.get_attribute("aria-label") or ""
    assert named.split(",")[0].split()[-1] in {"Vạn", "Sách", "Văn", "chi"}
