from __future__ import annotations

import unicodedata

import pytest

from chieu.chan.v1.chan_pb2 import Kind
from chieu_client.games import chan
from chieu_terminal.chan.naming import card_named
from chieu_terminal.reading import Unreadable, bare
from chieu_terminal.typed import Unclear

EVERY = chan.names(Kind.values()[1:])


@pytest.mark.parametrize("name", EVERY)
def test_every_card_is_read_by_its_code_and_by_its_name(name: str) -> None:
    full = chan.full_name(name)
    decomposed = unicodedata.normalize("NFD", full)
    for text in (name, name.upper(), full, full.lower(), full.upper(), decomposed, f" {' '.join(name)} "):
        assert card_named(text, []) == name


@pytest.mark.parametrize("name", EVERY)
def test_names_without_accents_are_read_where_the_hand_tells_which(name: str) -> None:
    assert card_named(bare(chan.full_name(name)), [name]) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("5 vạn", "5v"),
        ("5 văn", "5n"),
        ("5 sach", "5s"),
        ("9 VẠN", "9v"),
        ("chi chi", "cc"),
        ("chi", "cc"),
        ("5V", "5v"),
    ],
)
def test_ranks_may_be_numbers(text: str, name: str) -> None:
    assert card_named(text, []) == name


@pytest.mark.parametrize("hand", [[], ["5v", "5n"], ["6v"]])
def test_what_may_be_two_cards_is_asked_back(hand: list[str]) -> None:
    with pytest.raises(Unreadable) as caught:
        card_named("ngu van", hand)
    assert caught.value.unclear == Unclear("chan.two_cards", "5")


@pytest.mark.parametrize(
    "text", ["", " ", "1v", "5", "5x", "vạn", "nhất vạn", "ngũ", "ngũ vạn vạn", "vv", "5v 6v", "ccc", "ngũ vận"]
)
def test_what_is_no_card_is_told_how_cards_are_named(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        card_named(text, EVERY)
    assert caught.value.unclear == Unclear("chan.unclear_card", text.strip())
