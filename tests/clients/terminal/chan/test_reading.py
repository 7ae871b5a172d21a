from __future__ import annotations

import pytest

from chieu.chan.v1.chan_pb2 import Choices, LiveCard, View
from chieu_client.games import chan
from chieu_terminal.chan.reading import read
from chieu_terminal.typed import Play, Unclear
from tests.clients.chan_script import HEAVEN, claim, discards, entitled

HAND = "2v 3s 3n 5v 5s 5s 5s 8n cc"
OWED = discards("2v 3s 8n")
TRIPLE = entitled("chiu chan")
MIXED = entitled(partner="3s")


def seen(live: str = "3v", hand: str = HAND) -> View:
    """What the seat sees: a live card and its own hand."""
    return View(live=LiveCard(card=chan.kind(live)), hand=[chan.kind(text) for text in hand.split()])


@pytest.mark.parametrize(
    ("line", "offered", "live", "move"),
    [
        ("win", HEAVEN, "3v", chan.win()),
        (" Ù ", HEAVEN, "3v", chan.win()),
        ("u", claim("win"), "3v", chan.win()),
        ("w", claim("win"), "3v", chan.win()),
        ("pass", claim("win"), "3v", chan.let_pass()),
        ("P", claim("chiu"), "3v", chan.let_pass()),
        ("dưới", MIXED, "3v", chan.let_pass()),
        ("d", MIXED, "3v", chan.let_pass()),
        ("chíu", claim("chiu"), "5s", chan.chiu()),
        ("chiu", TRIPLE, "5s", chan.chiu()),
        ("chắn", TRIPLE, "5s", chan.chan()),
        ("ăn chắn", TRIPLE, "5s", chan.chan()),
        ("take", TRIPLE, "5s", chan.chan()),
        ("t", entitled("chiu"), "5s", chan.chiu()),
        ("ăn", MIXED, "3v", chan.ca("3s")),
        ("take", MIXED, "3v", chan.ca("3s")),
        ("cạ", MIXED, "3v", chan.ca("3s")),
        ("ăn cạ", MIXED, "3v", chan.ca("3s")),
        ("ca 3n", MIXED, "3v", chan.ca("3n")),
        ("ăn cạ tam văn", MIXED, "3v", chan.ca("3n")),
        ("3n", MIXED, "3v", chan.ca("3n")),
        ("5s", TRIPLE, "5s", chan.chan()),
        ("take", entitled(), "2n", chan.ca("2v")),
        ("ca", entitled(), "2n", chan.ca("2v")),
        ("take", entitled(), "cc", chan.chan()),
        ("take", entitled(), "7v", chan.chan()),
        ("2v", OWED, "3v", chan.discard("2v")),
        ("Nhị Vạn", OWED, "3v", chan.discard("2v")),
        ("nhi van", OWED, "3v", chan.discard("2v")),
        ("đánh 2v", OWED, "3v", chan.discard("2v")),
        ("discard nhị vạn", OWED, "3v", chan.discard("2v")),
        ("9v", OWED, "3v", chan.discard("9v")),
        ("8n", MIXED, "3v", chan.discard("8n")),
        ("3s", claim("win"), "3v", chan.discard("3s")),
        ("", entitled(), "7v", chan.let_pass()),
        ("  ", entitled(), "7v", chan.let_pass()),
    ],
)
def test_a_line_is_read_as_a_move(line: str, offered: Choices, live: str, move: object) -> None:
    assert read(line, offered, seen(live)) == Play(move)  # type: ignore[arg-type]  # moves of one game


@pytest.mark.parametrize(
    ("line", "offered", "unclear"),
    [
        ("hello", OWED, Unclear("chan.unclear_card", "hello")),
        ("danh", OWED, Unclear("chan.unclear_card", "")),
        ("đánh 1v", OWED, Unclear("chan.unclear_card", "1v")),
        ("tam van", OWED, Unclear("chan.two_cards", "3")),
        ("ngũ van", OWED, Unclear("chan.two_cards", "5")),
        ("", OWED, Unclear("chan.unclear_card", "")),
        ("", MIXED, Unclear("chan.unclear_card", "")),
        ("ca", OWED, Unclear("chan.no_partner")),
    ],
)
def test_a_line_that_is_no_move_says_why(line: str, offered: Choices, unclear: Unclear) -> None:
    view = seen("7v", "3n 3v 4v 5v 5n cc" if unclear.key == "chan.two_cards" else HAND)
    assert read(line, offered, view) == unclear
