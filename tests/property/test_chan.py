"""Properties of Chắn: what must hold in every hand, on thousands of random ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from services.chan import rules
from services.chan.game import CHAN
from services.chan.rules.state import give
from services.core.cards import cards_of
from services.core.chance import SearchRandom, draw
from services.core.game import SPECTATORS
from tests.conformance.adapters import chan as adapter
from tests.conformance.adapters.chan_reading import Reading, best_pairing
from tests.property.chan_scoring import points_of, random_win, read_cuoc, state_of, won_in
from tests.property.hands import HANDS

pytestmark = pytest.mark.property

TRIES = 2_000
LONGEST = 181
"""Turns of the longest hand (CHAN-68): the deal and the end, 60 cards that become live (23 revealed, 36 captures and the
opening followed by a discard), 83 questions to take them (two on a revealed card), 36 discards owed after captures."""
HOUSES = [rules.Options(house=house) for house in rules.House]

each_house = pytest.mark.parametrize("options", HOUSES, ids=lambda options: f"chan-{options.house.value}")


def dealt(options: rules.Options, seed: int) -> tuple[rules.State, list[rules.Event]]:
    match = CHAN.open_match(options, 4)
    return CHAN.deal(options, match, draw(seed.to_bytes(32, "big"), [], "chan", 1, CHAN.draws(options, match)))


def random_step(state: rules.State, rng: SearchRandom) -> None:
    bits = cards_of(CHAN.steps(state))
    CHAN.step(state, bits[rng.below(len(bits))])


def moments(options: rules.Options, hands: int) -> Iterator[rules.State]:
    """Every stand of hands that `play` plays, in which captures are as likely as passes."""
    rng = SearchRandom(hands)
    for seed in range(hands):
        state, _ = dealt(options, seed)
        while CHAN.result(state) is None:
            yield CHAN.copy(state)
            if CHAN.pause(state) is not None:
                CHAN.advance(state)
                continue
            ((seat, prompt),) = CHAN.prompts(state).items()
            moves = list(adapter.moves(prompt.choices))
            move = moves[rng.below(len(moves))]
            if rng.below(2):
                move = CHAN.policy(CHAN.view(state, seat), seat, prompt.choices)
            CHAN.play(state, seat, move)


def windows(options: rules.Options, hands: int) -> Iterator[rules.State]:
    """Windows with somebody to ask."""
    for state in moments(options, hands):
        if CHAN.pause(state) is not None and CHAN.prompts(state):
            yield state


def check_cards(state: rules.State) -> None:
    """Four of each kind; twenty cards for whoever owes a discard or is dead, nineteen for the others (5.2)."""
    places = adapter.locate(state)
    assert Counter(card for place in places.values() for card in place) == dict.fromkeys(range(25), 4)
    for seat in range(4):
        owes = state.stage in (rules.Stage.HEAVEN, rules.Stage.DISCARD) and seat == state.seat
        is_heavenly = state.stage == rules.Stage.OVER and state.live < 0 and state.winner == seat
        melded = sum(4 if m.form == rules.MeldForm.CHIU else 2 for m in CHAN.view(state, -1).melds if m.seat == seat)
        extra = owes or is_heavenly or seat == state.dead
        assert len(places[f"hand {seat}"]) + melded == 19 + extra


@each_house
def test_every_hand_ends_with_all_cards_and_nothing_won_that_is_not_lost(options: rules.Options) -> None:
    rng = SearchRandom(61)
    ends: Counter[bool] = Counter()
    for seed in range(HANDS // len(HOUSES)):
        state, _ = dealt(options, seed)
        steps = 0
        while CHAN.result(state) is None:
            if (steps + seed) % 32 == 0:
                check_cards(state)
            random_step(state, rng)
            steps += 1
        check_cards(state)
        result = CHAN.result(state)
        assert result is not None
        assert sum(result.settlement) == 0
        assert state.turn <= LONGEST
        ends[result.winner >= 0] += 1
        if result.winner >= 0:
            check_score(state, result)
    assert min(ends[True], ends[False]) > HANDS // 20


def check_score(state: rules.State, result: rules.HandResult) -> None:
    """A win that came about in play scores as the second reading says."""
    cuoc = read_cuoc(won_in(state), is_traditional=state.options.house == rules.House.TRADITIONAL)
    assert {line.cuoc.name.lower(): line.count for line in result.cuoc} == cuoc
    assert result.points == points_of(cuoc)
    assert result.settlement[result.winner] == 3 * result.points


def test_a_hand_pairs_as_the_parities_of_its_ranks_say() -> None:
    """The theorem of 3.2, against trying every pairing."""
    rng = SearchRandom(62)
    pack = adapter.pack(rules.Options())
    for number in range(TRIES):
        size = number % 20 + 1
        kinds = [pack.pop(rng.below(len(pack))) for _ in range(size)]
        pack += kinds
        state = rules.State(rules.Options())
        for kind in kinds:
            give(state, 0, kind)
        cards = tuple(sorted(rules.name(kind) for kind in kinds))
        assert (rules.unpaired(state, 0), rules.chan_count(state, 0)) == best_pairing(cards)


def test_wins_and_waits_are_those_of_trying_every_pairing() -> None:
    rng = SearchRandom(63)
    won = 0
    for _ in range(TRIES // 4):
        state = state_of(random_win(rng.below), rules.Options())
        if state.live < 0:
            continue
        reading = Reading(state)
        for kind in range(25):
            wins = rules.wins_with(state, 0, kind)
            assert wins == reading.wins(0, rules.name(kind))
            won += wins
        places = adapter.locate(state)
        own = Counter([*places["hand 0"], *places["melds"]])
        waited = [k for k in range(25) if rules.wins_with(state, 0, k) and own[k] < 4]
        assert list(CHAN.view(state, 0).waits) == waited
    assert won > TRIES // 4


@each_house
def test_cuoc_and_points_are_those_of_a_second_reading(options: rules.Options) -> None:
    rng = SearchRandom(64)
    seen: Counter[str] = Counter()
    for _ in range(TRIES):
        won = random_win(rng.below)
        state = state_of(won, options)
        lines = rules.cuoc_lines(state, 0)
        wanted = read_cuoc(won, is_traditional=options.house == rules.House.TRADITIONAL)
        assert {line.cuoc.name.lower(): line.count for line in lines} == wanted, won
        assert rules.score(state, 0) == rules.points(lines) == points_of(wanted)
        seen.update(wanted)
    assert len(seen) == len(rules.Cuoc), "some cước never came up"


@each_house
def test_a_window_settles_alike_whatever_the_order_of_answers(options: rules.Options) -> None:
    rng, several = SearchRandom(65), 0
    for state in windows(options, 250):
        prompts = CHAN.prompts(state)
        answers = {}
        for seat, prompt in prompts.items():
            moves = list(adapter.moves(prompt.choices))
            answers[seat] = moves[rng.below(len(moves))]
        ends = set()
        for order in permutations(answers):
            trial = CHAN.copy(state)
            for seat in order:
                CHAN.play(trial, seat, answers[seat])
            CHAN.advance(trial)
            ends.add(CHAN.pack(trial))
        assert len(ends) == 1
        several += len(prompts) > 1
    assert several


@each_house
def test_what_is_not_answered_in_a_window_is_what_the_clock_would_say(options: rules.Options) -> None:
    for state in windows(options, 40):
        silent, said = CHAN.copy(state), CHAN.copy(state)
        for seat in CHAN.prompts(state):
            CHAN.play(said, seat, CHAN.default_move(said, seat))
        assert CHAN.advance(silent) == CHAN.advance(said)


@each_house
def test_what_a_prompt_says_of_passing_is_what_passing_does(options: rules.Options) -> None:
    seen: Counter[tuple[rules.NextStep, bool]] = Counter()
    for state in moments(options, 100):
        for seat, prompt in CHAN.prompts(state).items():
            if not isinstance(prompt.choices, rules.TakeChoices):
                continue
            said = (prompt.choices.next_step, prompt.choices.locks)
            passed = CHAN.play(state, seat, rules.Pass())[0]
            assert isinstance(passed, rules.Passed)
            assert (passed.next_step, passed.locked) == said
            assert (passed.card in CHAN.view(state, seat).locked) or not prompt.choices.locks
            seen[said] += 1
    assert len(seen) == 4, "some way of passing never came up"


@each_house
def test_an_answer_in_a_window_is_shown_to_its_seat_alone(options: rules.Options) -> None:
    checked = 0
    for state in windows(options, 40):
        for seat, prompt in CHAN.prompts(state).items():
            for move in adapter.moves(prompt.choices):
                after = CHAN.copy(state)
                events = CHAN.play(after, seat, move)
                assert [CHAN.show(event, seat) for event in events] == events
                assert CHAN.view(after, seat) != CHAN.view(state, seat)
                assert CHAN.pause(after) == CHAN.pause(state)
                for audience in {SPECTATORS, 0, 1, 2, 3} - {seat}:
                    assert [CHAN.show(event, audience) for event in events] == [None]
                    assert CHAN.view(after, audience) == CHAN.view(state, audience)
                    assert CHAN.prompts(after).get(audience) == CHAN.prompts(state).get(audience)
                checked += 1
    assert checked > 50


@each_house
def test_every_card_that_becomes_live_opens_a_window_and_then_somebody_is_asked(options: rules.Options) -> None:
    """So neither a pause nor a question tells that somebody could claim."""
    for seed in range(60):
        state, events = dealt(options, seed)
        while CHAN.result(state) is None:
            if isinstance(events[-1], rules.Discarded | rules.StockRevealed):
                assert CHAN.pause(state) is not None
                events = CHAN.advance(state)
                continue
            assert CHAN.pause(state) is None
            ((seat, prompt),) = CHAN.prompts(state).items()
            assert events[-1] == rules.Decision(seat, rules.Stage(state.stage))
            events = CHAN.play(state, seat, CHAN.policy(CHAN.view(state, seat), seat, prompt.choices))


@each_house
def test_a_sample_holds_what_a_seat_can_hold_after_what_it_did(options: rules.Options) -> None:
    """The certain inferences of 7.1; the state itself keeps them too, so that they are certain."""
    rng = SearchRandom(68)
    checked = 0
    for seed in range(30):
        state, _ = dealt(options, seed)
        while CHAN.result(state) is None:
            random_step(state, rng)
            if rng.below(12) or CHAN.result(state) is not None:
                continue
            audience = rng.below(5) - 1
            view = CHAN.view(state, audience)
            for seat in {0, 1, 2, 3} - {audience}:
                check_inferences(state, seat)
                check_inferences(CHAN.sample(view, rng), seat)
                check_inferences(rules.guess(view, rng), seat)
                checked += 1
    assert checked > 300


def check_inferences(state: rules.State, seat: int) -> None:
    view = CHAN.view(state, seat)
    hand = Counter(view.hand)
    assert all(hand[kind] in {0, 2} for kind in (*view.seats[seat].discarded, *view.seats[seat].shed))
    for meld in view.melds:
        if meld.seat == seat and meld.form != rules.MeldForm.CHAN:
            assert not hand[meld.taken]


@each_house
def test_a_guess_looks_the_same_and_has_hands_nearer_to_a_win_than_a_sample(options: rules.Options) -> None:
    rng = SearchRandom(69)
    lone: Counter[str] = Counter()
    for seed in range(40):
        state, _ = dealt(options, seed)
        while CHAN.result(state) is None:
            _policy_step(state)
            audience = rng.below(4)
            view = CHAN.view(state, audience)
            if rng.below(8) or CHAN.result(state) is not None:
                continue
            guess = rules.guess(view, rng)
            assert CHAN.view(guess, audience) == view
            assert adapter.locate(guess).keys() == adapter.locate(state).keys()
            for seat in {0, 1, 2, 3} - {audience}:
                if len(view.seats[seat].discarded) > 1:
                    lone["played"] += rules.unpaired(state, seat)
                    lone["guessed"] += rules.unpaired(guess, seat)
                    lone["sampled"] += rules.unpaired(CHAN.sample(view, rng), seat)
    assert abs(lone["guessed"] - lone["played"]) < lone["played"] / 4
    assert lone["sampled"] > 1.5 * lone["played"]


def _policy_step(state: rules.State) -> None:
    prompts = CHAN.prompts(state)
    for seat, prompt in prompts.items():
        CHAN.play(state, seat, CHAN.policy(CHAN.view(state, seat), seat, prompt.choices))
    if not prompts:
        CHAN.advance(state)


def test_greedy_players_end_nearly_every_hand_by_a_win() -> None:
    won = 0
    for seed in range(100):
        state, _ = dealt(rules.Options(), seed)
        assert rules.greedy_playout(state) > 0
        assert CHAN.result(state) is not None
        won += state.winner >= 0
    assert won > 95


SIX_CHAN = "2v 2v 3v 3v 4v 4v 5v 5v 6v 6v 7v 7v 8v 8n 9s 9n 2s 2n 3s 3n"
TEN_CHAN = "2v 2v 3v 3v 4v 4v 5v 5v 6v 6v 7v 7v 8v 8v 9s 9s 2s 2s 3s 3s"


def heavenly(hand: str = SIX_CHAN) -> tuple[rules.State, list[rules.Event]]:
    """Seat 1 deals itself a hand that wins, six Chắn and four Cạ; seat 0 and the others get what is left."""
    pack = adapter.pack(rules.Options())
    left = list(range(100))
    deck = []
    for code in hand.split():
        place = next(place for place in left if pack[place] == rules.parse(code))
        left.remove(place)
        deck.append(place)
    match = CHAN.open_match(rules.Options(), 4)
    return CHAN.deal(rules.Options(), match, {"deck": [*deck, *left], "dealer": (1,)})


def test_nobody_else_can_tell_a_heavenly_hand_that_is_declined() -> None:
    state, events = heavenly()
    assert CHAN.view(state, 1).stage == rules.Stage.HEAVEN
    before = CHAN.copy(state)
    asked = CHAN.prompts(state)[1]
    declined = CHAN.play(state, 1, rules.Pass())
    assert CHAN.view(state, 1).stage == rules.Stage.DISCARD
    assert CHAN.prompts(state)[1].turn == asked.turn, "both questions share one deadline"
    for audience in (SPECTATORS, 0, 2, 3):
        assert CHAN.view(before, audience) == CHAN.view(state, audience)
        assert [CHAN.show(event, audience) for event in declined] == [None]
        assert CHAN.show(events[-1], audience) == rules.Decision(1, rules.Stage.DISCARD)
        guess = CHAN.sample(CHAN.view(before, audience), SearchRandom(66))
        assert CHAN.view(guess, audience) == CHAN.view(before, audience)
    guess = CHAN.sample(CHAN.view(before, 1), SearchRandom(66))
    assert CHAN.view(guess, 1) == CHAN.view(before, 1)
    assert CHAN.prompts(guess) == CHAN.prompts(before)


@pytest.mark.parametrize(("hand", "dies"), [(SIX_CHAN, False), (TEN_CHAN, True)], ids=["with a Cạ", "all Chắn"])
def test_a_heavenly_hand_is_told_whether_it_is_dead_once_declined(hand: str, dies: bool) -> None:
    state, _ = heavenly(hand)
    assert CHAN.prompts(state)[1].choices == rules.HeavenChoices(dies=dies)
    CHAN.play(state, 1, rules.Pass())
    assert (state.dead == 1) == dies


def test_a_heavenly_hand_that_is_not_answered_wins() -> None:
    state, _ = heavenly()
    CHAN.play(state, 1, CHAN.default_move(state, 1))
    result = CHAN.result(state)
    assert result is not None
    assert (result.winner, result.card, result.points) == (1, -1, 5)
    assert len(result.pairs) == 10


def test_the_policy_beats_seats_that_take_what_they_can_and_discard_at_random() -> None:
    rng = SearchRandom(67)
    won, ended = 0, 0
    for seed in range(150):
        state, _ = dealt(rules.Options(), 10_000 + seed)
        expert = seed % 4
        while CHAN.result(state) is None:
            for seat, prompt in CHAN.prompts(state).items():
                move = CHAN.policy(CHAN.view(state, seat), seat, prompt.choices)
                if seat != expert and isinstance(prompt.choices, rules.DiscardChoices):
                    move = rules.Discard(prompt.choices.cards[rng.below(len(prompt.choices.cards))])
                CHAN.play(state, seat, move)
            if CHAN.pause(state) is not None:
                CHAN.advance(state)
        result = CHAN.result(state)
        assert result is not None
        won += result.winner == expert
        ended += 1
    assert won > 0.4 * ended
