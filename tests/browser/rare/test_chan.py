"""What is rare at a table of Chắn, brought about by stacked packs: what the page says of it, and lets a player do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from chieu_client.games import chan
from tests.browser.conftest import PHONE, Sit
from tests.browser.player import LOOK_MS, Player
from tests.browser.rare.company import Company
from tests.browser.rare.looking import Look
from tests.system.choosing import preferring
from tests.system.player import Choose
from tests.system.stacked import Stack, chan_pack

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium", "node"), pytest.mark.timeout(120)]

TEN_CHAN = "2v*2 3v*2 4v*2 5v*2 7v*2 2s*2 6v*2 6n*2 7n*2 5s*2"
"""Dealt, it wins; whoever passes has nothing to put down: a dead hand."""
ONE_SHORT = "2v*2 3v*2 4v*2 5v*2 7v*2 2s*2 8v 8n 9s 9n 3s 3n 6v"
"""Waits for a six."""
MINUS = "\u2212"
passing = preferring()


def open_table(player: Player, **options: Any) -> str:
    """Make a table and go there; its number."""
    player.enter()
    table = player.make("chan", seats=4, bots="", **options)
    player.page.goto(f"{player.address}/#/t/{table}")
    player.page.get_by_test_id("share-link").wait_for(timeout=LOOK_MS)
    return table


def begin(player: Player, company: Company, *chooses: Choose, **options: Any) -> Player:
    """Make a table, go there, and have the others sit down."""
    table = open_table(player, **options)
    company.sit(table, *chooses)
    player.board.wait_for(timeout=LOOK_MS)
    return player


def sit_down(player: Player, table: str) -> None:
    """Follow a link to a table and take the next seat."""
    player.enter()
    player.page.goto(f"{player.address}/#/t/{table}")
    player.press(player.page.get_by_role("button", name="Sit down"))
    player.await_that(lambda: player.wire.latest.HasField("seat"), "no seat was taken")


def asked(player: Player) -> Locator:
    """The line that says what is asked."""
    return player.page.locator(".own .asked")


def answers(player: Player) -> Locator:
    """The buttons under the hand."""
    return player.page.locator(".action-bar").get_by_role("button")


def answer(player: Player, name: str) -> None:
    """Press one of them."""
    player.press(answers(player).and_(player.page.get_by_role("button", name=re.compile(f"^{name}"))))


def result(player: Player) -> Locator:
    """The sheet that tells how the match ended."""
    return player.page.get_by_role("region", name="Result of the match")


def test_one_window_offers_both_the_win_and_chiu(sit: Sit, stack: Stack, company: Company, look: Look) -> None:
    waiting = "6s*3 2v*2 3v*2 4v*2 5v*2 7v 7s 8v 8n 9s 9n 2s 2n"
    stack.lay(chan_pack(waiting, "6s 8s cc", "", "", dealer=1, stock="9v"))
    player = begin(sit(), company, preferring(chan.discard("6s")), passing, passing, claims=12)
    expect(asked(player)).to_contain_text("You may claim")
    expect(answers(player)).to_have_text([re.compile("^Ù!"), re.compile("^Chíu"), re.compile("^Pass$")])
    expect(player.page.locator(".time-bar")).to_be_visible()
    look(player, "asked")
    player.page.keyboard.press("u")
    expect(answers(player)).to_have_count(0)
    expect(asked(player)).to_contain_text("it counts when the window closes, unless a seat before you")
    expect(player.page.locator(".time-bar:not(.unknown)")).to_be_visible()
    expect(result(player)).to_contain_text(re.compile("wins at the door of Binh with.*Lục Sách"), timeout=LOOK_MS)
    expect(result(player).get_by_role("row", name="Chíu ù")).to_be_visible()
    look(player, "won")


def test_two_claim_in_one_window_and_each_sees_only_his_own(
    sit: Sit, stack: Stack, company: Company, look: Look
) -> None:
    stack.lay(chan_pack(ONE_SHORT, "6s*3 7s 8s", TEN_CHAN, "", dealer=2, stock="6s 9v"))
    player, friend = sit(), sit(**PHONE)
    table = open_table(player, claims=8)
    sit_down(friend, table)
    company.sit(table, passing, passing)
    for one, own in ((friend, "Chíu"), (player, "Ù!")):
        one.board.wait_for(timeout=LOOK_MS)
        expect(answers(one)).to_have_text([re.compile(f"^{own}"), re.compile("^Pass$")])
        answer(one, own)
    expect(asked(friend)).to_contain_text("it counts when the window closes, unless somebody has Ù.")
    expect(asked(player)).to_contain_text("it counts when the window closes, unless a seat before you")
    look(friend, "claimed")
    for one in (player, friend):
        expect(result(one)).to_contain_text("wins at the door of Binh", timeout=LOOK_MS)
    expect(result(friend).get_by_role("row", name=f"{MINUS}2 {MINUS}2")).to_have_count(3)


def test_a_dealt_hand_that_wins_is_offered_at_once(sit: Sit, stack: Stack, company: Company, look: Look) -> None:
    heavenly = "2v*2 3v*2 4v*2 5v*2 6v*2 7v*2 8v 8n 9s 9n 2s 2n 3s 3n"
    stack.lay(chan_pack(heavenly, "", "", "", dealer=0, stock="9v"))
    player = begin(sit(), company, passing, passing, passing)
    expect(asked(player)).to_have_text("Your dealt hand wins: Thiên ù!")
    expect(answers(player)).to_have_text(["Thiên ù!", "Passput a card down"])
    look(player, "asked")
    answer(player, "Thiên ù!")
    expect(result(player)).to_contain_text("wins with the dealt hand: Thiên ù.", timeout=LOOK_MS)
    expect(result(player).get_by_role("row", name="Thiên ù The dealer won")).to_be_visible()
    look(player, "won")


def test_who_passes_ten_chan_has_a_dead_hand(sit: Sit, stack: Stack, company: Company, look: Look) -> None:
    stack.lay(chan_pack(TEN_CHAN, "", "", "", dealer=0, stock="2v 4n"))
    player = begin(sit(), company, passing, passing, passing, claims=8)
    expect(answers(player)).to_have_text(["Thiên ù!", "Passa dead hand, which only turns cards up"])
    look(player, "asked")
    answer(player, "Pass")
    expect(asked(player)).to_contain_text("Your hand is dead: it only turns cards up.")
    own = player.page.get_by_role("region", name="Your hand and what you may do")
    expect(own.get_by_role("button", name="dealer, dead hand")).to_be_visible()
    expect(player.page.get_by_role("img", name="open: Nhị Vạn")).to_be_visible()
    expect(answers(player)).to_have_count(0)
    look(player, "dead")


def test_a_chiu_out_of_turn_returns_a_card_to_the_door_that_it_interrupted(
    sit: Sit, stack: Stack, company: Company, look: Look
) -> None:
    three = "5v*3 7s 6n 2v*2 3v*2 4v*2 8v*2 9v*2 2n*2 9n*2"
    interrupted = "7n 8n 6v 2s*2 3s*2 4s*2 5s*2 6s*2 8s*2 9s*2 cc*2"
    stack.lay(chan_pack(three, "5v", interrupted, "", dealer=1, stock="cc"))
    player, friend = sit(), sit(**PHONE)
    table = open_table(player, claims=6)
    company.sit(table, preferring(chan.discard("5v")))
    sit_down(friend, table)
    company.sit(table, passing)
    player.page.get_by_role("button", name="Chíu").wait_for(timeout=LOOK_MS)
    player.page.keyboard.press("c")
    expect(asked(player)).to_have_text("Chíu! Now put a card down at the door of Binh", timeout=LOOK_MS)
    expect(player.page.get_by_role("img", name="has laid open: Chíu Ngũ Vạn")).to_be_visible()
    look(player, "owed")
    player.choose(player.page.get_by_role("button", name="Thất Sách"))
    answer(player, "Put down")
    expect(friend.page.get_by_role("img", name="Door of Binh. open: Thất Sách")).to_have_text(re.compile("returned"))
    expect(asked(friend)).to_contain_text("Take", timeout=LOOK_MS)
    expect(answers(friend)).to_have_text([re.compile("^Take Cạ"), re.compile("^Pass")])
    look(friend, "returned")


def test_with_the_stock_used_up_a_pass_ends_the_hand_in_a_draw(
    sit: Sit, stack: Stack, company: Company, look: Look
) -> None:
    stack.lay(chan_pack("cc", "", "", "cc", dealer=3, stock=""))
    player = begin(sit(), company, passing, passing, preferring(chan.discard("cc")), claims=1)
    expect(answers(player)).to_have_text([re.compile("^Take Chắn"), "Passthe hand ends: a draw"], timeout=LOOK_MS)
    look(player, "asked")
    player.page.keyboard.press("d")
    expect(result(player)).to_contain_text("The stock (nọc) is used up and nobody has won", timeout=LOOK_MS)
    expect(result(player).get_by_role("heading", name="The match is a draw")).to_be_visible()
    look(player, "drawn")
