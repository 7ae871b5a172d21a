"""What another hand is guessed to be: as exact counting says where counting can, and what its seat was seen to do."""

from __future__ import annotations

import pytest

from ai_worker.search import Belief, Guesses
from ai_worker.search.tonk_guesses import UNIT
from ai_worker.search.tonk_turns import MOST_TURNS
from ai_worker.tonk.counting import hand_counts, unseen
from ai_worker.tonk.habits import BELIEF, habits_of
from services.core import cards
from services.core.chance import SearchRandom
from services.tonk import rules
from services.tonk.game import TONK
from tests.ai_worker.tonk.playing import dealt, question_of
from tests.ai_worker.tonk.positions import position

WALKS = 1000


def guesses_of(state: rules.State, belief: Belief = BELIEF) -> Guesses:
    rng = SearchRandom(7)
    view = TONK.bot_view(state, 0)
    guesses = Guesses(rules.sample(view, rng), 0, habits_of(state.options, len(view.order)), belief, rng)
    guesses.walk(100)
    return guesses


def share(guesses: Guesses, card: str) -> float:
    """How often seat 1 is guessed to hold a card."""
    bit = cards.one(cards.parse(card))
    return sum(bool(guesses.walk(12).hands[1] & bit) for _ in range(WALKS)) / WALKS


def count_of(guesses: Guesses) -> float:
    """What seat 1 is guessed to count, on average."""
    return sum(int(rules.points(guesses.walk(12).hands[1])) for _ in range(WALKS)) / WALKS


@pytest.mark.parametrize("tilt", [0.0, 0.1])
def test_where_only_points_are_held_against_hands_the_guesses_count_what_they_should(tilt: float) -> None:
    state = position("2C 3D 9H TS KD", ["AC 4C 8C JD QS"], pile="5H 6S 7D", turns=2)
    belief = Belief([int(UNIT * tilt)] * (MOST_TURNS + 1), 0, 0, 0, 0)
    guesses = guesses_of(state, belief)
    found = [0.0] * 51
    for _ in range(WALKS):
        found[int(rules.points(guesses.walk(12).hands[1]))] += 1 / WALKS
    hidden = cards.cards_of(unseen(TONK.bot_view(state, 0)))
    exact = hand_counts(hidden, 5, 0, untouched=False, tilt=tilt)
    for bound in range(10, 50, 5):
        assert sum(found[:bound]) == pytest.approx(sum(exact[:bound]), abs=0.06)


@pytest.mark.leak
def test_every_guess_looks_to_the_seat_like_the_state() -> None:
    for seed in range(6):
        state = dealt(rules.Options(max_seats=4), 2 + seed % 3, seed)
        for _ in range(20):
            if TONK.result(state) is not None:
                break
            if state.turn == 0:
                guesses = guesses_of(state)
                for _ in range(5):
                    assert TONK.bot_view(guesses.walk(12), 0) == TONK.bot_view(state, 0)
            question = question_of(state)
            TONK.play(state, question.seat, TONK.policy(question.view, question.seat, question.choices))


def test_a_seat_that_threw_a_low_card_holds_few_high_ones() -> None:
    threw_king, threw_six = (
        position("2C 3D 9H TS KD", ["AC 5C"], pile=f"9C {thrown}", turns=1) for thrown in ("KH", "6H")
    )
    assert count_of(guesses_of(threw_six)) < count_of(guesses_of(threw_king)) - 1


def test_what_was_seen_to_be_taken_is_held_in_every_guess() -> None:
    guesses = guesses_of(position("2C 3D 9H TS KD", ["AC 5C 8C JD QS"], pile="KH", known=["5C"], turns=1))
    assert share(guesses, "5C") == 1
