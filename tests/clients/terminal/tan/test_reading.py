from __future__ import annotations

import pytest

from chieu.tan.v1.tan_pb2 import Choices, ReturnChoices
from chieu_client.games import tan
from chieu_terminal.tan.reading import read
from chieu_terminal.typed import Play, Unclear
from tests.clients.tan_script import choices, defence

HAND = ["7C", "7D", "9C", "TC", "QH", "2S", "X1"]
ATTACK = choices("7C", "7D", "9C", "TC", "QH")
WAVE = defence({"8C": "9C TC", "6C": "7C 9C TC"})
FORCED = defence({"8C": "9C TC", "8D": "9C"})
RETURN = Choices(return_tribute=ReturnChoices(cards=[tan.card(card) for card in HAND]))


@pytest.mark.parametrize(
    ("line", "offered", "move"),
    [
        ("1 2", ATTACK, tan.attack("7C", "7D")),
        (" 1,2 ", ATTACK, tan.attack("7C", "7D")),
        ("7c 2", ATTACK, tan.attack("7C", "7D")),
        ("1 1", ATTACK, tan.attack("7C", "7C")),
        ("AS", ATTACK, tan.attack("AS")),
        ("stop", ATTACK, tan.stop()),
        ("Thôi tấn", ATTACK, tan.stop()),
        ("take", ATTACK, tan.take()),
        ("cầm", WAVE, tan.take()),
        ("T", WAVE, tan.take()),
        ("1 3", WAVE, tan.defend({"8C": "9C", "6C": "7C"})),
        ("3 1", WAVE, tan.defend({"8C": "9C", "6C": "7C"})),
        ("4 3", WAVE, tan.defend({"8C": "TC", "6C": "9C"})),
        ("5 1", WAVE, tan.defend({"8C": "QH", "6C": "7C"})),
        ("8C=9C 6C=1", WAVE, tan.defend({"8C": "9C", "6C": "7C"})),
        ("a=4 b<3", WAVE, tan.defend({"8C": "TC", "6C": "9C"})),
        ("KD=9C", WAVE, tan.defend({"KD": "9C"})),
        ("cover", FORCED, tan.defend({"8C": "TC", "8D": "9C"})),
        ("đỡ", FORCED, tan.defend({"8C": "TC", "8D": "9C"})),
        ("7", RETURN, tan.return_tribute("X1")),
    ],
)
def test_a_line_is_read_as_a_move(line: str, offered: Choices, move: object) -> None:
    assert read(line, offered, HAND) == Play(move)  # type: ignore[arg-type]  # moves of one game


@pytest.mark.parametrize(
    ("line", "offered", "unclear"),
    [
        ("hello", ATTACK, Unclear("input.unclear", "hello")),
        ("8", ATTACK, Unclear("input.no_such_number", 8)),
        ("0", ATTACK, Unclear("input.no_such_number", 0)),
        (" , ", ATTACK, Unclear("input.unclear", ",")),
        ("1", WAVE, Unclear("input.one_for_each", 2)),
        ("1 2 3", WAVE, Unclear("input.one_for_each", 2)),
        ("z=1 a=2", WAVE, Unclear("input.unclear", "z")),
        ("a=", WAVE, Unclear("input.unclear", "")),
        ("cover", WAVE, Unclear("input.several")),
        ("cover", ATTACK, Unclear("input.no_cover")),
        ("cover", defence({"8C": ""}, may_defend=False), Unclear("input.no_cover")),
        ("1 2", RETURN, Unclear("input.one_card")),
    ],
)
def test_a_line_that_is_no_move_says_why(line: str, offered: Choices, unclear: Unclear) -> None:
    assert read(line, offered, HAND) == unclear
