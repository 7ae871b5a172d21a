"""Endings as they come up between easy bots, and what they are worth by plain minimax."""

from __future__ import annotations

from collections.abc import Iterator

from ai_worker.search import is_ending
from ai_worker.tan import easy
from services.core.cards import cards_of, count
from services.tan import rules
from services.tan.game import TAN
from tests.ai_worker.playing import BUDGET, dealt, question_of

__all__ = ["cards_in_play", "endings", "wins_by_brute_force"]


def cards_in_play(state: rules.State) -> int:
    """Cards that are held or on the table."""
    return sum(count(hand) for hand in state.hands) + count(state.on_table)


def endings(
    sizes: range, options: rules.Options = rules.MOBILE, seats: int = 2, first_seed: int = 0
) -> Iterator[rules.State]:
    """Of each set between easy bots the first position that is an ending of such a size. Goes on for ever."""
    seed = first_seed
    while True:
        state = dealt(options, seats, seed)
        while TAN.result(state) is None and not (is_ending(state) and cards_in_play(state) in sizes):
            question = question_of(state)
            TAN.play(state, question.seat, easy(question, BUDGET, seed * 1000 + state.version).move)
        if TAN.result(state) is None:
            yield state
        seed += 1


def wins_by_brute_force(root: rules.State, me: int) -> bool:
    """Whether `me` gets the better of the two ranks left: every step of every move is tried, and nothing is clever."""
    (other,) = (seat for seat in range(root.seats) if root.active >> seat & 1 and seat != me)
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
