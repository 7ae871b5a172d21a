"""The golden cases of Chắn. Each group of the rulebook's section 6 has its own check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from services.chan import rules
from services.chan.game import CHAN
from services.chan.rules.kinds import LIBRARY
from services.core.game import IllegalMove
from tests.conformance.adapters import chan as adapter
from tests.golden.cases import Case, load_cases
from tests.golden.chan_case import (
    asked_to_discard,
    asked_to_take,
    capture_options,
    codes,
    lay_live,
    move_named,
    names,
    play_flow,
    position,
    shorthand,
)

pytestmark = pytest.mark.golden

Data = Mapping[str, Any]
CASES = load_cases("chan")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.test_id)
def test_case_comes_out_as_the_rulebook_says(case: Case) -> None:
    CHECKS[case.data["kind"]](case.data)


def _refusal(state: rules.State, seat: int, move: rules.Move) -> str:
    """The code of a refusal that changed nothing, or OK."""
    trial, before = CHAN.copy(state), CHAN.pack(state)
    try:
        CHAN.play(trial, seat, move)
    except IllegalMove as refused:
        assert CHAN.pack(trial) == before
        return refused.code
    return "OK"


def _won(data: Data, options: rules.Options | None = None) -> rules.State:
    """Seat 0 has won as the case says; whether it could is another question."""
    state = position(data, options=options)
    if data["card"] != "none":
        lay_live(state, rules.parse(data["card"]), 0 if data.get("own_door") else 1, rules.Origin.STOCK)
    return state


def _check_win(data: Data) -> None:
    state, expect = position(data), data["expect"]
    if data["card"] == "none":
        assert rules.wins_as_dealt(state, 0) == expect["win"]
    else:
        assert rules.wins_with(state, 0, rules.parse(data["card"])) == expect["win"]
    if expect["win"]:
        won = _won(data)
        won.winner, won.stage = 0, rules.Stage.OVER
        result = CHAN.result(won)
        assert result is not None
        kinds = Counter(pair.first == pair.second for pair in result.pairs)
        assert (kinds[True], kinds[False]) == (expect["chan"], expect["ca"])


def _check_wait(data: Data) -> None:
    assert names(CHAN.view(position(data), 0).waits) == data["expect"]


def _check_score(data: Data) -> None:
    expect = data["expect"]
    lines = rules.cuoc_lines(_won(data), 0)
    assert {line.cuoc.name.lower(): line.count for line in lines} == expect["bonuses"]
    assert rules.points(lines) == expect["points"]
    traditional = _won(data, rules.Options(house=rules.House.TRADITIONAL))
    wanted = expect.get("points_traditional", expect["points"])
    assert rules.points(rules.cuoc_lines(traditional, 0)) == wanted


def _check_settle(data: Data) -> None:
    winner = -1 if data["winner"] == "none" else data["winner"]
    assert list(rules.settle_points(winner, data["points"])) == data["expect"]


def _check_take(data: Data) -> None:
    state, expect = asked_to_take(data), data["expect"]
    offered = capture_options(CHAN.prompts(state)[0].choices)
    assert " ".join(offered) == expect["take"].replace("none", "")
    for word in offered:
        assert _refusal(state, 0, move_named(word)) == "OK"
    if not offered:
        asks = _natural_asks(data)
        assert {_refusal(state, 0, move) for move in asks} == {expect["code"]}


def _natural_asks(data: Data) -> list[rules.Move]:
    """The captures that a hand suggests: with the same kind if it is there, else with each card of the rank."""
    hand, card = codes(data["hand"]), rules.parse(data["card"])
    if card in hand:
        return [rules.Chan(), rules.Chiu()] if hand.count(card) == 3 else [rules.Chan()]
    rank = [kind for kind in hand if kind // 3 == card // 3]
    return [rules.Ca(kind) for kind in rank or hand]


def _check_request(data: Data) -> None:
    assert _refusal(asked_to_take(data), 0, move_named(data["ask"])) == data["code"]


def _check_discard(data: Data) -> None:
    state, expect = asked_to_discard(data), data["expect"]
    choices = CHAN.prompts(state)[0].choices
    assert isinstance(choices, rules.DiscardChoices)
    assert sorted(choices.cards) == sorted(codes(expect["legal"]))
    for kind in choices.cards:
        assert _refusal(state, 0, rules.Discard(kind)) == "OK"
    for code, reason in expect.get("refused", {}).items():
        assert _refusal(state, 0, move_named(code)) == reason


def _check_flow(data: Data) -> None:
    told: list[str] = []
    lying: list[int] | None = None
    for state, events in play_flow(data):
        told += [text for text in map(shorthand, events) if text is not None]
        places = sorted(card for place in adapter.locate(state).values() for card in place)
        assert lying in (None, places), "a card was lost or doubled"
        lying = places
    assert told == data["events"]


def _check_deck(data: Data) -> None:
    for name, wanted in data["expect"].items():
        assert DECK[name](wanted) == wanted, name


def _check_deal(data: Data) -> None:
    expect, perm = data["expect"], data["perm"]
    deck = [(perm["mul"] * place + perm["add"]) % 100 for place in range(100)]
    options = rules.Options()
    state, _ = CHAN.deal(options, CHAN.open_match(options, 4), {"deck": deck, "dealer": (data["dealer"],)})
    places = adapter.locate(state)
    for seat, hand in enumerate(expect["hands"]):
        assert len(places[f"hand {seat}"]) == expect["sizes"][seat]
        assert places[f"hand {seat}"] == codes(hand)
    assert len(places["stock"]) == expect["stock_size"]
    assert places["stock"] == codes(expect["stock"])
    assert state.dealer == data["dealer"]


def _in_play() -> list[str]:
    return [card.code for card in LIBRARY if card.in_play]


DECK: dict[str, Callable[[Any], Any]] = {
    "stored": lambda _: len(LIBRARY),
    "kinds": lambda _: len({card.code for card in LIBRARY}),
    "in_play": lambda _: len(_in_play()),
    "kinds_in_play": lambda _: len(set(_in_play())),
    "out_of_play": lambda _: " ".join(dict.fromkeys(card.code for card in LIBRARY if not card.in_play)),
    "out_ids": lambda _: "{}-{}".format(*[[card.number for card in LIBRARY if not card.in_play][k] for k in (0, -1)]),
    "out_cards": lambda _: sum(not card.in_play for card in LIBRARY),
    "red": lambda wanted: wanted if {rules.parse(code) for code in wanted.split()} == _red() else _red(),
    "red_cards": lambda _: sum(card.kind in _red() for card in LIBRARY),
    "black_in_play": lambda _: sum(card.in_play and card.kind not in _red() for card in LIBRARY),
    "index": lambda wanted: {code: next(card.kind for card in LIBRARY if card.code == code) for code in wanted},
    "id_code": lambda wanted: {number: LIBRARY[number].code for number in wanted},
}


def _red() -> set[int]:
    return {kind for kind in range(rules.KINDS) if rules.RED >> kind & 1}


CHECKS: dict[str, Callable[[Data], None]] = {
    "win": _check_win,
    "wait": _check_wait,
    "score": _check_score,
    "settle": _check_settle,
    "take": _check_take,
    "request": _check_request,
    "discard": _check_discard,
    "flow": _check_flow,
    "deck": _check_deck,
    "deal": _check_deal,
}


def test_every_case_of_the_rulebook_is_there() -> None:
    groups = Counter(case.id[0] for case in CASES)
    assert groups == {"W": 21, "T": 12, "S": 45, "Z": 3, "R": 32, "C": 12, "Q": 7, "F": 31, "K": 7}
