"""The pack as bits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core import cards

pytestmark = pytest.mark.property

masks = st.integers(0, 2**54 - 1)


def test_names_and_numbers_belong_together() -> None:
    names = [cards.name(card) for card in range(54)]
    assert names[:5] == ["2C", "2D", "2H", "2S", "3C"]
    assert names[-3:] == ["AS", "X1", "X2"]
    assert [cards.parse(name) for name in names] == list(range(54))


@pytest.mark.parametrize("text", ["", "2", "1C", "2X", "X3", "10C", "2c", "??", " 2C"])
def test_other_names_are_unknown(text: str) -> None:
    assert cards.parse(text) == cards.UNKNOWN
    assert cards.name(cards.UNKNOWN) == "??"


@given(masks)
def test_masks_behave_like_sets_of_cards(mask: int) -> None:
    held = [card for card in range(54) if mask >> card & 1]
    assert cards.count(mask) == len(held)
    assert list(cards.cards_of(mask)) == held
    assert cards.mask_of(held) == mask
    assert cards.above(mask) == cards.mask_of(range(max(held, default=-1) + 1, 54))
    if held:
        assert cards.lowest(mask) == held[0]


@given(masks)
def test_ranks_of_holds_every_card_of_every_rank_that_occurs(mask: int) -> None:
    ranks = {cards.rank_of(card) for card in cards.cards_of(mask) if card < cards.X1}
    assert cards.ranks_of(mask) == cards.mask_of(c for c in range(52) if c >> 2 in ranks)


@given(masks, st.integers(0, 3))
def test_a_hand_is_shown_normal_cards_first_then_royal_ones_then_jokers(mask: int, royal: int) -> None:
    shown = cards.display(mask, royal)
    keys = [(2 if c > 51 else 1 if cards.suit_of(c) == royal else 0, c) for c in shown]
    assert cards.mask_of(shown) == mask
    assert keys == sorted(keys)
