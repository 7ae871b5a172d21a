"""Every order of counts at every number of seats, under both readings of a catch (TONK-45 to 47, 52, 56)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from services.tonk import rules

pytestmark = pytest.mark.property

EVERYONE = rules.Options(max_seats=4, stake=10, caught_low_from=rules.CaughtLowFrom.EVERYONE)
OTHERS = rules.Options(max_seats=4, stake=10, caught_low_from=rules.CaughtLowFrom.OTHERS)

READINGS = [pytest.param(options, id=f"tonk-{options.caught_low_from.value}") for options in (EVERYONE, OTHERS)]
SEATS = (2, 3, 4)

# (row, the other counts, the knocker's, what each gets in stakes: knocker first) as the rulebook's table has them.
CATCHES = [
    (7, [4], 5, [-3, 3], [-2, 2]),
    (7, [5], 5, [-3, 3], [-2, 2]),
    (8, [4, 6], 5, [-3, 4, -1], [-2, 3, -1]),
    (9, [5, 6], 5, [-3, 4, -1], [-2, 3, -1]),
    (10, [3, 4], 5, [-5, 4, 1], [-4, 3, 1]),
    (11, [3, 5], 5, [-5, 4, 1], [-4, 3, 1]),
    (12, [3, 3], 5, [-6, 3, 3], [-4, 2, 2]),
    (13, [5, 5], 5, [-6, 3, 3], [-4, 2, 2]),
    (18, [4, 6, 7], 5, [-3, 5, -1, -1], [-2, 4, -1, -1]),
    (19, [3, 4, 6], 5, [-5, 5, 1, -1], [-4, 4, 1, -1]),
    (20, [4, 4, 6], 5, [-6, 4, 4, -2], [-4, 3, 3, -2]),
    (21, [3, 4, 5], 5, [-7, 5, 1, 1], [-6, 4, 1, 1]),
    (22, [3, 3, 4], 5, [-8, 4, 4, 0], [-6, 3, 3, 0]),
    (23, [4, 4, 4], 5, [-9, 3, 3, 3], [-6, 2, 2, 2]),
]


def net_of(transfers: Sequence[rules.Transfer], seats: int) -> list[int]:
    net = [0] * seats
    for paid in transfers:
        net[paid.payer] -= paid.amount
        net[paid.payee] += paid.amount
    return net


def by_formula(options: rules.Options, counts: Sequence[int], knocker: int) -> list[int]:
    """The rulebook's general form, in stakes."""
    seats, own = len(counts), counts[knocker]
    others = [count for seat, count in enumerate(counts) if seat != knocker]
    low = min(others)
    equal_or_lower = sum(count <= own for count in others)
    if not equal_or_lower:
        return [seats - 1 if seat == knocker else -1 for seat in range(seats)]
    lowest = others.count(low)
    pays = options.caught_low_from == rules.CaughtLowFrom.EVERYONE
    expected = []
    for seat, count in enumerate(counts):
        if seat == knocker:
            expected.append(-2 * equal_or_lower - (lowest if pays else 0))
        elif count == low:
            expected.append(seats + (2 if pays else 1) - lowest)
        else:
            expected.append((2 if count <= own else 0) - lowest)
    return expected


@pytest.mark.parametrize("options", READINGS)
@pytest.mark.parametrize("seats", SEATS)
def test_every_order_of_counts_pays_a_knock_by_the_general_form(options: rules.Options, seats: int) -> None:
    worst = 0
    for counts in product(range(1, seats + 2), repeat=seats):
        for knocker in range(seats):
            winners, transfers = rules.knock_transfers(options, list(enumerate(counts)), knocker)
            net = net_of(transfers, seats)
            assert net == [10 * stakes for stakes in by_formula(options, counts, knocker)]
            others = [count for seat, count in enumerate(counts) if seat != knocker]
            caught = min(others) <= counts[knocker]
            low = [seat for seat in range(seats) if seat != knocker and counts[seat] == min(others)]
            assert winners == (low if caught else [knocker])
            kinds = {paid.reason for paid in transfers}
            assert kinds <= ({rules.PaidFor.CAUGHT, rules.PaidFor.LOW} if caught else {rules.PaidFor.KNOCK})
            assert len({(paid.payer, paid.payee, paid.reason) for paid in transfers}) == len(transfers)
            worst = min(worst, *net)
    assert worst == -rules.cover(options, seats), "the cover is the worst loss, and is reached"


@pytest.mark.parametrize(
    ("row", "others", "own", "everyone", "only_others"), CATCHES, ids=[f"tonk-row-{row[0]}-{row[1]}" for row in CATCHES]
)
def test_a_catch_pays_what_the_rulebooks_table_says(
    row: int, others: list[int], own: int, everyone: list[int], only_others: list[int]
) -> None:
    counts = list(enumerate([own, *others]))
    for options, expected in ((EVERYONE, everyone), (OTHERS, only_others)):
        _, transfers = rules.knock_transfers(options, counts, 0)
        assert net_of(transfers, len(counts)) == [10 * stakes for stakes in expected], row


@pytest.mark.parametrize("options", READINGS)
@pytest.mark.parametrize("seats", SEATS)
def test_every_order_of_counts_pays_the_lowest_when_nobody_knocked(options: rules.Options, seats: int) -> None:
    for counts in product(range(1, seats + 1), repeat=seats):
        transfers = rules.low_transfers(options, list(enumerate(counts)))
        lowest = counts.count(min(counts))
        expected = [seats - lowest if count == min(counts) else -lowest for count in counts]
        assert net_of(transfers, seats) == [10 * stakes for stakes in expected]
        assert all(paid.amount == 10 and paid.reason == rules.PaidFor.LOW for paid in transfers)
