"""What the quick players of Tonk think of a card, in figures that both forms of the rules must give."""

from __future__ import annotations

import pytest

from ai_worker.search.tonk_turns import looseness
from services.core import cards
from services.tonk.rules.spreads import ace_low

DRAWS = 3


@pytest.mark.parametrize(
    ("card", "hand", "unseen", "hope"),
    [
        ("KS", "KS KH 2C", "KC KD 3C", 2 * 20),  # either of two kings makes a book of 20 and itself
        ("KS", "KS KH 2C", "4C 3C 9D", 0),
        ("2C", "2C 3C KH", "AC 4C 9D", 2 * 5),  # the ace is below the two
        ("KS", "KS QS 2C", "AS JS 9D", 20),  # and not above the king
        ("5D", "5D 7D 2C", "6D 9H TS", 12),
        ("2H", "2H 2S 2D", "2C 9H TS", 2 * 4),
    ],
)
def test_a_card_is_worth_its_points_less_the_spreads_that_it_may_become(
    card: str, hand: str, unseen: str, hope: int
) -> None:
    held, left = (ace_low(cards.mask_of(map(cards.parse, names.split()))) for names in (hand, unseen))
    number = cards.lowest(ace_low(cards.one(cards.parse(card))))
    points = {"K": 10, "2": 2, "5": 5}[card[0]]
    assert looseness(number, held, left, DRAWS) == 10 * points * 3 - DRAWS * hope
