"""Tonk at the page: with mouse, finger and keyboard, from the first draw to the payments."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from chieu.table.v1.table_pb2 import PHASE_BETWEEN, PHASE_FINISHED, PHASE_PLAYING
from chieu.tonk.v1.tonk_pb2 import Choices, MeldChoices, View
from chieu_client.games import tonk
from chieu_client.unpack import unpack_as
from tests.browser.conftest import PHONE, Sit
from tests.browser.player import LOOK_MS, Player, corner
from tests.browser.test_looks import findings

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium", "node"), pytest.mark.timeout(300)]

PATIENCE = 12
"""Own turns before a player of these tests knocks."""


def choices(player: Player) -> Choices:
    """What the open prompt offers."""
    return unpack_as(player.wire.latest.prompt.choices, Choices)


def view(player: Player) -> View:
    """What the player may know."""
    return unpack_as(player.wire.latest.view, View)


def card(player: Player, number: int) -> Locator:
    """A card of the own hand."""
    return player.page.locator(f'.hand .card[data-card="{number}"]')


def button(player: Player, name: str) -> Locator:
    """A button under the hand, by the beginning of its words."""
    return player.page.locator(".action-bar .button").filter(has_text=name)


def start_turn(player: Player) -> None:
    """Draw; knock after many turns, decline where nothing is left in the stock."""
    offered = choices(player).turn
    if view(player).turns > PATIENCE * len(view(player).order) and offered.may_knock:
        player.press(button(player, "Knock"))
        player.press(player.page.get_by_role("button", name="Knock at"))
    elif offered.may_draw_stock:
        player.press(button(player, "Draw"))
    else:
        player.press(button(player, "Decline"))


def end_turn(player: Player, offered: MeldChoices) -> None:
    """Lay what can be laid, hit what can be hit, else throw the last card of the pack's order."""
    if offered.spreads:
        player.press(player.page.locator(".offer").first)
        player.press(button(player, "Lay"))
    elif offered.hits:
        player.choose(card(player, offered.hits[0].card))
        player.press(player.page.locator(".action-bar .hit").first)
    else:
        player.choose(card(player, max(offered.discards)))
        player.press(button(player, "Discard"))


def answer(player: Player) -> None:
    """One answer to the open prompt."""
    asked = player.wire.latest.prompt.prompt_id
    offered = choices(player)
    if offered.HasField("turn"):
        start_turn(player)
    else:
        end_turn(player, offered.meld)
    player.await_gone(asked)


def play_until(player: Player, is_there: Callable[[], bool]) -> None:
    """Play, hand after hand, until something is asked that it is so for."""
    for _ in range(400):
        if not player.await_turn():
            player.next_deal()
        elif is_there():
            return
        else:
            answer(player)
    raise AssertionError("it never came to that")


def drag(player: Player, what: Locator, where: Locator, *, down: float = 0.5) -> None:
    """Drag a card from its corner to the middle of something, or as far down on it as is said."""
    end = where.bounding_box()
    assert end is not None
    what.hover(position=corner(what))  # waits until drawn cards lie still
    player.page.mouse.down()
    player.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] * down, steps=6)
    player.page.mouse.up()


def test_a_hand_is_played_with_the_mouse_to_the_reveal_and_every_payment(sit: Sit) -> None:
    player = sit()
    player.play_at("tonk", seats=3, matchHands=1)
    while player.await_turn():
        answer(player)
    result, names = view(player).result, [seat.player.name or "Bot" for seat in player.wire.latest.state.seats]
    region = player.page.get_by_role("region", name="Result of the match")
    expect(region.get_by_role("row")).to_have_count(4)
    paid = region.locator(".transfers li")
    expect(paid).to_have_count(len(result.settlement.transfers))
    for line, transfer in zip(paid.all(), result.settlement.transfers, strict=True):
        expect(line).to_contain_text(names[transfer.payer])
        expect(line).to_contain_text(str(transfer.amount))
        expect(line.locator(".why")).not_to_be_empty()
    for net in result.settlement.net:
        expect(region.locator("tbody")).to_contain_text(str(abs(net)))
    expect(region.locator(".ranking li")).to_have_count(3)
    player.press(region.get_by_role("button", name="Check the shuffle"))
    expect(player.page.get_by_text("Verified", exact=True)).to_be_visible(timeout=LOOK_MS)


def test_a_hand_is_played_by_touch_on_a_phone_drawing_from_the_piles(sit: Sit) -> None:
    player = sit(**PHONE)
    player.play_at("tonk", seats=4, maxSeats=4, matchHands=1)
    while player.await_turn():
        asked = player.wire.latest.prompt.prompt_id
        offered = choices(player).turn
        if offered.may_draw_stock and view(player).turns <= PATIENCE:
            player.press(player.page.get_by_role("button", name="draw a card"))
            player.await_gone(asked)
        else:
            answer(player)
    expect(player.page.locator(".transfers, .transfers-none")).to_be_visible()
    width = player.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["viewport"]["width"]  # type: ignore[index]  # a mapping of mappings and flags


def test_a_hand_is_played_with_the_keyboard_alone(sit: Sit) -> None:
    player = sit()
    page, keys = player.page, player.page.keyboard
    player.play_at("tonk", seats=2, matchHands=1)
    has_thrown = False
    while player.await_turn():
        asked, offered = player.wire.latest.prompt.prompt_id, choices(player)
        if not offered.HasField("turn"):
            reach(player, "document.activeElement.matches('.hand .card')")
            keys.press("Home")
            while page.evaluate("Number(document.activeElement.dataset.card)") not in offered.meld.discards:
                keys.press("ArrowRight")
            keys.press("Space")
            expect(player.chosen).to_have_count(1)
            keys.press("Enter")
            has_thrown = True
        elif has_thrown and offered.turn.may_knock:
            keys.press("k")
            reach(player, "document.activeElement.textContent.startsWith('Knock at')")
            keys.press("Enter")
        else:
            keys.press("t" if offered.turn.may_draw_discard else "d")
        player.await_gone(asked)
    expect(page.get_by_role("region", name="Result of the match")).to_be_visible()


def reach(player: Player, where: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(40):
        if player.page.evaluate(where):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never leads to where {where}")


@pytest.mark.parametrize(("pays", "words"), [("EVERYONE", "from you as well"), ("OTHERS", "not from you")])
def test_a_knock_shows_its_risk_before_it_is_said(sit: Sit, pays: str, words: str) -> None:
    player = sit()
    player.play_at("tonk", seats=3, stake=7, caughtLowFrom=f"CAUGHT_LOW_FROM_{pays}")
    play_until(player, lambda: choices(player).turn.may_knock)
    asked = player.wire.latest.prompt.prompt_id
    player.press(button(player, "Knock"))
    sheet = player.page.get_by_role("dialog", name="Knock?")
    expect(sheet.locator(".knock-count")).to_contain_text(str(view(player).count))
    expect(sheet.locator(".gain")).to_contain_text("+14")
    expect(sheet.locator(".loss")).to_contain_text(str(view(player).cover))
    expect(sheet.locator(".loss")).to_contain_text(words)
    player.press(sheet.get_by_role("button", name="Play on"))
    expect(sheet).to_have_count(0)
    assert player.wire.latest.prompt.prompt_id == asked


def test_a_spread_is_laid_and_a_card_thrown_by_dragging(sit: Sit) -> None:
    player = sit(reduced_motion="reduce")  # a mouse does not wait for cards that fly
    player.play_at("tonk", seats=2, matchHands=100)
    play_until(player, lambda: len(choices(player).meld.spreads) == 1 and len(view(player).hand) > 4)
    asked, laid = player.wire.latest.prompt.prompt_id, list(choices(player).meld.spreads[0].cards)
    drag(player, card(player, laid[0]), player.page.locator(".tonk-mat"), down=0.98)
    player.await_gone(asked)
    assert [one.card for one in view(player).spreads[-1].cards] == laid
    play_until(player, lambda: len(choices(player).meld.discards) > 1)
    asked, thrown = player.wire.latest.prompt.prompt_id, choices(player).meld.discards[0]
    drag(player, card(player, thrown), player.page.locator("[data-drop=discard]"))
    player.await_gone(asked)
    player.await_that(lambda: card(player, thrown).count() == 0, "the card is still in the hand")


def test_a_card_hits_a_spread_by_touching_both(sit: Sit) -> None:
    player = sit()
    player.play_at("tonk", seats=2, matchHands=100)
    play_until(player, lambda: len(choices(player).meld.hits) > 0 and not choices(player).meld.spreads)
    asked, hit = player.wire.latest.prompt.prompt_id, choices(player).meld.hits[0]
    player.choose(card(player, hit.card))
    spread = player.page.locator(f'[data-drop="spread {hit.spread}"]')
    expect(spread).to_have_class("tonk-spread fits aimed")
    player.press(spread)
    player.await_gone(asked)
    table = next(one for one in view(player).spreads if one.spread == hit.spread)
    assert hit.card in [one.card for one in table.cards]


def test_the_hand_has_the_order_that_its_player_gives_it_and_keeps_it(sit: Sit) -> None:
    player = sit(reduced_motion="reduce")
    player.play_at("tonk", seats=2)
    play_until(player, lambda: choices(player).HasField("turn"))

    def order() -> list[int]:
        return [
            int(one) for one in player.page.locator(".hand .card").evaluate_all("all => all.map(c => c.dataset.card)")
        ]

    player.press(player.page.get_by_role("button", name="Suit", exact=True))
    suits = [tonk.name(number)[1] for number in order()]
    assert suits == sorted(suits, key="CDSH".index)
    first, *_, last = order()
    drag(player, card(player, first), card(player, last))
    player.await_that(lambda: order()[0] != first, "the card was not moved")
    place = order().index(first)
    card(player, first).focus()
    player.page.keyboard.press("Shift+ArrowLeft")
    player.await_that(lambda: order().index(first) == place - 1, "the key did not move the card")
    assert player.page.evaluate("Number(document.activeElement.dataset.card)") == first
    kept = order()
    player.page.reload()
    player.board.wait_for(timeout=LOOK_MS)
    player.await_that(lambda: order() == kept, "the order is lost")
    player.press(player.page.get_by_role("button", name="Rank", exact=True))
    player.await_that(lambda: order() != kept, "the hand was not sorted again")


def test_a_card_is_not_chosen_before_the_draw_and_the_page_says_why(sit: Sit) -> None:
    player = sit()
    player.play_at("tonk", seats=2)
    play_until(player, lambda: choices(player).HasField("turn"))
    player.choose(card(player, view(player).hand[0]))
    expect(player.page.locator(".hand .complaint")).to_have_text("Draw a card first.")
    expect(player.chosen).to_have_count(0)


def test_a_table_is_made_with_rules_of_ones_own_and_a_number_out_of_range_is_explained(sit: Sit) -> None:
    player = sit()
    page = player.page
    player.enter()
    page.get_by_role("radio", name="Tonk").check(force=True)
    player.press(page.get_by_role("button", name="Make a table"))
    page.get_by_text("Each rule by itself").click()
    page.get_by_label("Stake").fill("0")
    player.press(page.get_by_role("button", name="Make the table"))
    expect(page.get_by_role("alert")).to_have_text("Stake: with the rest as it is, 1 to 200,000.")
    page.get_by_label("Stake").fill("25")
    page.get_by_label("Chips at the start").fill("100")
    player.press(page.get_by_role("button", name="Make the table"))
    expect(page.get_by_role("alert")).to_have_text("Chips at the start: with the rest as it is, 225 to 500,000,000.")
    page.get_by_label("Chips at the start").fill("300")
    page.get_by_role("group", name="Too few chips").get_by_role("radio", name="leaves").check(force=True)
    player.press(page.get_by_role("button", name="Make the table"))
    page.get_by_test_id("share-link").wait_for(timeout=LOOK_MS)
    player.press(page.get_by_role("button", name="Start with bots"))
    player.board.wait_for(timeout=LOOK_MS)
    options = view(player).options
    assert (options.stake, options.starting_bankroll, options.max_seats) == (25, 300, 4)
    expect(page.locator(".tonk-headline")).to_contain_text("stake 25")
    assert [fault for fault in player.faults if "422" in fault] == player.faults  # the browser's word for a refusal
    player.faults.clear()


def screens(player: Player) -> Iterator[str]:
    """Go through a hand's moments; their names, each while it can be seen."""
    page = player.page
    player.play_at("tonk", seats=4, maxSeats=4)
    play_until(player, lambda: choices(player).turn.may_knock)
    yield "turn"
    player.press(button(player, "Knock"))
    yield "knock"
    page.keyboard.press("Escape")
    player.press(button(player, "Draw"))
    player.await_that(lambda: choices(player).HasField("meld"), "nothing was drawn")
    player.choose(card(player, choices(player).meld.discards[0]))
    expect(player.chosen).to_have_count(1)
    yield "chosen"
    page.keyboard.press("Escape")
    expect(player.chosen).to_have_count(0)
    while player.await_turn():
        answer(player)
    yield "result"


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_moment_has_a_serious_fault_for_those_who_see_or_hear_otherwise(
    sit: Sit, theme: str, size: dict[str, Any]
) -> None:
    player = sit(color_scheme=theme, reduced_motion="reduce", **size)
    found = {screen: faults for screen in screens(player) if (faults := findings(player.page))}
    assert not found, json.dumps(found, indent=1)


@pytest.mark.parametrize("width", [320, 390, 834])
def test_nothing_of_four_seats_is_cut_off(sit: Sit, width: int) -> None:
    player = sit(viewport={"width": width, "height": 700})
    player.play_at("tonk", seats=4, maxSeats=4)
    assert player.await_turn()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width
    shown = ".hand .card, .action-bar .button, .seat, .tonk-pile, .sorts button, .steps li"
    outside = player.page.locator(shown).evaluate_all(
        "(all, width) => all.filter(one => { const {left, right} = one.getBoundingClientRect();"
        " return left < -8 || right > width + 8 }).map(one => one.ariaLabel ?? one.textContent)",
        width,
    )
    assert not outside


def test_the_table_speaks_vietnamese(sit: Sit) -> None:
    player = sit(locale="vi-VN")
    player.play_at("tonk", seats=2)
    assert player.await_turn()
    expect(player.page.locator(".action-bar")).to_contain_text("Gõ")
    expect(player.page.locator(".tonk-headline")).to_contain_text("cược 10")


def test_who_watches_joins_with_the_next_hand(sit: Sit) -> None:
    host, friend = sit(), sit(locale="vi-VN")
    table = host.play_at("tonk", seats=2)
    while host.wire.latest.state.phase != PHASE_PLAYING:  # a hand may be over as it is dealt
        host.next_deal()
    begun = host.wire.latest.state.deal
    friend.page.goto(f"{friend.address}/#/t/{table}")
    expect(friend.page.get_by_text("Đang xem")).to_be_visible(timeout=LOOK_MS)
    friend.press(friend.page.get_by_role("button", name="Vào chơi từ ván sau"))
    expect(friend.page.get_by_text("Bạn vào chơi từ ván sau")).to_be_visible()
    while host.await_turn():
        answer(host)
    friend.await_that(lambda: friend.wire.latest.seat == 2, "he has no seat")
    host.next_deal()
    friend.await_that(lambda: friend.wire.latest.state.deal > begun, "no hand begins")
    expect(friend.page.locator(".hand .card")).to_have_count(5)
    assert len(host.wire.latest.state.seats) == 3


def test_chips_are_followed_over_the_match(sit: Sit) -> None:
    player = sit()
    player.play_at("tonk", seats=3, matchHands=2)
    after = {}
    while (state := player.wire.latest.state).phase != PHASE_FINISHED:
        after[state.deal - (state.phase == PHASE_PLAYING)] = list(state.scores)
        if player.await_turn():
            answer(player)
        elif player.wire.latest.state.phase == PHASE_BETWEEN:
            player.next_deal()
    after[state.deal] = list(state.scores)
    player.press(player.page.get_by_role("button", name="See the table"))
    player.page.get_by_text("Deal by deal").click()
    rows = player.page.locator(".course-deals tbody tr")
    seen = [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows.all()]
    assert seen == list(after.values())
    assert not findings(player.page)
