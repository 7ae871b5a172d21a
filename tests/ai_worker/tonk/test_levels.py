"""The levels: legal play under every option, repeatable, fair, and stronger than the one below."""

from __future__ import annotations

from typing import Any

import pytest

from ai_worker.games.tonk import BOT
from ai_worker.strategy import Rung, Strategy
from ai_worker.tonk import any_answer, easy, is_offered, normal
from ai_worker.tonk.answers import offered
from services.core import cards
from services.core.chance import SearchRandom
from services.tonk import rules
from services.tonk.codec import CODEC
from services.tonk.game import TONK
from tests.ai_worker.tonk.playing import BUDGET, dealt, question_of, run_hand
from tests.conformance.adapters import tonk as adapter
from tests.conformance.games import TABLES

SOME = [table for place, table in enumerate(it for it in TABLES if it.game is TONK) if place % 4 == 0]


@pytest.mark.property
@pytest.mark.parametrize("table", SOME, ids=lambda table: table.name)
@pytest.mark.parametrize("level", BOT.levels)
def test_whole_hands_are_played_legally(level: str, table: Any) -> None:
    strategy = BOT.levels[level].strategy
    for seed in range(3):
        result = run_hand(dealt(table.options, table.seats, seed), [strategy] * table.seats, seed)
        assert sum(result.settlement.net) == 0


@pytest.mark.parametrize("level", BOT.levels)
def test_the_same_question_nodes_and_seed_give_the_same_move(level: str) -> None:
    strategy = BOT.levels[level].strategy
    for seed in range(6):
        state = dealt(rules.DEFAULTS, 3, seed)
        for _ in range(4):
            if TONK.result(state) is None:
                question = question_of(state)
                assert strategy(question, BUDGET, 77) == strategy(question, BUDGET, 77)
                TONK.play(state, question.seat, TONK.default_move(state, question.seat))


@pytest.mark.leak
@pytest.mark.parametrize("level", BOT.levels)
def test_hidden_cards_change_neither_the_job_nor_the_move(level: str) -> None:
    strategy = BOT.levels[level].strategy
    for seed in range(6):
        state = dealt(rules.Options(max_seats=4), 2 + seed % 3, seed)
        while TONK.result(state) is None:
            question = question_of(state)
            if state.version % 3 == seed % 3:
                twin = question_of(TONK.sample(question.view, SearchRandom(seed + int(state.version))))
                assert _payload(twin) == _payload(question)
                assert strategy(twin, BUDGET, seed).move == strategy(question, BUDGET, seed).move
            TONK.play(state, question.seat, easy(question, BUDGET, seed + int(state.version)).move)


def _payload(question: Any) -> tuple[bytes, ...]:
    encoded = (CODEC.encode_view(question.view), CODEC.encode_choices(question.choices))
    return tuple(message.SerializeToString(deterministic=True) for message in encoded)


def test_the_offers_are_those_of_the_prompt_and_any_answer_is_one_of_them() -> None:
    state = dealt(rules.DEFAULTS, 3, 1)
    for move in (None, rules.Draw(rules.Source.STOCK)):
        if move is not None:
            TONK.play(state, int(state.turn), move)
        choices = question_of(state).choices
        assert set(offered(choices)) == set(adapter.moves(choices))
        assert is_offered(choices, any_answer(choices))
        assert not is_offered(choices, rules.Hit(3, 1))
        for proposed, other in adapter.proposals(state, SearchRandom(3).below):
            if proposed == state.turn:
                assert is_offered(choices, other) == (adapter.judge(state, proposed, other) is None)


def _melding(hand: str, spreads: str = "") -> rules.State:
    state = rules.blank_state(rules.DEFAULTS, 2)
    state.hands[0] = cards.mask_of(map(cards.parse, hand.split()))
    state.hands[1] = cards.mask_of(map(cards.parse, ("QD", "KC", "QH")))
    placed = int(state.hands[0] | state.hands[1])
    for group in filter(None, spreads.split(",")):
        mask = cards.mask_of(map(cards.parse, group.split()))
        state.spreads = type(state.spreads)([*state.spreads, mask])
        state.owners = type(state.owners)([*state.owners, 1])
        state.put[1] |= mask
        placed |= mask
    state.stock = type(state.stock)([card for card in range(52) if not placed >> card & 1])
    state.dealer, state.turn, state.turns = 1, 0, 2
    state.phase, state.source = rules.Phase.MELD, rules.Source.STOCK
    state.card = cards.lowest(state.hands[0])
    return state


@pytest.mark.parametrize("strategy", [normal, BOT.levels["hard"].strategy], ids=["normal", "hard"])
@pytest.mark.parametrize(
    ("hand", "spreads"),
    [
        ("7C 7D 7H 5H 6H 8C", "9C TC JC,8D 9D TD"),  # the book of sevens, though dearer, would leave 5H and 6H
        ("3C 4C AS", "5C 6C 7C,2S 3S 4S"),
        ("4S 5S 6S 7S 8S 9S", ""),
    ],
)
def test_a_turn_that_can_empty_the_hand_does(strategy: Strategy, hand: str, spreads: str) -> None:
    state = _melding(hand, spreads)
    result = run_hand(state, [strategy, strategy])
    assert result.ending.reason == rules.Reason.TONK
    assert result.ending.winners == (0,)


def test_hard_searches_and_leaves_the_knock_to_its_count() -> None:
    state = dealt(rules.DEFAULTS, 2, 4)
    TONK.play(state, int(state.turn), rules.Draw(rules.Source.STOCK))
    thought = BOT.levels["hard"].strategy(question_of(state), BUDGET, 1)
    assert thought.rung == Rung.SEARCH
    assert thought.nodes >= BUDGET.nodes


def _balance(strategy: Strategy, other: Strategy, seats: int, deals: int) -> float:
    """Stakes a deal that one player earns among others, each deal played from every seat."""
    total = 0
    for seed in range(deals):
        for place in range(seats):
            players = [strategy if seat == place else other for seat in range(seats)]
            total += run_hand(dealt(rules.Options(max_seats=4), seats, seed), players, seed).settlement.net[place]
    return total / (10 * deals * seats)


@pytest.mark.property
@pytest.mark.parametrize("seats", [2, 3])
def test_normal_earns_from_easy(seats: int) -> None:
    assert _balance(normal, easy, seats, 40) > 0.1
