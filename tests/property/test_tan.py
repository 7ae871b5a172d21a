"""The properties of section 6.9 of the rulebook, each under its own id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.core import cards
from services.core.chance import SearchRandom, draw
from services.core.game import IllegalMove
from services.tan import rules
from services.tan.game import TAN
from services.tan.rules.strength import beaters, coverable
from tests.conformance.adapters import tan as adapter
from tests.conformance.games import TABLES, Table
from tests.conformance.walks import Moment, deal_at, walk

pytestmark = pytest.mark.property

# Enough of the matrix to meet each value of each option with each other one; presets are among them.
TAN_TABLES = [table for table in TABLES if table.game is TAN]
SOME = [table for place, table in enumerate(TAN_TABLES) if place % 5 == 0 or table.is_preset]


def covers(number: int, tables: Sequence[Table] = SOME) -> pytest.MarkDecorator:
    """Runs a test on each table under its property's id."""
    params = [pytest.param(table, id=f"tan-P-{number}-{table.name}") for table in tables]
    return pytest.mark.parametrize("table", params)


@cache
def moments(table: Table) -> tuple[Moment, ...]:
    """Two sets of each style of play."""
    return tuple(moment for seed in range(31, 34) for moment in walk(table, seed, deals=1))


def moves_of(table: Table) -> Iterator[Moment]:
    return (moment for moment in moments(table) if moment.move is not None)


@covers(1)
def test_every_card_is_in_one_place(table: Table) -> None:
    pack = adapter.pack(table.options)
    for moment in moments(table):
        assert sorted(chain.from_iterable(adapter.locate(moment.state).values())) == pack


@covers(2)
def test_a_refused_move_changes_nothing(table: Table) -> None:
    rng = SearchRandom(table.seats)
    for moment in moments(table)[::6]:
        packed = TAN.pack(moment.state)
        for seat, move in adapter.proposals(moment.state, rng.below):
            if adapter.judge(moment.state, seat, move) is not None:
                with pytest.raises(IllegalMove):
                    TAN.play(moment.state, seat, move)
        assert TAN.pack(moment.state) == packed


@covers(3)
def test_whoever_has_the_turn_can_move(table: Table) -> None:
    for moment in moments(table):
        state = moment.state
        shown = TAN.view(state, -1)
        open_cards = [p for wave in shown.table for p in wave.pairs if p.defence is None]
        if shown.phase == rules.Phase.ATTACK:
            hand = adapter.locate(state)[f"hand {shown.turn}"]
            assert not open_cards
            assert shown.turn in shown.order
            assert shown.seats[shown.turn].status == rules.SeatStatus.ACTIVE
            assert hand if shown.table else [card for card in hand if card < cards.X1]
        elif shown.phase == rules.Phase.DEFEND:
            assert shown.turn == shown.defender
            assert 1 <= len(open_cards) <= shown.seats[shown.defender].hand_count


@covers(4)
def test_a_defended_round_discards_an_even_number_of_cards(table: Table) -> None:
    for moment in moves_of(table):
        kinds = {type(event): event for event in moment.events}
        if rules.RoundEnded in kinds and rules.TableDiscarded in kinds:
            discarded = len(kinds[rules.TableDiscarded].cards)
            assert discarded >= 2
            assert discarded % 2 == 0
        ended = kinds.get(rules.RoundEnded)
        defended = ended is not None and ended.result == rules.RoundResult.DEFENDED
        assert not defended or rules.TableDiscarded in kinds


@covers(5)
def test_complete_events_rebuild_every_hand(table: Table) -> None:
    hands: list[set[int]] = []
    for moment in moments(table):
        for event in moment.events:
            _rebuild(hands, event)
        places = adapter.locate(moment.state)
        assert [sorted(hand) for hand in hands] == [places[f"hand {seat}"] for seat in range(table.seats)]


def _rebuild(hands: list[set[int]], event: rules.Event) -> None:
    match event:
        case rules.HandDealt(_, _, dealt):
            hands[:] = [set(hand) for hand in dealt if isinstance(hand, tuple)]
        case rules.TributePaid(payer, king, card) | rules.TributeReturned(payer, king, int(card)):
            hands[payer].remove(card)
            hands[king].add(card)
        case rules.WaveAttacked(seat, _, laid, _):
            hands[seat] -= set(laid)
        case rules.WaveDefended(seat, pairs, _):
            hands[seat] -= {answer for _, answer in pairs}
        case rules.TableTaken(seat, taken, _):
            hands[seat] |= set(taken)
        case rules.CardsDrawn(seat, _, _, _, drawn) if isinstance(drawn, tuple):
            hands[seat] |= set(drawn)
        case rules.SeatBusted(seat, _, _, _):
            hands[seat] = set()
        case _:
            pass


@covers(6)
def test_views_name_only_what_is_seen_and_known_cards_are_where_they_are_said_to_be(
    table: Table,
) -> None:
    for moment in moments(table):
        if moment.state.phase == rules.Phase.SET_OVER:
            continue
        places = adapter.locate(moment.state)
        for audience in range(-1, table.seats):
            shown = TAN.view(moment.state, audience)
            allowed = adapter.may_name(moment.state, audience)
            assert adapter.cards_in(shown) <= allowed
            for seat, each in enumerate(shown.seats):
                assert set(each.known) <= set(places[f"hand {seat}"])
                assert set(each.aside_known) <= set(places[f"aside {seat}"])
            held = {card for seat in range(table.seats) for card in places[f"hand {seat}"]}
            assert not set(shown.gone) & (held | set(places["stock"]))


@covers(7)
def test_a_set_gives_every_rank_once_within_the_bound(table: Table) -> None:
    for moment in moves_of(table):
        result = TAN.result(moment.state)
        if result is not None:
            assert sorted(result.ranks) == list(range(1, table.seats + 1))
            assert moment.state.version < 4000 * table.options.stall_limit


@covers(7)
def test_whoever_goes_out_holds_nothing(table: Table) -> None:
    for moment in moves_of(table):
        for event in moment.events:
            if isinstance(event, rules.SeatOut):
                assert not moment.state.hands[event.seat]


@covers(8, [table for table in SOME if table.options.hand_limit is not None])
def test_an_active_hand_is_below_the_limit(table: Table) -> None:
    limit = table.options.hand_limit
    for moment in moments(table):
        assert all(cards.count(hand) < limit for hand in moment.state.hands)


@pytest.mark.parametrize("seats", [2, 3, 4], ids=lambda seats: f"tan-P-9-{seats}")
def test_every_seat_leads_and_every_suit_is_royal_equally_often(seats: int) -> None:
    deals = 2000
    match = rules.open_match(rules.MOBILE, seats)
    wanted = [ask for ask in rules.draws(rules.MOBILE, match) if ask.label != "deck"]
    found = [draw(n.to_bytes(32, "big"), [], "t", 1, wanted) for n in range(deals)]
    for label, size in (("leader", seats), ("royal", 4)):
        often = Counter(chance[label][0] for chance in found)
        expected = deals / size
        chi_square = sum((often[k] - expected) ** 2 / expected for k in range(size))
        assert set(often) == set(range(size))
        assert chi_square < 16.3  # 0.1 % point for three degrees of freedom; the seeds are fixed


@covers(10)
def test_the_same_deal_and_moves_give_the_same_events(table: Table) -> None:
    first = list(walk(table, 41, deals=1))
    state, events = deal_at(table, first[0].match, 41)
    assert events == first[0].events
    for moment in first[1:]:
        assert TAN.play(state, moment.seat, moment.move) == moment.events


@covers(11)
def test_a_taker_holds_his_hand_and_the_attacking_cards_of_the_round(table: Table) -> None:
    at_start = attacks = 0
    for moment in moments(table):
        for event in moment.events:
            match event:
                case rules.WaveAttacked(_, _, laid, _):
                    attacks += len(laid)
                case rules.TableTaken(_, _, hand_count):
                    assert hand_count == at_start + attacks
                    assert attacks <= at_start
                case rules.SeatBusted():
                    assert at_start >= 9
                case rules.RoundStarted(_, _, defender, _):
                    attacks = 0
                    at_start = cards.count(moment.state.hands[defender])
                case _:
                    pass


@covers(12)
def test_listed_moves_are_accepted_and_every_other_subset_of_the_hand_is_refused(
    table: Table,
) -> None:
    checked = 0
    for moment in moments(table)[::3]:
        hand = adapter.locate(moment.state).get(f"hand {moment.state.turn}", [])
        prompt = TAN.prompts(moment.state).get(moment.state.turn)
        if prompt is None or len(hand) > 8:
            continue
        listed = set(adapter.moves(prompt.choices))
        for move in _every_move(moment.state, hand):
            code = _code(moment.state, moment.state.turn, move)
            assert (code is None) == (move in listed), move
        checked += 1
    assert checked


def _every_move(state: rules.State, hand: list[int]) -> Iterator[rules.Move]:
    yield rules.Stop()
    yield rules.Take()
    if state.phase == rules.Phase.DEFEND:
        pending = cards.cards_of(state.pending)
        for answers in _at_most(permutations(hand, len(pending)), 200):
            yield rules.Defend(tuple(zip(pending, answers, strict=True)))
        return
    for size in range(len(hand) + 1):
        for wave in combinations(hand, size):
            yield rules.Attack(wave)


def _at_most(moves: Iterator[tuple[int, ...]], number: int) -> Iterator[tuple[int, ...]]:
    return (move for _, move in zip(range(number), moves, strict=False))


def _code(state: rules.State, seat: int, move: rules.Move) -> str | None:
    try:
        TAN.play(TAN.copy(state), seat, move)
    except IllegalMove as refused:
        return refused.code
    return None


@given(
    hand=st.sets(st.integers(0, 53), max_size=7),
    pending=st.sets(st.integers(0, 51), min_size=1, max_size=4),
    royal=st.integers(0, 3),
)
@settings(max_examples=300)
def test_tan_cover_is_found_exactly_when_some_assignment_covers(hand: set[int], pending: set[int], royal: int) -> None:
    hand -= pending
    waiting = sorted(pending)
    brute = any(
        all(beaters(a, royal) >> card & 1 for a, card in zip(waiting, answers, strict=True))
        for answers in permutations(sorted(hand), len(waiting))
    )
    assert coverable(cards.mask_of(pending), cards.mask_of(hand), royal) == brute


def test_tan_strength_is_the_rulebooks_relation_for_all_pairs() -> None:
    for royal, attack, answer in product(range(4), range(52), range(54)):
        same_suit = attack % 4 == answer % 4
        stronger = answer > 51 or (answer // 4 > attack // 4 if same_suit else answer % 4 == royal)
        assert bool(beaters(attack, royal) >> answer & 1) == stronger
