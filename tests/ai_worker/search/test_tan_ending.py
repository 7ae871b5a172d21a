"""The exact search: right on small endings, the same in any slices, quick enough to be of use."""

from __future__ import annotations

from itertools import islice

import pytest

from ai_worker.search import Ending, Table, is_ending
from ai_worker.search.tan_ending import LOST, OPEN, WON
from services.tan import rules
from services.tan.game import TAN
from tests.ai_worker.endings import endings, rival_of, wins_by_brute_force
from tests.ai_worker.playing import dealt

SHORT_STALL = rules.Options(stall_limit=6)
KINDS = {
    "mobile": (rules.MOBILE, 2),
    "traditional": (rules.TRADITIONAL, 2),
    "short-stall": (SHORT_STALL, 2),
    "three-seats": (rules.MOBILE, 3),
    "four-seats": (rules.TRADITIONAL, 4),
}


def solved(state: rules.State, me: int) -> bool:
    ending = Ending(Table(state, me), TAN.copy(state))
    ending.run(1_000_000)
    assert ending.value != OPEN
    return ending.value == WON


@pytest.mark.parametrize("kind", KINDS)
def test_the_value_is_that_of_plain_minimax(kind: str) -> None:
    options, seats = KINDS[kind]
    for state in islice(endings(range(3, 10), options, seats), 400):
        assert solved(state, state.turn) == wins_by_brute_force(state, state.turn, rival_of(state))


def test_what_one_wins_the_other_loses() -> None:
    for state in islice(endings(range(6, 11)), 20):
        assert solved(state, 0) != solved(state, 1)


def test_slices_change_nothing() -> None:
    for state in islice(endings(range(8, 12)), 10):
        whole = Ending(Table(state, state.turn), TAN.copy(state))
        nodes = whole.run(1_000_000)
        sliced = Ending(Table(state, state.turn), TAN.copy(state))
        used = 0
        while sliced.value == OPEN:
            used += sliced.run(7)
        assert (sliced.value, used) == (whole.value, nodes)


def test_a_search_is_open_until_it_is_decided() -> None:
    state = next(endings(range(14, 18)))
    ending = Ending(Table(state, state.turn), state)
    assert ending.run(5) == 5
    assert ending.value == OPEN


def test_only_two_seats_without_a_stock_are_an_ending() -> None:
    assert not is_ending(dealt(rules.MOBILE, 2, 1))
    assert is_ending(next(endings(range(6, 16), rules.MOBILE, 4)))


def test_a_finished_set_has_its_value_at_once() -> None:
    state = next(endings(range(3, 9)))
    table = Table(state, state.turn)
    while TAN.result(state) is None:
        TAN.play(state, state.turn, TAN.default_move(state, state.turn))
    ending = Ending(table, state)
    assert ending.value in {WON, LOST}
    assert ending.run(10) == 0
