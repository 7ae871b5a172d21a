"""Whole moves: checked in the rulebook's order, then made like the search makes them."""

from __future__ import annotations

from typing import Final, assert_never

from mypy_extensions import i64

from services.chan.rules.bans import BY_WIN, legal_discards, takes
from services.chan.rules.events import Event
from services.chan.rules.kinds import rank_mask
from services.chan.rules.moves import Ca, Chan, Chiu, Discard, Move, Pass, Win
from services.chan.rules.refusals import refusal
from services.chan.rules.state import CLAIMS, DISCARD, HEAVEN, State, odd_kinds
from services.chan.rules.stepping import CA, CHAN, CHIU, PASS, WIN, answer
from services.core.cards import cards_of, count
from services.core.game import IllegalMove

__all__ = ["default_move", "play", "step_of"]

_FIRST: Final = (0, 0, 2, 1)
"""Which discard the clock prefers, by spare kinds of the rank: a lone card, then of ba đầu, then of a Cạ."""


def play(state: State, seat: int, move: Move) -> list[Event]:
    """Makes a move and tells what happened. Raises IllegalMove and changes nothing if it is refused."""
    code = refusal(state, seat, move)
    if code is not None:
        raise IllegalMove(code.value)
    log: list[Event] = []
    answer(state, seat, step_of(move), log)
    return log


def step_of(move: Move) -> int:
    """The step that a legal move is."""
    match move:
        case Discard(card):
            return card
        case Pass():
            return PASS
        case Ca():
            return CA
        case Chan():
            return CHAN
        case Chiu():
            return CHIU
        case Win():
            return WIN
        case _:
            assert_never(move)


def default_move(state: State, seat: int) -> Move:
    """What the clock plays for a seat that is asked (CHAN-69): a win if there is one, else nothing."""
    if state.stage == DISCARD:
        return Discard(_loneliest(state, seat))
    if state.stage == HEAVEN:
        return Win()
    if state.stage == CLAIMS:
        return Win() if (state.winners >> seat) & 1 else Pass()
    return Win() if takes(state, seat) & BY_WIN else Pass()


def _loneliest(state: State, seat: i64) -> int:
    odd: i64 = odd_kinds(state, seat)
    best = -1
    best_key = 0
    for kind in cards_of(legal_discards(state, seat)):
        key = _FIRST[count(odd & rank_mask(kind))]
        if best < 0 or key < best_key:
            best, best_key = kind, key
    return best
