"""What other hands count, and what a knock is worth: against the rulebook's figures and by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from statistics import fmean

import pytest

from ai_worker.tonk.counting import counts_of_others, hand_counts, knock_value, low_value, turns_had, unseen
from services.core import cards
from services.tonk import rules
from services.tonk.game import TONK
from tests.ai_worker.tonk.playing import dealt

# Own count; two seats: chance that the other is higher, value; value when the knocker pays no base (rulebook 6.2).
FIRST_TURN = [(22, 0.951, 0.80, 0.85), (25, 0.879, 0.51, 0.64), (28, 0.754, 0.02, 0.26), (30, 0.645, -0.42, -0.06)]

OTHERS = rules.Options(caught_low_from=rules.CaughtLowFrom.OTHERS)


def test_counts_are_those_of_all_hands_that_could_be() -> None:
    hidden = [cards.parse(name) for name in ("AC", "2C", "2D", "9H", "TS", "KD", "7C")]
    found = hand_counts(hidden, 3, 4, untouched=False, tilt=0.0)
    all_hands = [4 + sum(map(rules.points_of, hand)) for hand in combinations(hidden, 3)]
    assert sum(found) == pytest.approx(1)
    for count, likely in enumerate(found):
        assert likely == pytest.approx(all_hands.count(count) / len(all_hands))


def test_a_hand_that_nobody_touched_was_no_initial_tonk() -> None:
    tens = [cards.parse(rank + suit) for rank in "9TJQK" for suit in "CDHS"]
    assert sum(hand_counts(tens, 5, 0, untouched=True, tilt=0.0)[49:]) == 0
    assert sum(hand_counts(tens, 5, 0, untouched=False, tilt=0.0)[49:]) > 0.3


@pytest.mark.parametrize(("own", "higher", "value", "value_of_others"), FIRST_TURN)
def test_a_knock_in_the_first_turn_is_worth_what_the_rulebook_says(
    own: int, higher: float, value: float, value_of_others: float
) -> None:
    hands = list(_first_hands(own))
    assert fmean(sum(counts[own + 1 :]) for counts in hands) == pytest.approx(higher, abs=0.01)
    assert fmean(knock_value(rules.DEFAULTS, own, [counts]) for counts in hands) == pytest.approx(value, abs=0.05)
    assert fmean(knock_value(OTHERS, own, [counts]) for counts in hands) == pytest.approx(value_of_others, abs=0.05)


def _first_hands(own: int) -> Iterator[list[float]]:
    """What the other hand may count, seen from some hands of so many points and with some upcard."""
    rng, found = random.Random(own), 0
    while found < 40:
        *hand, _ = seen = rng.sample(range(52), 6)
        if sum(map(rules.points_of, hand)) == own:
            found += 1
            hidden = [card for card in range(52) if card not in seen]
            yield hand_counts(hidden, 5, 0, untouched=True, tilt=0.0)


@pytest.mark.parametrize("options", [rules.DEFAULTS, OTHERS], ids=lambda options: options.caught_low_from.value)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_knock_and_a_decline_are_worth_what_settlement_pays_on_average(options: rules.Options, seats: int) -> None:
    hands = [[0.0, 0.2, 0.0, 0.5, 0.3], [0.1, 0.0, 0.4, 0.0, 0.5], [0.25, 0.25, 0.25, 0.25]][: seats - 1]
    for own in range(5):
        expected = lowest = 0.0
        for counts in product(*(range(len(hand)) for hand in hands)):
            likely = 1.0
            for hand, count in zip(hands, counts, strict=True):
                likely *= hand[count]
            _, paid = rules.knock_transfers(options, list(enumerate([own, *counts])), 0)
            net = sum(it.amount if it.payee == 0 else -it.amount for it in paid if 0 in {it.payee, it.payer})
            expected += likely * net / options.stake
            lowest += likely * (min(counts) >= own)
        assert knock_value(options, own, hands) == pytest.approx(expected)
        assert low_value(own, hands) == pytest.approx((seats - 1) * lowest - (1 - lowest))


def test_a_taken_discard_is_counted_for_certain_and_a_thrown_one_never() -> None:
    state = dealt(rules.Options(max_seats=4), 3, 5)
    taken = int(state.pile[0])
    TONK.play(state, 1, rules.Draw(rules.Source.DISCARD))
    thrown = next(card for card in cards.cards_of(state.hands[1]) if card != taken)
    TONK.play(state, 1, rules.Discard(thrown))
    TONK.play(state, 2, rules.Draw(rules.Source.STOCK))
    TONK.play(state, 2, rules.Discard(cards.lowest(state.hands[2])))
    view = TONK.bot_view(state, 0)
    assert not unseen(view) & cards.mask_of([taken, thrown])
    left, right = counts_of_others(view, 0)
    assert sum(left[: rules.points_of(taken)]) == 0
    assert sum(right) == pytest.approx(1)
    assert [turns_had(view, seat) for seat in range(3)] == [0, 1, 1]
