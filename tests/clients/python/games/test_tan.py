from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from chieu.cards.v1.cards_pb2 import CARD_TS, CARD_X1
from chieu.table.v1.update_pb2 import Update
from chieu.tan.v1.tan_pb2 import Choices, Move, ReturnChoices
from chieu_client.games import UnknownGame, game, game_of, tan
from tests.clients.tan_script import choices, defence


def said(move: Move) -> str:
    """A move in a few characters."""
    match move.WhichOneof("move"):
        case "attack":
            return " ".join(tan.names(move.attack.cards))
        case "defend":
            return " ".join(f"{tan.name(pair.attack)}<{tan.name(pair.defence)}" for pair in move.defend.pairs)
        case "return_tribute":
            return tan.name(move.return_tribute.card)
        case other:
            return str(other)


def legal(offered: Choices) -> list[str]:
    return [said(move) for move in tan.legal_moves(offered)]


def test_cards_have_the_rulebooks_names() -> None:
    assert tan.card("ts") == CARD_TS
    assert tan.names([CARD_TS, CARD_X1, 0, 99]) == ["TS", "X1", "??", "??"]
    with pytest.raises(ValueError, match="expected a card"):
        tan.card("1Z")


def test_moves_are_made_of_names() -> None:
    moves = [tan.attack("7C", "7D"), tan.defend({"7C": "9C"}), tan.take(), tan.stop(), tan.return_tribute("X2")]
    assert [said(move) for move in moves] == ["7C 7D", "7C<9C", "take", "stop", "X2"]


def test_an_opening_wave_has_one_rank_and_no_more_cards_than_the_limit() -> None:
    assert legal(choices("7C", "9H", "7D", "7S", limit=2)) == ["7C", "9H", "7D", "7S", "7C 7D", "7C 7S", "7D 7S"]


def test_a_later_wave_mixes_ranks_and_may_be_left_out() -> None:
    assert legal(choices("7C", "9H", one_rank=False, may_stop=True)) == ["7C", "9H", "7C 9H", "stop"]
    assert legal(choices(one_rank=False, may_stop=True)) == ["stop"]


def test_a_defence_gives_each_card_another_one() -> None:
    offered = defence({"7C": "9C TC", "8C": "9C"})
    assert legal(offered) == ["7C<TC 8C<9C", "take"]
    assert legal(defence({"7C": "9C", "8C": "9C"}, may_defend=False)) == ["take"]


def test_any_card_may_be_returned() -> None:
    offered = Choices(return_tribute=ReturnChoices(cards=[tan.card("7C"), tan.card("X1")]))
    assert legal(offered) == ["7C", "X1"]
    assert said(tan.random_move(offered, Random(1))) in {"7C", "X1"}


@pytest.mark.parametrize(
    "offered",
    [
        choices("7C", "7D", "9H", limit=2),
        choices("7C", "7D", "9H", limit=2, one_rank=False, may_stop=True),
        choices(may_stop=True),
        defence({"7C": "9C TC", "8C": "9C TC", "8D": "9D TC"}),
        defence({"7C": ""}, may_defend=False),
    ],
)
def test_random_moves_are_legal_and_reach_every_kind(offered: Choices) -> None:
    everything = {normal(move) for move in tan.legal_moves(offered)}
    chance = Random(4)
    drawn = {normal(tan.random_move(offered, chance)) for _ in range(300)}
    assert drawn <= everything
    assert {kind for kind, _ in drawn} == {kind for kind, _ in everything}


def test_huge_choices_cost_no_more_than_what_is_asked_for() -> None:
    royal = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS X1 X2"
    offered = defence({f"{rank}{suit}": royal for rank in "23456" for suit in "CDH"})
    assert len(list(islice(tan.legal_moves(offered), 50))) == 50
    assert tan.random_move(offered, Random(2)).WhichOneof("move")


def normal(move: Move) -> tuple[str | None, frozenset[str]]:
    return move.WhichOneof("move"), frozenset(said(move).split())


def test_games_are_found_by_their_choices() -> None:
    assert game_of(choices("7C")) is game("tan")
    with pytest.raises(UnknownGame):
        game("poker")
    with pytest.raises(TypeError, match=r"chieu\.table\.v1\.Update"):
        next(tan.legal_moves(Update()))
