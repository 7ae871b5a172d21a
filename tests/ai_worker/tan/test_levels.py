"""The levels: legal play in whole sets, repeatable, fair, and each stronger than the one below."""

from __future__ import annotations

from itertools import islice

import pytest

from ai_worker.games.tan import BOT
from ai_worker.strategy import Budget, Rung, Strategy
from ai_worker.tan import easy, hard, normal
from services.core.chance import SearchRandom
from services.tan import rules
from services.tan.codec import CODEC
from services.tan.game import TAN
from tests.ai_worker.endings import endings, rival_of, wins_by_brute_force
from tests.ai_worker.playing import at_random, dealt, question_of, run_set

PRESETS = {"mobile": rules.MOBILE, "traditional": rules.TRADITIONAL}
SMALL = Budget(seconds=60.0, nodes=300)


@pytest.mark.property
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", TAN.seats)
@pytest.mark.parametrize("level", BOT.levels)
def test_whole_sets_are_played_legally(level: str, seats: int, preset: str) -> None:
    strategy = BOT.levels[level].strategy
    for seed in range(8):
        result = run_set(dealt(PRESETS[preset], seats, seed), [strategy] * seats, seed, budget=SMALL)
        assert sorted(result.ranks) == list(range(1, seats + 1))


@pytest.mark.parametrize("level", BOT.levels)
def test_the_same_question_nodes_and_seed_give_the_same_move(level: str) -> None:
    strategy = BOT.levels[level].strategy
    for state in islice(endings(range(8, 14)), 5):
        question = question_of(state)
        first, again = (strategy(question, SMALL, 77) for _ in range(2))
        assert first == again


@pytest.mark.leak
@pytest.mark.parametrize("level", BOT.levels)
def test_hidden_cards_change_neither_the_job_nor_the_move(level: str) -> None:
    strategy = BOT.levels[level].strategy
    for seed in range(12):
        seats = 2 + seed % 3
        state = dealt(list(PRESETS.values())[seed % 2], seats, seed)
        while TAN.result(state) is None:
            question = question_of(state)
            if state.version % 7 == seed % 7:
                other = TAN.sample(question.view, SearchRandom(seed + state.version))
                twin = question_of(other)
                assert _payload(twin) == _payload(question)
                assert strategy(twin, SMALL, seed).move == strategy(question, SMALL, seed).move
            TAN.play(state, question.seat, easy(question, SMALL, seed + state.version).move)


def _payload(question: object) -> tuple[bytes, ...]:
    view, choices = question.view, question.choices  # type: ignore[attr-defined] # any game's question
    encoded = (CODEC.encode_view(view), CODEC.encode_choices(choices))
    return tuple(message.SerializeToString(deterministic=True) for message in encoded)


def test_hard_never_gives_a_won_ending_away() -> None:
    for state in islice(endings(range(5, 11)), 40):
        me, other = state.turn, rival_of(state)
        thought = hard(question_of(state), Budget(seconds=60.0, nodes=100_000), 1)
        assert thought.rung == Rung.SEARCH
        after = TAN.copy(state)
        TAN.play(after, me, thought.move)
        assert wins_by_brute_force(after, me, other) == wins_by_brute_force(state, me, other)


def test_an_unsolved_ending_is_played_by_the_heuristic() -> None:
    state = next(endings(range(20, 24)))
    question = question_of(state)
    thought = hard(question, Budget(seconds=60.0, nodes=20), 1)
    assert (thought.rung, thought.nodes) == (Rung.HEURISTIC, 20)
    assert BOT.is_offered(question.choices, thought.move)


def test_a_hidden_busted_hand_is_averaged_over() -> None:
    """Three seats, one busted with cards that nobody saw: the others' cards are not certain, and hard copes."""
    solved = 0
    for seed in range(60):
        state = dealt(rules.Options(hand_limit=10), 3, seed)
        while TAN.result(state) is None:
            question = question_of(state)
            thought = hard(question, SMALL, seed)
            assert BOT.is_offered(question.choices, thought.move)
            if thought.nodes and any(len(seat.aside_known) < seat.aside_count for seat in question.view.seats):
                solved += 1
            TAN.play(state, question.seat, thought.move)
        if solved:
            break
    assert solved


def points(first: Strategy, second: Strategy, sets: int, *, budget: Budget = SMALL) -> tuple[int, int]:
    """Sets won by each of two strategies, every deal played twice with the seats changed."""
    won = [0, 0]
    for seed in range(sets):
        for seat, players in ((0, [first, second]), (1, [second, first])):
            ranks = run_set(dealt(rules.MOBILE, 2, seed), players, seed, budget=budget).ranks
            won[ranks[seat] != 1] += 1
    return won[0], won[1]


def test_easy_beats_random() -> None:
    easy_won, random_won = points(easy, at_random, 30)
    assert easy_won > 5 * random_won


def test_normal_beats_easy() -> None:
    normal_won, easy_won = points(normal, easy, 40)
    assert normal_won > 1.5 * easy_won


def test_hard_is_never_worse_than_normal_in_an_ending() -> None:
    better = 0
    for state in islice(endings(range(6, 13)), 60):
        me, other = state.turn, rival_of(state)
        places = {}
        for name, mine in (("hard", hard), ("normal", normal)):
            ranks = run_set(TAN.copy(state), {me: mine, other: hard}, 1, budget=Budget(60.0, 20_000)).ranks
            places[name] = ranks[me]
        assert places["hard"] <= places["normal"]
        better += places["hard"] < places["normal"]
    assert better
