"""What is rare at a table of Tonk, brought about by stacked packs: what the page says of it, and lets a player do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from chieu_client.games import tonk
from tests.browser.conftest import Sit
from tests.browser.player import LOOK_MS, Player
from tests.browser.rare.company import Company
from tests.browser.rare.looking import Look
from tests.system.choosing import in_order
from tests.system.player import Choose
from tests.system.stacked import Stack, tonk_pack

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium", "node"), pytest.mark.timeout(120)]

PLAIN = "2C 4D 6H 8S TC"
"""A hand with which nothing can be done, at 30."""
LOW = "AC AD 3D 4S 2S"
"""A hand to knock with, at 11."""
OTHER = "3C 5D 7H 9S JC"
"""Another one, at 34."""


def begin(player: Player, company: Company, *chooses: Choose, **options: Any) -> Player:
    """Make a table, have the others sit down at it, and go there."""
    player.enter()
    table = player.make("tonk", seats=1 + len(chooses), bots="", maxSeats=1 + len(chooses), **options)
    company.sit(table, *chooses)
    player.page.goto(f"{player.address}/#/t/{table}")
    player.board.wait_for(timeout=LOOK_MS)
    return player


def asked(player: Player) -> Locator:
    """The line that says what is asked."""
    return player.page.get_by_role("region", name="Your hand").locator(".asked")


def card(player: Player, name: str) -> Locator:
    """A card of the own hand by its spoken name."""
    return player.page.get_by_role("group", name="Your hand").get_by_role("button", name=name)


def button(player: Player, name: str) -> Locator:
    """One of the buttons under the hand, by the beginning of its words."""
    return player.page.locator(".action-bar").get_by_role("button", name=re.compile(f"^{name}"))


def act(player: Player, name: str) -> None:
    """Press one of the buttons under the hand, and see that it counts."""
    before = player.wire.latest.prompt.prompt_id
    player.press(button(player, name))
    player.await_gone(before)


def discard(player: Player, name: str) -> None:
    """Discard a card by its spoken name."""
    player.choose(card(player, name))
    act(player, "Discard")


def result(player: Player, of: str = "match") -> Locator:
    """The sheet that tells how it ended."""
    return player.page.get_by_role("region", name=f"Result of the {of}")


def test_a_spread_that_must_be_laid_is_asked_for_before_the_discard(
    sit: Sit, stack: Stack, company: Company, look: Look
) -> None:
    stack.lay(tonk_pack("7C 7D 7H 2S 9C", OTHER.replace("7H", "QH"), dealer=1, upcard="KD", stock="4D"))
    player = begin(sit(), company, in_order(), forcedSpread=True)
    act(player, "Draw")
    expect(asked(player)).to_have_text("You hold a spread: lay it before you discard")
    expect(button(player, "Lay")).to_have_text("Lay a spread")
    look(player)
    player.choose(card(player, "nine of clubs"))
    expect(player.page.locator(".complaint")).to_have_text("Lay a spread first: you hold one.")
    player.press(player.page.get_by_role("group", name="Spreads that you may lay").get_by_role("button"))
    act(player, "Lay 3")
    expect(asked(player)).to_have_text("Discard a card to end the turn")
    discard(player, "nine of clubs")
    expect(asked(player)).to_have_text("Waiting for Binh")


def test_a_taken_discard_that_may_not_go_back_says_so_at_the_card(
    sit: Sit, stack: Stack, company: Company, look: Look
) -> None:
    stack.lay(tonk_pack(PLAIN, OTHER, dealer=1, upcard="KD", stock="4C"))
    player = begin(sit(), company, in_order(), returnTaken="RETURN_TAKEN_FORBID")
    act(player, "Take")
    taken = card(player, "king of diamonds, taken from the discards")
    player.choose(taken)
    expect(player.page.locator(".complaint")).to_have_text("The card that you took may not go straight back.")
    expect(taken).to_have_attribute("aria-pressed", "false")
    look(player)
    discard(player, "ten of clubs")
    expect(asked(player)).to_have_text("Waiting for Binh")


def test_with_an_empty_stock_a_discard_may_be_declined_which_ends_the_hand(
    sit: Sit, stack: Stack, company: Company, look: Look
) -> None:
    stack.lay(tonk_pack(PLAIN, OTHER, dealer=1, upcard="KD", stock="QS"))
    player = begin(sit(), company, in_order(tonk.draw_discard(), tonk.discard("JC")), matchHands=1)
    act(player, "Draw")
    discard(player, "queen of spades")
    expect(asked(player)).to_have_text("The stock is empty: take the discard, knock, or decline, which ends the hand")
    expect(player.page.get_by_role("button", name="Stock 0")).to_be_disabled()
    look(player, "asked")
    player.page.keyboard.press("n")
    sheet = result(player)
    expect(sheet.get_by_text("The stock is empty, and the discard was declined. Lowest count:")).to_be_visible()
    expect(sheet.get_by_role("list", name="Who pays whom").get_by_role("listitem")).to_have_text(
        [re.compile(r"^Binh pays \S+ 10\s*the lowest count, the stake$")]
    )
    look(player, "declined")


def test_quiet_turns_are_counted_until_they_end_the_hand(sit: Sit, stack: Stack, company: Company, look: Look) -> None:
    stack.lay(tonk_pack(PLAIN, OTHER, dealer=1, upcard="KD", stock="QS"))
    returned = (tonk.draw_discard(), tonk.discard("KD"))
    player = begin(sit(), company, in_order(*returned, *returned), stallRounds=2, matchHands=1)
    for idle in (0, 2):
        quiet = player.page.get_by_text(f"Quiet turns in a row: {idle}")
        expect(quiet).to_have_count(1 if idle else 0)
        act(player, "Take")
        if idle:
            look(player, "counted")
        discard(player, "king of diamonds")
    expect(result(player).get_by_text("For too many turns nothing was laid. Lowest count:")).to_be_visible()
    look(player, "ended")


def test_a_knock_that_a_hit_has_blocked_is_refused_with_its_reason(
    sit: Sit, stack: Stack, company: Company, look: Look
) -> None:
    stack.lay(tonk_pack("7C 7D 7H 2S 9C", "7S 3C 5D 9S JC", dealer=1, upcard="KD", stock="4D QS TS KS QC"))
    hitting = in_order(tonk.draw(), tonk.hit("7S", 1), tonk.discard("JC"), tonk.draw(), tonk.discard("KS"))
    player = begin(sit(), company, hitting, hitBlocksKnock="HIT_BLOCKS_KNOCK_ONE_TURN")
    act(player, "Draw")
    player.press(player.page.get_by_role("group", name="Spreads that you may lay").get_by_role("button"))
    act(player, "Lay 3")
    discard(player, "nine of clubs")
    expect(asked(player)).to_have_text("Draw, or take the discard. Your spread was hit: no knock this turn")
    look(player, "asked")
    player.page.keyboard.press("k")
    expect(asked(player).get_by_role("alert")).to_have_text("Your spread was hit: you may not knock yet.")
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    look(player, "refused")
    act(player, "Draw")
    discard(player, "ten of spades")
    expect(asked(player)).to_have_text("Draw, take the discard, or knock")
    player.page.keyboard.press("k")
    expect(player.page.get_by_role("dialog", name="Knock?")).to_be_visible()


def test_who_has_too_few_chips_leaves_the_match_and_watches_it(
    sit: Sit, stack: Stack, company: Company, look: Look
) -> None:
    stack.lay(
        tonk_pack(OTHER, LOW, PLAIN, dealer=0, upcard="KH", stock="QS"),
        tonk_pack(PLAIN, OTHER, dealer=1, order=(1, 2), upcard="KH", stock="QS"),
    )
    rules = {"startingBankroll": 60, "shortSeat": "SHORT_SEAT_DROP_SEAT", "between": 1}
    player = begin(sit(), company, in_order(tonk.knock()), in_order(), **rules)
    expect(player.page.get_by_text("Hand 2/20")).to_be_visible(timeout=LOOK_MS)
    own = player.page.get_by_role("region", name="Your hand")
    expect(own.get_by_role("button", name="out of the match, 50 chips")).to_be_visible()
    expect(asked(player)).to_have_text(
        "You are out of the match, with too few chips for another hand. You may watch on. Chi is to move"
    )
    look(player)


def test_after_the_end_the_table_shows_what_the_others_held_and_leads_back_to_the_result(
    sit: Sit, stack: Stack, company: Company, look: Look
) -> None:
    stack.lay(tonk_pack(LOW, PLAIN, OTHER, "KC KD 4C QD 2H", dealer=3, upcard="KH", stock="QS"))
    player = begin(sit(), company, in_order(), in_order(), in_order(), matchHands=1)
    player.page.keyboard.press("k")
    player.press(player.page.get_by_role("button", name="Knock at 11"))
    player.press(result(player).get_by_role("button", name="See the table"))
    binh = player.page.get_by_role("button", name="Binh, 5 cards")
    expect(binh).to_have_accessible_name(re.compile("shows two of clubs, ten of clubs, four of diamonds"))
    expect(binh.locator(".shown")).to_have_text(re.compile("2♣.*8♠"))
    back = player.page.get_by_role("button", name="See the result")
    expect(back).to_be_focused()
    look(player)
    player.press(back)
    expect(result(player)).to_be_visible()
