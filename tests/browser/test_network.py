"""The page when the network is not what it should be: nothing that a player chose is lost, and he is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.player import LOOK_MS, Player
from tests.system import Deployment

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium", "node"), pytest.mark.timeout(300)]


def choose_a_card(player: Player) -> str:
    """Come to a turn to attack, and choose a card; its value."""
    player.await_attack()
    card = player.legal.first.get_attribute("data-card")
    player.choose(player.legal.first)
    expect(player.chosen).to_have_count(1)
    assert card is not None
    return card


def lay(player: Player) -> None:
    """Lay what is chosen, and see that it counts."""
    asked = player.wire.latest.prompt.prompt_id
    player.press(player.page.get_by_role("button", name="Attack with"))
    player.await_gone(asked)


def test_a_reload_in_the_middle_of_a_wave_keeps_seat_and_wave(sit: Sit) -> None:
    player = sit()
    player.play_at()
    card = choose_a_card(player)
    seat = player.wire.latest.seat
    player.page.reload()
    expect(player.chosen).to_have_attribute("data-card", card, timeout=LOOK_MS)
    assert player.wire.latest.seat == seat
    lay(player)
    assert int(card) in [pair.attack for wave in player.wire.view().table for pair in wave.pairs] or not (
        player.wire.view().table
    )


def test_a_cut_network_is_told_and_the_wave_survives_it(sit: Sit) -> None:
    player = sit()
    player.play_at()
    card = choose_a_card(player)
    player.page.context.set_offline(True)
    strip = player.page.locator(".network")
    expect(strip).to_contain_text("No network", timeout=LOOK_MS)
    player.page.context.set_offline(False)
    expect(strip).to_be_hidden(timeout=LOOK_MS)
    expect(player.chosen).to_have_attribute("data-card", card)
    lay(player)


def test_a_restarted_server_is_told_and_the_wave_survives_it(sit: Sit, deployment: Deployment) -> None:
    player = sit()
    player.play_at()
    card = choose_a_card(player)
    gateway = deployment.gateways[0]
    gateway.kill()
    strip = player.page.locator(".network")
    expect(strip).to_contain_text("Reconnecting", timeout=LOOK_MS)
    gateway.start()
    gateway.await_ready()
    expect(strip).to_be_hidden(timeout=LOOK_MS)
    expect(player.chosen).to_have_attribute("data-card", card)
    lay(player)
    player.faults = [fault for fault in player.faults if "ERR_CONNECTION" not in fault]  # the browser's own words


def test_a_second_window_takes_over_and_the_first_one_says_so(sit: Sit) -> None:
    first = sit()
    table = first.play_at()
    second = sit(within=first.page.context)
    second.page.goto(f"{second.address}/#/t/{table}")
    second.board.wait_for(timeout=LOOK_MS)
    told = first.page.get_by_role("alertdialog", name="You play in another window")
    expect(told).to_be_visible(timeout=LOOK_MS)
    first.press(told.get_by_role("button", name="Play here instead"))
    expect(second.page.get_by_role("alertdialog")).to_be_visible(timeout=LOOK_MS)
    expect(told).to_be_hidden()
    assert first.await_turn()
    first.answer()
