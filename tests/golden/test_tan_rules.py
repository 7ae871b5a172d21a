"""The golden cases of Tấn that need nothing but the rules."""

from __future__ import annotations

from typing import Any

import pytest

from services.core import cards
from services.core.game import IllegalMove
from services.tan import rules
from services.tan.game import TAN
from tests.conformance.adapters import tan as adapter
from tests.golden.cases import Case, load_cases
from tests.golden.tan_case import (
    Position,
    check_events,
    check_state,
    check_view,
    deal_case,
    move_of,
    position,
)
from tests.golden.test_tan_table import NEEDS_TABLE_ALONE

pytestmark = pytest.mark.golden

CASES = [case for case in load_cases("tan") if case.id not in NEEDS_TABLE_ALONE]


def _is_about_requests(move: dict[str, Any]) -> bool:
    """Whether what a move expects is decided before the rules are asked (TAN-64, TAN-65)."""
    return move.get("error") == "STALE_VERSION"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.test_id)
def test_case_comes_out_as_the_rulebook_says(case: Case) -> None:
    if "match" in case.data:
        _check_match(case)
        return
    start = deal_case(case.data["deal"]) if "deal" in case.data else position(case.data["state"])
    _check_conservation(start.state)
    for attempt in case.data.get("tries", []):
        expected = attempt.get("error")
        if not _is_about_requests(attempt):
            _make(Position(TAN.copy(start.state)), attempt["move"], expected)
    for move in case.data.get("moves", []):
        _make(start, move, move.get("error"))
    expect = case.data.get("expect", {})
    check_state(expect, start.state)
    check_events(expect, [type(event).__name__ for event in start.events])
    for shown in case.data.get("views", []):
        check_view(shown, start.state)


def _make(at: Position, data: dict[str, Any], error: str | None) -> None:
    seat, move = move_of(data, at.state)
    before = TAN.pack(at.state)
    if error is None:
        at.events += TAN.play(at.state, seat, move)
        _check_conservation(at.state)
        return
    with pytest.raises(IllegalMove) as refused:
        TAN.play(at.state, seat, move)
    assert refused.value.code == error
    assert TAN.pack(at.state) == before


def _check_conservation(state: rules.State) -> None:
    lying = [card for place in adapter.locate(state).values() for card in place]
    assert sorted(lying) == list(cards.cards_of(cards.pack_mask(state.options.jokers)))


def _check_match(case: Case) -> None:
    data, expect = case.data["match"], case.data["expect"]
    rows = [tuple(row) for row in data["set_ranks"]]
    options = rules.Options(match_sets=len(rows))
    match = rules.open_match(options, data["players"])
    for row in rows:
        points = tuple(options.points[rank - 1] for rank in row)
        nothing = rules.Reveal((), (), ())
        result = rules.SetResult(rules.Reason.LAST_SEAT, row, points, (), nothing)
        match = rules.after_deal(options, match, result)
    assert dict(enumerate(rules.scores(match))) == expect["totals"]
    assert list(rules.ranking(match)) == expect["order"]
    assert rules.next_leader(match) == expect["next_leader"]
