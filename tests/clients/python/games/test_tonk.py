from __future__ import annotations

from random import Random

import pytest

from chieu.cards.v1.cards_pb2 import CARD_TS
from chieu.tonk.v1.tonk_pb2 import SOURCE_DISCARD, SOURCE_STOCK, Choices, Move
from chieu_client.games import game, game_of, tonk
from tests.clients.tan_script import choices as tan_choices
from tests.clients.tonk_script import rest, turn


def said(move: Move) -> str:
    """A move in a few characters."""
    match move.WhichOneof("move"):
        case "draw":
            return {SOURCE_STOCK: "stock", SOURCE_DISCARD: "discard"}[move.draw.source]
        case "spread":
            return " ".join(tonk.names(move.spread.cards))
        case "hit":
            return f"{tonk.name(move.hit.card)}>{move.hit.spread}"
        case "discard":
            return f"-{tonk.name(move.discard.card)}"
        case other:
            return str(other)


def legal(offered: Choices) -> list[str]:
    return [said(move) for move in tonk.legal_moves(offered)]


START = turn("knock stock discard")
DRY = turn("knock discard decline")
REST = rest("7C 7D 7H 8S", spreads=["7C 7D 7H"], hits={"8S": 1})


def test_moves_are_made_of_names() -> None:
    moves = [tonk.knock(), tonk.draw(), tonk.draw_discard(), tonk.decline()]
    assert [said(move) for move in moves] == ["knock", "stock", "discard", "decline"]
    moves = [tonk.spread("7c", "7D", "7H"), tonk.hit("ts", 2), tonk.discard("TS")]
    assert [said(move) for move in moves] == ["7C 7D 7H", "TS>2", "-TS"]
    assert tonk.card("ts") == CARD_TS
    with pytest.raises(ValueError, match="expected a card"):
        tonk.discard("1Z")


def test_a_turn_starts_with_draws_and_what_ends_the_hand_comes_last() -> None:
    assert legal(START) == ["stock", "discard", "knock"]
    assert legal(DRY) == ["discard", "knock", "decline"]


def test_the_rest_of_a_turn_is_what_was_offered() -> None:
    assert legal(REST) == ["7C 7D 7H", "8S>1", "-7C", "-7D", "-7H", "-8S"]
    assert legal(rest("", spreads=["7C 7D 7H"])) == ["7C 7D 7H"]


@pytest.mark.parametrize(
    "offered", [START, DRY, turn("decline"), turn("knock stock"), REST, rest("7C"), rest("", spreads=["7C 7D 7H"])]
)
def test_random_moves_are_legal_and_reach_every_kind(offered: Choices) -> None:
    everything = legal(offered)
    chance = Random(4)
    drawn = {said(tonk.random_move(offered, chance)) for _ in range(500)}
    assert drawn == set(everything)


def test_hands_are_played_before_somebody_knocks() -> None:
    chance = Random(5)
    knocks = sum(said(tonk.random_move(START, chance)) == "knock" for _ in range(1000))
    assert 50 < knocks < 200


def test_choices_of_another_game_or_of_nothing_are_refused() -> None:
    assert game_of(START) is game("tonk")
    with pytest.raises(TypeError, match=r"expected chieu\.tonk\.v1\.Choices, got chieu\.tan\.v1\.Choices"):
        next(tonk.legal_moves(tan_choices("7C")))
    with pytest.raises(ValueError, match="ask something"):
        tonk.random_move(Choices(), Random(1))
