"""The properties of section 5 of the rulebook, each under its own id, and the spreads against brute force."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from services.core import cards
from services.core.chance import SearchRandom, draw
from services.core.game import IllegalMove
from services.tonk import rules
from services.tonk.game import TONK
from tests.conformance.adapters import tonk as adapter
from tests.conformance.games import TABLES, Table
from tests.conformance.walks import Moment, deal_at, walk

pytestmark = pytest.mark.property

SOME = [
    table
    for place, table in enumerate(table for table in TABLES if table.game.name == "tonk")
    if place % 3 == 0 or table.is_preset
]


def covers(number: int) -> pytest.MarkDecorator:
    """Runs a test on each table under its property's id."""
    return pytest.mark.parametrize("table", [pytest.param(it, id=f"tonk-P-{number}-{it.name}") for it in SOME])


@cache
def moments(table: Table) -> tuple[Moment, ...]:
    """A hand of each style of play."""
    return tuple(moment for seed in range(31, 34) for moment in walk(table, seed, deals=1))


@covers(1)
def test_every_card_is_in_one_place(table: Table) -> None:
    for moment in moments(table):
        lying = [card for place in adapter.locate(moment.state).values() for card in place]
        assert sorted(lying) == list(range(52))


@covers(2)
def test_payments_sum_to_zero_and_no_loss_is_above_the_cover(table: Table) -> None:
    for moment in moments(table):
        result = TONK.result(moment.state)
        if result is not None:
            net = result.settlement.net
            assert sum(net) == 0
            assert min(net) >= -rules.cover(table.options, len(moment.state.order))


@covers(3)
def test_listed_moves_are_accepted_and_all_others_are_refused(table: Table) -> None:
    for moment in moments(table)[::4]:
        state = moment.state
        listed = {move for it in TONK.prompts(state).values() for move in adapter.moves(it.choices)}
        for move in _every_move(state):
            code = _code(state, max(int(state.turn), 0), move)
            assert (code is None) == (move in listed), move
            assert code == adapter.judge(state, max(int(state.turn), 0), move)


def _every_move(state: rules.State) -> list[rules.Move]:
    hand = cards.cards_of(state.hands[state.turn]) if state.turn >= 0 else (0, 1, 2)
    strangers = [card for card in range(52) if card not in hand][::9]
    made: list[rules.Move] = [rules.Knock(), rules.Decline()]
    made += [rules.Draw(rules.Source.STOCK), rules.Draw(rules.Source.DISCARD)]
    made += [rules.Discard(card) for card in (*hand, *strangers)]
    made += [rules.Hit(card, spread) for card in (*hand, *strangers) for spread in range(len(state.spreads) + 2)]
    made += [rules.Spread(group) for size in range(1, 7) for group in combinations(hand, size)]
    made += [rules.Spread((*group, stranger)) for group in combinations(hand, 2) for stranger in strangers]
    return made


def _code(state: rules.State, seat: int, move: rules.Move) -> str | None:
    try:
        TONK.play(TONK.copy(state), seat, move)
    except IllegalMove as refused:
        return refused.code
    return None


@covers(4)
def test_a_refused_move_changes_nothing(table: Table) -> None:
    rng = SearchRandom(table.seats)
    for moment in moments(table)[::4]:
        packed = TONK.pack(moment.state)
        for seat, move in adapter.proposals(moment.state, rng.below):
            if adapter.judge(moment.state, seat, move) is not None:
                with pytest.raises(IllegalMove):
                    TONK.play(moment.state, seat, move)
        assert TONK.pack(moment.state) == packed


def test_tonk_p_5_every_card_is_first_equally_often() -> None:
    deals = 2600
    match = rules.open_match(rules.DEFAULTS, 2)
    wanted = rules.draws(rules.DEFAULTS, match)
    assert [ask.label for ask in wanted] == ["deck", "dealer"]
    found = [draw(n.to_bytes(32, "big"), [], "t", 1, wanted) for n in range(deals)]
    for label in ("deck", "dealer"):
        often = Counter(chance[label][0] for chance in found)
        chi_square = sum((often[card] - deals / 52) ** 2 / (deals / 52) for card in range(52))
        assert chi_square < 87  # 0.1 % point for 51 degrees of freedom; the seeds are fixed


@covers(6)
def test_a_view_does_not_change_when_the_cards_that_it_hides_change_places(table: Table) -> None:
    rng = SearchRandom(6)
    for moment in moments(table):
        if TONK.result(moment.state) is None:
            for audience in range(-1, table.seats):
                other = _with_hidden_moved(moment.state, audience, rng)
                assert TONK.view(other, audience) == TONK.view(moment.state, audience)


def _with_hidden_moved(state: rules.State, audience: int, rng: SearchRandom) -> rules.State:
    """Hidden cards in a new order: all of the stock, the pile below its top, and every other hand but a taken card."""
    other = TONK.copy(state)
    public = cards.one(state.card) if state.source == rules.Source.DISCARD else 0
    hidden = list(state.stock)[state.drawn :] + list(state.pile)[:-1]
    for seat in range(state.seats):
        if seat != audience:
            hidden += cards.cards_of(state.hands[seat] & ~public)
    for last in range(len(hidden) - 1, 0, -1):
        place = rng.below(last + 1)
        hidden[last], hidden[place] = hidden[place], hidden[last]
    for seat in range(state.seats):
        if seat != audience:
            kept = state.hands[seat] & public
            other.hands[seat] = kept | cards.mask_of(
                hidden.pop() for _ in range(cards.count(state.hands[seat]) - cards.count(kept))
            )
    other.pile = vec[i64]([hidden.pop() for _ in list(state.pile)[:-1]] + list(state.pile)[-1:])
    other.stock = vec[i64](hidden)
    other.drawn = 0
    return other


@covers(7)
def test_the_same_pack_and_moves_give_the_same_states(table: Table) -> None:
    first = list(walk(table, 41, deals=1))
    state, events = deal_at(table, first[0].match, 41)
    assert events == first[0].events
    for moment in first[1:]:
        assert TONK.play(state, moment.seat, moment.move) == moment.events
        assert TONK.pack(state) == TONK.pack(moment.state)


@given(hand=st.sets(st.integers(0, 51), max_size=6))
@example(hand={0, 1, 2, 4, 5, 6})  # two books are no spread
@settings(max_examples=400)
def test_tonk_all_spreads_of_a_hand_are_found_once_each(hand: set[int]) -> None:
    _check_spreads(hand)


@given(low=st.integers(0, 3), suit=st.integers(0, 3), more=st.sets(st.integers(0, 51), max_size=3))
@settings(max_examples=200)
def test_tonk_all_spreads_of_a_hand_that_holds_some_are_found(low: int, suit: int, more: set[int]) -> None:
    _check_spreads({(4 * rank + suit) % 52 for rank in range(low * 4, low * 4 + 4)} | more)


def _check_spreads(hand: set[int]) -> None:
    groups = [group for size in range(1, len(hand) + 1) for group in combinations(sorted(hand), size)]
    wanted = [cards.mask_of(it) for it in groups if adapter.is_spread([cards.name(card) for card in it])]
    found = list(rules.all_spreads(cards.mask_of(hand)))
    assert sorted(found) == sorted(wanted)
    assert all(rules.is_spread(cards.mask_of(it)) == (cards.mask_of(it) in wanted) for it in groups)
    aces = [mask for mask in wanted if mask & ~0xF000000000000 == 0]
    assert rules.has_duty(cards.mask_of(hand)) == (len(aces) < len(wanted))


def test_tonk_a_card_fits_a_spread_exactly_when_it_makes_a_longer_one() -> None:
    runs = [
        [4 * ((low + k - 1) % 13) + suit for k in range(size)]
        for suit in range(4)
        for size in range(3, 14)
        for low in range(14 - size)
    ]
    books = [
        list(group)
        for rank in range(13)
        for size in (3, 4)
        for group in combinations(range(4 * rank, 4 * rank + 4), size)
    ]
    for spread in [*runs, *books]:
        mask = cards.mask_of(spread)
        assert rules.is_spread(mask)
        fitting = rules.book_fit(mask) | rules.below_fit(mask) | rules.above_fit(mask)
        wanted = [
            card
            for card in range(52)
            if card not in spread and adapter.is_spread([cards.name(c) for c in [*spread, card]])
        ]
        assert list(cards.cards_of(fitting)) == wanted


def test_tonk_points_add_up() -> None:
    names = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    worth = [names.get(cards.name(card)[0]) or int(cards.name(card)[0]) for card in range(52)]
    assert [rules.points_of(card) for card in range(52)] == worth
    assert all(
        rules.points(cards.mask_of(pair)) == worth[pair[0]] + worth[pair[1]] for pair in combinations(range(52), 2)
    )
    assert rules.points(cards.FULL) == sum(worth) == 340
