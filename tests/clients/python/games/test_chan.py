from __future__ import annotations

from random import Random

import pytest

from chieu.chan.v1.chan_pb2 import KIND_5N, KIND_CC, Choices, Kind, Move
from chieu_client.games import chan, game, game_of
from tests.clients.chan_script import HEAVEN, claim, discards, entitled
from tests.clients.tonk_script import turn


def said(move: Move) -> str:
    """A move in a few characters."""
    match move.WhichOneof("move"):
        case "ca":
            return f"ca {chan.name(move.ca.partner)}"
        case "discard":
            return chan.name(move.discard.card)
        case other:
            return str(other)


def legal(offered: Choices) -> list[str]:
    return [said(move) for move in chan.legal_moves(offered)]


def test_cards_have_the_rulebooks_names_and_those_that_players_use() -> None:
    assert chan.kind(" 5N ") == KIND_5N
    assert chan.names([KIND_5N, KIND_CC, 0, 99]) == ["5n", "cc", "??", "??"]
    assert [chan.full_name(name) for name in ("5n", "8v", "2s", "cc", "??")] == [
        "Ngũ Văn",
        "Bát Vạn",
        "Nhị Sách",
        "Chi chi",
        "??",
    ]
    with pytest.raises(ValueError, match="expected a card"):
        chan.kind("1v")


def test_every_kind_has_a_name_of_its_own_and_five_are_red() -> None:
    names = chan.names(Kind.values()[1:])
    assert len({chan.full_name(name) for name in names}) == 25
    assert set(names) >= chan.RED
    assert len(chan.RED) == 5


def test_moves_are_made_of_names() -> None:
    moves = [chan.win(), chan.chiu(), chan.chan(), chan.ca("5v"), chan.let_pass(), chan.discard("cc")]
    assert [said(move) for move in moves] == ["win", "chiu", "chan", "ca 5v", "let_pass", "cc"]


@pytest.mark.parametrize(
    ("offered", "moves"),
    [
        (HEAVEN, "win,let_pass"),
        (claim("win"), "win,let_pass"),
        (claim("win chiu"), "win,chiu,let_pass"),
        (claim("chiu"), "chiu,let_pass"),
        (entitled(), "let_pass"),
        (entitled("win chiu chan"), "win,chiu,chan,let_pass"),
        (entitled("chiu chan"), "chiu,chan,let_pass"),
        (entitled(partner="5v"), "ca 5v,let_pass"),
        (discards("2v 5n cc"), "2v,5n,cc"),
    ],
)
def test_legal_moves_are_what_was_offered(offered: Choices, moves: str) -> None:
    assert ",".join(legal(offered)) == moves
    chance = Random(4)
    drawn = {said(chan.random_move(offered, chance)) for _ in range(300)}
    assert drawn == ({"win"} if "win" in moves else set(legal(offered)))


def test_choices_of_another_game_or_of_nothing_are_refused() -> None:
    assert game_of(HEAVEN) is game("chan")
    with pytest.raises(TypeError, match=r"expected chieu\.chan\.v1\.Choices, got chieu\.tonk\.v1\.Choices"):
        next(chan.legal_moves(turn("knock")))
    with pytest.raises(ValueError, match="ask something"):
        chan.random_move(Choices(), Random(1))
