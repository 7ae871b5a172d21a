"""Random hands of Tonk by the ten thousand: no card lost, no chip made, no loss above the cover, and all end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from math import ceil

import pytest

from services.core import cards
from services.core.chance import SearchRandom
from services.core.game import End
from services.tonk import rules
from services.tonk.game import TONK
from services.tonk.rules import stepping
from tests.property.hands import HANDS

pytestmark = pytest.mark.property

STYLES = {"uniform": 16, "no knock": 6, "rare knock": 8, "hoarding": 6}
"""How random play chooses, and its share of the hands: some of it is over soon."""

USUAL_ENDS = {
    "uniform": {rules.Reason.KNOCK_WON, rules.Reason.KNOCK_CAUGHT},
    "no knock": {rules.Reason.STOCK_OUT},
    "rare knock": {rules.Reason.KNOCK_CAUGHT},
    "hoarding": {rules.Reason.STALL},
}


def _combinations() -> Iterator[tuple[int, rules.Options]]:
    for seats, upcard, forced, tonk_pay, low_from, returned, blocks in product(
        (2, 3, 4),
        (True, False),
        (False, True),
        rules.TonkPay,
        rules.CaughtLowFrom,
        rules.ReturnTaken,
        rules.HitBlocksKnock,
    ):
        yield (
            seats,
            rules.Options(
                max_seats=4,
                initial_upcard=upcard,
                forced_spread=forced,
                tonk_pay=tonk_pay,
                caught_low_from=low_from,
                return_taken=returned,
                hit_blocks_knock=blocks,
            ),
        )


def shuffled(rng: SearchRandom) -> list[int]:
    deck = list(range(52))
    for last in range(51, 0, -1):
        other = rng.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def dealt(options: rules.Options, seats: int, rng: SearchRandom) -> rules.State:
    match = rules.open_match(options, seats)
    return rules.deal(options, match, {"deck": shuffled(rng), "dealer": shuffled(rng)})[0]


def is_conserved(state: rules.State) -> bool:
    """Every card once: the sum of all masks is the pack only if none lies in two places."""
    total = sum(int(mask) for mask in (*state.hands, *state.spreads))
    total += sum(1 << card for card in list(state.stock)[state.drawn :])
    return total + sum(1 << card for card in state.pile) == cards.FULL


def _bit(state: rules.State, style: str, rng: SearchRandom) -> int:
    legal = [bit for bit in range(56) if rules.steps(state) >> bit & 1]
    at_start = state.phase == rules.Phase.TURN_START
    if at_start and stepping.KNOCK in legal and len(legal) > 1:
        if style in {"no knock", "hoarding"} or (style == "rare knock" and rng.below(25)):
            legal.remove(stepping.KNOCK)
        if style == "hoarding" and stepping.DRAW_DISCARD in legal and rng.below(4):
            return stepping.DRAW_DISCARD
    if style == "hoarding" and not at_start and not state.begun:
        legal = [bit for bit in legal if bit < 52] or legal
    return legal[rng.below(len(legal))]


def play_out(state: rules.State, style: str, rng: SearchRandom) -> None:
    version = state.version
    while TONK.result(state) is None:
        rules.step(state, _bit(state, style, rng))
        if state.version != version:
            version = state.version
            assert is_conserved(state)


def check_end(state: rules.State) -> rules.HandResult:
    result = TONK.result(state)
    assert result is not None
    options, seats = state.options, len(state.order)
    net = result.settlement.net
    assert sum(net) == 0
    assert min(net) >= -rules.cover(options, seats)
    assert all(paid.amount > 0 and paid.payer != paid.payee for paid in result.settlement.transfers)
    before = state.bankrolls
    assert result.settlement.bankrolls == tuple(b + n for b, n in zip(before, net, strict=True))
    stock = 52 - 5 * seats - options.initial_upcard
    longest = (stock + 53) * options.stall_rounds * seats + 1
    assert state.turns <= longest
    assert state.version <= 2 * (state.turns + 1) + 53
    return result


COMBINATIONS = list(_combinations())

MATCHES = 40


@pytest.mark.parametrize("seats", [2, 3, 4], ids=lambda seats: f"tonk-hands-{seats}")
@pytest.mark.parametrize("style", STYLES)
def test_random_hands_end_within_the_bound_and_settle_to_zero(seats: int, style: str) -> None:
    rng, reasons = SearchRandom(seats), set()
    tables = [options for players, options in COMBINATIONS if players == seats]
    wanted = ceil(HANDS * STYLES[style] / sum(STYLES.values()) / 3)
    for number in range(wanted):
        state = dealt(tables[number % len(tables)], seats, rng)
        play_out(state, style, rng)
        reasons.add(check_end(state).ending.reason)
    assert reasons >= USUAL_ENDS[style]


@pytest.mark.parametrize("seats", [2, 3, 4], ids=lambda seats: f"tonk-exchange-{seats}")
def test_taking_and_returning_discards_for_ever_stalls_after_so_many_turns(seats: int) -> None:
    rng = SearchRandom(40 + seats)
    for upcard, returned, rounds in product((True, False), rules.ReturnTaken, (1, 6)):
        options = rules.Options(max_seats=4, initial_upcard=upcard, return_taken=returned, stall_rounds=rounds)
        state = dealt(options, seats, rng)
        if TONK.result(state) is not None:
            continue
        while TONK.result(state) is None:
            legal = rules.steps(state)
            if state.phase == rules.Phase.TURN_START:
                rules.step(state, stepping.DRAW_DISCARD if len(state.pile) else stepping.DRAW_STOCK)
            else:
                rules.step(state, max(bit for bit in range(52) if legal >> bit & 1))
        assert check_end(state).ending.reason == rules.Reason.STALL
        assert state.turns == rounds * seats + (not upcard)


def _lucky_deck(rng: SearchRandom, seats: int) -> list[int]:
    """Now and then two or more seats are dealt nothing but tens."""
    deck = shuffled(rng)
    if rng.below(2):
        tens = [card for card in deck if rules.points_of(card) == 10]
        rest = [card for card in deck if rules.points_of(card) != 10]
        lucky = 1 + rng.below(min(seats, 3))
        piles = [tens[5 * k : 5 * k + 5] if k < lucky else rest[5 * k : 5 * k + 5] for k in range(seats)]
        top = [pile[k] for k in range(5) for pile in piles]
        deck = top + [card for card in deck if card not in top]
    return deck


@pytest.mark.parametrize("short", list(rules.ShortSeat), ids=lambda short: f"tonk-match-{short.value}")
def test_a_match_counts_its_hands_without_drawn_ones_and_keeps_its_chips(short: rules.ShortSeat) -> None:
    rng = SearchRandom(50)
    reasons = set()
    for number in range(MATCHES):
        seats = 2 + number % 3
        chips = (90, 150, 1000)[number // 3 % 3]
        options = rules.Options(max_seats=4, match_hands=5, starting_bankroll=chips, short_seat=short)
        match = rules.open_match(options, seats)
        dealers, drawn = [], 0
        while not isinstance(verdict := rules.before_deal(options, match), End):
            deck = _lucky_deck(rng, len(match.order))
            state, _ = rules.deal(options, match, {"deck": deck, "dealer": shuffled(rng)})
            play_out(state, "uniform", rng)
            result = check_end(state)
            drawn += result.ending.reason == rules.Reason.INITIAL_TONK_DRAW
            dealers.append(result.dealer)
            match = rules.after_deal(options, match, result)
            assert rules.unpack_match(options, rules.pack_match(match)) == match
            assert sum(match.bankrolls) == chips * seats
            assert min(match.bankrolls) >= 0
        assert match.deals == match.hands + drawn == len(dealers)
        assert (verdict.reason == "HANDS_PLAYED") == (match.hands == 5)
        assert sorted(verdict.ranking) == list(range(seats))
        reasons.add(verdict.reason)
        if len(match.order) == seats:
            turns = [(later - dealer) % seats for dealer, later in pairwise(dealers)]
            assert set(turns) <= {1}, "the deal passes to the left"
    assert reasons == {"HANDS_PLAYED", "SHORT_SEAT"}
