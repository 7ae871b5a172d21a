"""What the better levels do in plain positions, and what changes their mind. Other hands are seen only as bots see them."""

from __future__ import annotations

import pytest

from ai_worker.games.tonk import BOT
from ai_worker.strategy import Budget
from services.core import cards
from services.tonk import rules
from services.tonk.rules import CaughtLowFrom, Discard, Draw, Hit, Knock, Move, Options, Source, Spread
from tests.ai_worker.tonk.playing import question_of
from tests.ai_worker.tonk.positions import position

BUDGET = Budget(seconds=60.0, nodes=400)
LONG = Budget(seconds=60.0, nodes=1500)
"""For moves that are nearly worth the same."""
SEEDS = (1, 2)
KINGS = "KC QH JH 9S 8S"
"""A hand for whoever is not looked at."""


def moves(level: str, state: rules.State, budget: Budget = BUDGET) -> set[Move]:
    """What a level plays, over some seeds."""
    return {BOT.levels[level].strategy(question_of(state), budget, seed).move for seed in SEEDS}


def card(name: str) -> int:
    return cards.parse(name)


both = pytest.mark.parametrize("level", ["normal", "hard"])


def test_the_same_count_is_knocked_with_where_a_catch_costs_less() -> None:
    """28 on the first turn is worth +.02 where the knocker pays the lowest hand as well, else +.26 (TONK-46, 6.2)."""
    hand = "4C 4D 5H 7S 8D"
    strict, mild = (position(hand, [KINGS], pile="TH", options=Options(caught_low_from=it)) for it in CaughtLowFrom)
    assert Knock() not in moves("hard", strict, LONG)
    assert Knock() in moves("hard", mild, LONG)


@both
def test_the_same_count_is_knocked_with_against_cards_that_are_known_to_be_dear(level: str) -> None:
    """What was seen to be taken is held in hand, and counts (TONK-44, 6.1)."""
    hand, pile = "AC 2D 3H 4S 8D", "TH 9D 8C"
    assert moves(level, position(hand, [KINGS], pile=pile, turns=4, known=["KC QH"])) == {Knock()}
    aces = position(hand, ["AH AS 3D 9S 8S"], pile=pile, turns=4, known=["AH AS"])
    assert Knock() not in moves(level, aces)


@both
def test_a_low_count_is_no_reason_to_knock_against_two_cards(level: str) -> None:
    """Whoever has laid a spread counts only the two cards that it still holds (TONK-27, 44)."""
    few = position("AC 2D 3H 4S 8D", ["AH 9S"], pile="TH 9D 8C", spreads=["5C 6C 7C"], turns=4)
    assert Knock() not in moves(level, few)


@both
def test_the_discard_that_completes_a_spread_is_taken(level: str) -> None:
    """TONK-22, 28."""
    assert moves(level, position("9C 9D 3H KS 5S", [KINGS], pile="QD 9H", turns=2)) == {Draw(Source.DISCARD)}


@both
def test_a_dear_discard_that_completes_nothing_is_left(level: str) -> None:
    assert moves(level, position("9C 8D 3H TS 5S", [KINGS], pile="QD KD", turns=2)) == {Draw(Source.STOCK)}


@both
def test_a_spread_is_laid_as_it_would_count_in_hand(level: str) -> None:
    """TONK-44."""
    held = position("5H 6H 7H KC QD", ["8H JS"], drawn="2S", pile="TH", turns=3)
    assert moves(level, held) == {Spread((card("5H"), card("6H"), card("7H")))}


@both
def test_the_dearer_spread_is_held_back_for_one_with_which_the_hand_goes_out(level: str) -> None:
    """The sevens count more than the run, but the run and a hit on either table spread leave nothing (TONK-38)."""
    held = position("7C 7D 7H 5H 6H", [KINGS], drawn="8C", spreads=["9C TC JC", "8D 9D TD"], turns=3)
    book = {Spread(tuple(card(f"7{suit}") for suit in "CDH"))}
    assert not moves(level, held) & book


@both
def test_a_card_that_fits_the_table_is_hit_not_thrown(level: str) -> None:
    """TONK-31, 32."""
    assert moves(level, position("8C KD 3H 5S", ["8H QS TS"], drawn="2S", spreads=["5C 6C 7C"], turns=3)) == {
        Hit(card("8C"), 1)
    }


@both
@pytest.mark.parametrize(
    ("hand", "other", "taken", "feeding"),
    [("9D 8C 2C 3S", "9S 9H 4C QD", "9S 9H", "9D"), ("9D 9C 2C 3S", "8D TD 4C QH", "8D TD", "9D")],
    ids=["book", "run"],
)
def test_nobody_is_fed_the_card_that_their_takes_call_for(
    level: str, hand: str, other: str, taken: str, feeding: str
) -> None:
    """What was taken and not laid wants its third card (6.1)."""
    fed = Discard(card(feeding))
    assert fed not in moves(level, position(hand, [other], drawn="AD", pile="KD", known=[taken], turns=3))


def test_the_card_that_would_feed_is_thrown_where_nobody_was_seen_to_want_it() -> None:
    assert Discard(card("9D")) in moves(
        "hard", position("9D 8C 2C 3S", ["9S 9H 4C QD"], drawn="AD", pile="KD", turns=3)
    )
