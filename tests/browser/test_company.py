"""More than one person: friends by link and code, spectators, and what each of them may see."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message
from playwright.sync_api import expect

from chieu.table.v1.update_pb2 import Update
from chieu.tan.v1 import tan_pb2
from chieu_client.unpack import unpack_as
from tests.browser.conftest import Sit
from tests.browser.player import LOOK_MS, Player
from tests.browser.wire import cards_in

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium", "node"), pytest.mark.timeout(300)]


def make_table(player: Player, seats: int = 2) -> str:
    """Make a table by the form; the link to it."""
    player.enter()
    player.press(player.page.get_by_role("button", name="Make a table"))
    player.page.get_by_role("radio", name=str(seats), exact=True).check(force=True)
    player.page.get_by_label("Title").fill("Tết")
    player.page.get_by_text("Each rule by itself").click()
    player.page.get_by_role("group", name="Seconds for a turn").get_by_role("radio", name="120").check(force=True)
    player.press(player.page.get_by_role("button", name="Make the table"))
    return player.page.get_by_test_id("share-link").input_value(timeout=LOOK_MS)


def sit_down(player: Player, link: str) -> None:
    """Follow a link to a table and take a seat."""
    player.page.goto(link)
    player.press(player.page.get_by_role("button", name="Sit down"))


def test_a_friend_joins_by_link_and_both_play(sit: Sit) -> None:
    host, friend = sit(), sit()
    link = make_table(host)
    sit_down(friend, link)
    for player in (host, friend):
        player.board.wait_for(timeout=LOOK_MS)
    assert {host.wire.latest.seat, friend.wire.latest.seat} == {0, 1}
    for _ in range(4):
        host.await_that(
            lambda: host.wire.latest.HasField("prompt") or friend.wire.latest.HasField("prompt"), "nobody is asked"
        )
        (host if host.wire.latest.HasField("prompt") else friend).answer()
    assert host.wire.view().options.turn_seconds == 120


def test_a_friend_joins_by_six_letters(sit: Sit) -> None:
    host, friend = sit(), sit()
    make_table(host)
    code = host.page.get_by_test_id("share-code").inner_text()
    friend.enter()
    friend.page.get_by_label("Join by link or code").fill(code.lower())
    friend.press(friend.page.get_by_role("button", name="Join"))
    friend.press(friend.page.get_by_role("button", name="Sit down"))
    friend.board.wait_for(timeout=LOOK_MS)
    expect(friend.page.locator(".seat.at-top")).to_be_visible()


def test_a_table_for_everybody_is_found_in_the_lobby_and_ones_own_again(sit: Sit) -> None:
    host, guest = sit(), sit()
    host.enter()
    host.press(host.page.get_by_role("button", name="Make a table"))
    host.page.get_by_role("radio", name="3", exact=True).check(force=True)
    host.page.get_by_role("radio", name="Everybody").check(force=True)
    host.page.get_by_label("Title").fill("Open to all")
    host.press(host.page.get_by_role("button", name="Make the table"))
    host.page.get_by_test_id("share-link").wait_for(timeout=LOOK_MS)
    guest.enter()
    row = guest.page.get_by_role("listitem").filter(has_text="Open to all")
    guest.press(row.get_by_role("button", name="Sit down"))
    expect(guest.page.get_by_text("Waiting for 1 more")).to_be_visible(timeout=LOOK_MS)
    host.press(host.page.get_by_role("button", name="Start with bots"))
    guest.board.wait_for(timeout=LOOK_MS)
    guest.press(guest.page.get_by_role("button", name="To the lobby"))
    guest.press(guest.page.get_by_role("link", name="Go back"))
    guest.board.wait_for(timeout=LOOK_MS)


def test_a_spectator_watches_without_a_hand(sit: Sit) -> None:
    player, watcher = sit(), sit()
    table = player.play_at(seats=3)
    watcher.enter()
    watcher.page.goto(f"{watcher.address}/#/t/{table}")
    expect(watcher.page.get_by_text("Watching", exact=True)).to_be_visible(timeout=LOOK_MS)
    assert not watcher.wire.latest.HasField("seat")
    before = watcher.wire.latest.seq
    assert player.await_turn()
    player.answer()
    watcher.await_that(lambda: watcher.wire.latest.seq > before, "the spectator saw nothing")
    expect(watcher.page.locator(".seat")).to_have_count(3)
    assert not watcher.page.locator(".hand").count()
    assert not watcher.buttons.count()


def unseen(updates: list[Update]) -> list[int]:
    """Cards that these updates name before the set's end, though they lay neither in the own hand nor on the table."""
    seen: set[int] = set()
    found: list[int] = []
    for update in updates:
        view = unpack_as(update.view, tan_pb2.View)
        if view.HasField("result"):
            break
        seen.update(view.hand, *(drawn(event) for event in update.events))
        seen.update(card for wave in view.table for pair in wave.pairs for card in (pair.attack, pair.defence))
        found += [card for card in cards_in(update) if card not in seen]
    return found


def drawn(packed: Message) -> list[int]:
    """Cards that an event lays open: those of a wave, a cover, a take."""
    if not packed.Is(tan_pb2.Event.DESCRIPTOR):  # type: ignore[attr-defined]  # an Any
        return []
    event = unpack_as(packed, tan_pb2.Event)  # type: ignore[arg-type]  # an Any
    match event.WhichOneof("event"):
        case "wave_attacked":
            return list(event.wave_attacked.cards)
        case "wave_defended":
            return [pair.defence for pair in event.wave_defended.pairs]
        case _:
            return []


def test_no_frame_holds_a_card_that_its_receiver_may_not_see(sit: Sit) -> None:
    player, watcher = sit(), sit()
    table = player.play_at(seats=3, matchSets=1)
    watcher.enter()
    watcher.page.goto(f"{watcher.address}/#/t/{table}")
    watcher.board.wait_for(timeout=LOOK_MS)
    while player.await_turn():
        player.answer()
    watcher.await_that(lambda: watcher.wire.view().HasField("result"), "the spectator did not see the end")
    assert len(player.wire.updates) > 20
    assert not unseen(player.wire.updates)
    assert not unseen(watcher.wire.updates)
    assert all(not watcher.wire.view(update).hand for update in watcher.wire.updates)
    assert not any(update.HasField("prompt") for update in watcher.wire.updates)
