from __future__ import annotations

import pytest

from chieu.tonk.v1.tonk_pb2 import Choices
from chieu_client.games import tonk
from chieu_terminal.tonk.reading import read
from chieu_terminal.typed import Play, Unclear
from tests.clients.tonk_script import rest, turn

HAND = ["7C", "8C", "7D", "7H", "8S", "KS"]
START = turn("knock stock discard")
REST = rest(" ".join(HAND), spreads=["7C 7D 7H"], hits={"8S": 1, "KS": 2})
TWO_FIT = rest(" ".join(HAND), hits={"8S": 1})
TWO_FIT.meld.hits.append(tonk.hit("8S", 3).hit)


@pytest.mark.parametrize(
    ("line", "offered", "move"),
    [
        ("stock", START, tonk.draw()),
        (" S ", START, tonk.draw()),
        ("bốc", START, tonk.draw()),
        ("take", START, tonk.draw_discard()),
        ("ăn", START, tonk.draw_discard()),
        ("k", START, tonk.knock()),
        ("Gõ", START, tonk.knock()),
        ("decline", START, tonk.decline()),
        ("không ăn", START, tonk.decline()),
        ("Bỏ qua", START, tonk.decline()),
        ("knock", REST, tonk.knock()),
        ("4", START, tonk.discard("7H")),
        ("a", REST, tonk.spread("7C", "7D", "7H")),
        ("b", REST, tonk.hit("8S", 1)),
        ("C", REST, tonk.hit("KS", 2)),
        ("d", REST, tonk.draw()),
        ("1 3 4", REST, tonk.spread("7C", "7D", "7H")),
        ("7c,7d,4", REST, tonk.spread("7C", "7D", "7H")),
        ("lay 1 3 4", REST, tonk.spread("7C", "7D", "7H")),
        ("hạ 1 3 4", REST, tonk.spread("7C", "7D", "7H")),
        ("5>1", REST, tonk.hit("8S", 1)),
        ("8s > 1", REST, tonk.hit("8S", 1)),
        ("8S=3", REST, tonk.hit("8S", 3)),
        ("hit 5 1", REST, tonk.hit("8S", 1)),
        ("gửi 8S 1", REST, tonk.hit("8S", 1)),
        ("hit 5>1", REST, tonk.hit("8S", 1)),
        ("5>", REST, tonk.hit("8S", 1)),
        ("hit 6", REST, tonk.hit("KS", 2)),
        ("6", REST, tonk.discard("KS")),
        ("ks", REST, tonk.discard("KS")),
        ("throw 6", REST, tonk.discard("KS")),
        ("đánh KS", REST, tonk.discard("KS")),
        ("AH", REST, tonk.discard("AH")),
        ("1 2 3", REST, tonk.spread("7C", "8C", "7D")),
    ],
)
def test_a_line_is_read_as_a_move(line: str, offered: Choices, move: object) -> None:
    assert read(line, offered, HAND) == Play(move)  # type: ignore[arg-type]  # moves of one game


@pytest.mark.parametrize(
    ("line", "offered", "unclear"),
    [
        ("hello", REST, Unclear("input.unclear", "hello")),
        ("z", REST, Unclear("input.unclear", "z")),
        ("7", REST, Unclear("input.no_such_number", 7)),
        ("0", START, Unclear("input.no_such_number", 0)),
        (" , ", REST, Unclear("input.unclear", ",")),
        ("1 2", REST, Unclear("tonk.unclear_cards", 2)),
        ("lay 1", REST, Unclear("tonk.unclear_cards", 1)),
        ("lay", REST, Unclear("tonk.unclear_cards", 0)),
        ("throw 1 2 3", REST, Unclear("tonk.unclear_cards", 3)),
        ("throw", REST, Unclear("tonk.unclear_cards", 0)),
        ("hit", REST, Unclear("tonk.unclear_hit")),
        ("hit 1", REST, Unclear("tonk.unclear_hit")),
        ("hit 5", TWO_FIT, Unclear("tonk.unclear_hit")),
        ("hit 5 x", REST, Unclear("tonk.unclear_hit")),
        (">1", REST, Unclear("tonk.unclear_hit")),
        ("1 2>1 3", REST, Unclear("tonk.unclear_hit")),
        ("hit 9 1", REST, Unclear("input.no_such_number", 9)),
    ],
)
def test_a_line_that_is_no_move_says_why(line: str, offered: Choices, unclear: Unclear) -> None:
    assert read(line, offered, HAND) == unclear


def test_letters_are_none_that_mean_something_at_any_time() -> None:
    many = rest("KS", spreads=[f"{rank}C {rank}D {rank}H" for rank in "A23456789TJQ"])
    assert read("g", many, HAND) == Play(tonk.spread("7C", "7D", "7H"))
    assert read("i", many, HAND) == Play(tonk.spread("8C", "8D", "8H"))
