"""The golden cases of Tonk that need nothing but the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from services.core import cards
from services.core.game import SPECTATORS, End, IllegalMove
from services.tonk import rules
from services.tonk.game import TONK
from tests.conformance.adapters import tonk as adapter
from tests.golden.cases import Case, load_cases
from tests.golden.tonk_case import check, move_of, options_of, said, starting_state

pytestmark = pytest.mark.golden

MATCH_LEVEL = ("DEALER_DRAW", "BEFORE_DEAL", "NEXT_DEALER", "NEWCOMER")
OF_THE_TABLE = ("NOT_IN_MATCH", "MATCH_OVER", "STALE_STATE", "BAD_MOVE")
"""Refusals that are decided before the rules are asked."""

CASES = load_cases("tonk")
HANDS = [case for case in CASES if case.data["at"] not in MATCH_LEVEL]
MATCHES = [case for case in CASES if case.data["at"] in MATCH_LEVEL]


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case.test_id)
def test_case_comes_out_as_the_rulebook_says(case: Case) -> None:
    data = case.data
    state = starting_state(data)
    check(data, data.get("before", {}), state)
    _check_tries(state, data.get("tries", {}))
    events: list[rules.Event] = []
    done = list(data.get("do", []))
    refused = done.pop() if "error" in data else None
    requests = set()
    for text in done:
        request = said(text).request
        if request is None or request not in requests:  # a repeat never reaches the rules
            events = _make(state, text)
        requests.add(request)
    if refused is not None:
        _check_tries(state, {refused: data["error"]})
    expect = data.get("expect", {})
    check(data, expect, state)
    _check_events(expect, events)
    _check_tries(state, data.get("tries_after", {}))


def _make(state: rules.State, text: str) -> list[rules.Event]:
    move = said(text)
    if move.verb == "Timeout":
        return _time_out(state)
    named = move_of(move)
    assert named is not None
    events = TONK.play(state, move.seat, named)
    _check_conservation(state)
    return events


def _time_out(state: rules.State) -> list[rules.Event]:
    events: list[rules.Event] = []
    ((seat, prompt),) = TONK.prompts(state).items()
    while TONK.prompts(state).get(seat) is not None and TONK.prompts(state)[seat].turn == prompt.turn:
        events += TONK.play(state, seat, TONK.default_move(state, seat))
        _check_conservation(state)
    return events


def _check_tries(state: rules.State, tries: Mapping[str, str]) -> None:
    for text, error in tries.items():
        move = said(text)
        named = move_of(move)
        if error in OF_THE_TABLE and error != "NOT_IN_MATCH":
            continue
        if named is None:
            assert error == "NOT_IN_MATCH"
            continue
        before = TONK.pack(state)
        with pytest.raises(IllegalMove) as refused:
            TONK.play(state, move.seat, named)
        assert refused.value.code == error, text
        assert TONK.pack(state) == before


def _check_conservation(state: rules.State) -> None:
    lying = [card for place in adapter.locate(state).values() for card in place]
    assert sorted(lying) == list(range(52))


def _check_events(expect: Mapping[str, Any], events: list[rules.Event]) -> None:
    if "public" not in expect:
        return
    shown = TONK.show(events[0], SPECTATORS)
    assert isinstance(shown, rules.Drawn)
    public = {"event": type(shown).__name__, "seat": shown.seat, "source": shown.source.name.lower()}
    if isinstance(shown.card, int):
        public["card"] = cards.name(shown.card)
    assert public == expect["public"]
    private = {}
    for seat in range(2):
        own = TONK.show(events[0], seat)
        assert isinstance(own, rules.Drawn)
        if own != shown:
            assert isinstance(own.card, int)
            private[seat] = cards.name(own.card)
    assert private == expect["private"]


@pytest.mark.parametrize("case", MATCHES, ids=lambda case: case.test_id)
def test_case_about_the_match_comes_out_as_the_rulebook_says(case: Case) -> None:
    data, expect = case.data, case.data["expect"]
    options = options_of(data)
    at = data["at"]
    if at == "DEALER_DRAW":
        drawn = [cards.parse(name) for name in data["draws"]]
        assert rules.draw_dealer(drawn, range(len(drawn))) == expect["dealer"]
    elif at == "BEFORE_DEAL":
        _check_before_deal(options, data, expect)
    elif at == "NEXT_DEALER":
        assert rules.left_of(data["seats"], data["last"]) == expect["next_dealer"]
    else:
        _check_newcomer(options, data, expect)


def _check_newcomer(options: rules.Options, data: Mapping[str, Any], expect: Mapping[str, Any]) -> None:
    seats = data["seats"]
    match = rules.Match(tuple(seats), (1000,) * len(seats), data["dealer"], 1, 1)
    joined = rules.newcomer(options, match)
    assert list(joined.order) == expect["order"]
    assert joined.dealer == data["dealer"]
    if joined.order != match.order:
        assert len(joined.bankrolls) - 1 == data["new"]


def _check_before_deal(options: rules.Options, data: Mapping[str, Any], expect: Mapping[str, Any]) -> None:
    chips = tuple(data["bankrolls"])
    match = rules.Match(tuple(range(len(chips))), chips, 0, 1, 1)
    line = rules.line_up(options, match)
    assert list(line.short) == expect.get("short", [])
    assert list(line.dropped) == expect.get("dropped", [])
    verdict = rules.before_deal(options, match)
    assert isinstance(verdict, End) == expect["match_over"]
    if isinstance(verdict, End):
        assert verdict.reason == "SHORT_SEAT"
