"""Random endings, and what they are worth by plain minimax."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count as count_from

from ai_worker.search import is_ending
from ai_worker.tan import easy
from services.core.cards import cards_of, count, mask_of
from services.tan import rules
from services.tan.game import TAN
from services.tan.rules.dealing import blank_state
from services.tan.rules.turns import start_round
from tests.ai_worker.playing import BUDGET, question_of

__all__ = ["cards_in_play", "endings", "rival_of", "wins_by_brute_force"]


def cards_in_play(state: rules.State) -> int:
    """Cards that are held or on the table."""
    return sum(count(hand) for hand in state.hands) + count(state.on_table)


def endings(
    sizes: range, options: rules.Options = rules.MOBILE, seats: int = 2, first_seed: int = 0
) -> Iterator[rules.State]:
    """Random endings of such sizes, each after a few random moves, so that some are in the middle of a round."""
    for seed in count_from(first_seed):
        rng = random.Random(seed)
        state = _dealt_out(rng, rng.choice(sizes), options, seats)
        for _ in range(rng.randrange(4)):
            question = question_of(state)
            TAN.play(state, question.seat, easy(question, BUDGET, rng.randrange(1000)).move)
            if TAN.result(state) is not None:
                break
        if is_ending(state) and cards_in_play(state) in sizes:
            yield state


def _dealt_out(rng: random.Random, size: int, options: rules.Options, seats: int) -> rules.State:
    """Two seats with `size` cards between them, one about to lead; the others are ranked and all else is discarded."""
    state = blank_state(options, seats)
    leader, other, *out = rng.sample(range(seats), seats)
    for rank, seat in enumerate(out, 1):
        state.ranks[seat] = rank
        state.active &= ~(1 << seat)
    pack = rng.sample(range(52 + options.jokers), 52 + options.jokers)
    if pack[0] >= 52:  # who leads holds a card that may open
        pack[0], pack[-1] = pack[-1], pack[0]
    share = rng.randint(1, size - 1)
    state.hands[leader] = mask_of(pack[:share])
    state.hands[other] = mask_of(pack[share:size])
    state.discard = mask_of(pack[size:])
    state.royal = rng.randrange(4)
    if options.stall_limit < rules.MOBILE.stall_limit:  # a stalemate is near enough to matter
        state.quiet = rng.randrange(options.stall_limit)
    start_round(state, leader, None)
    return state


def rival_of(state: rules.State) -> int:
    """The seat that is left beside the one to act."""
    (other,) = (seat for seat in range(state.seats) if state.active >> seat & 1 and seat != state.turn)
    return other


def wins_by_brute_force(root: rules.State, me: int, other: int) -> bool:
    """Whether `me` gets the better of the two ranks left: every step of every move is tried, and nothing is clever."""
    known: dict[tuple[object, ...], bool] = {}

    def wins(state: rules.State) -> bool:
        if (result := TAN.result(state)) is not None:
            return result.ranks[me] < result.ranks[other]
        place = _all_that_counts(state)
        if place not in known:
            values = (wins(after) for after in _children(state))
            known[place] = any(values) if state.turn == me else all(values)
        return known[place]

    return wins(root)


def _children(state: rules.State) -> Iterator[rules.State]:
    for bit in cards_of(TAN.steps(state)):
        child = TAN.copy(state)
        TAN.step(child, bit)
        yield child


def _all_that_counts(state: rules.State) -> tuple[object, ...]:
    table = (state.on_table, state.pending, state.wave)
    roles = (state.phase, state.turn, state.defender, state.right, tuple(state.order), state.quiet)
    return (tuple(state.hands), *table, *roles, state.active)
