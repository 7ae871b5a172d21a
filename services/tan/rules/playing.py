"""Whole moves: checked in the rulebook's order, then made step by step like the search makes them."""

from __future__ import annotations

from typing import assert_never

from mypy_extensions import i64

from services.core.cards import display
from services.core.game import IllegalMove
from services.tan.rules.events import Event
from services.tan.rules.legality import refusal
from services.tan.rules.moves import Attack, Defend, Move, ReturnTribute, Stop, Take
from services.tan.rules.state import DEFEND, TRIBUTE_RETURN, State
from services.tan.rules.stepping import STOP, TAKE, make_step
from services.tan.rules.turns import fitting_cards

__all__ = ["default_move", "play", "steps_of"]


def play(state: State, seat: int, move: Move) -> list[Event]:
    """Makes a move and tells what happened. Raises IllegalMove and changes nothing if it is refused."""
    code = refusal(state, seat, move)
    if code is not None:
        raise IllegalMove(code.value)
    log: list[Event] = []
    for bit in steps_of(move):
        make_step(state, bit, log)
    return log


def steps_of(move: Move) -> list[int]:
    """The steps of a legal move, in the only order in which `steps` allows them."""
    match move:
        case Attack(cards):
            return [*sorted(cards), STOP]
        case Defend(pairs):
            return [answer for _, answer in sorted(pairs)]
        case Take():
            return [TAKE]
        case Stop():
            return [STOP]
        case ReturnTribute(card):
            return [card]
        case _:
            assert_never(move)


def default_move(state: State, seat: int) -> Move:
    """What the clock plays for the seat to act (TAN-60)."""
    assert seat == state.turn, "nobody asked this seat"
    if state.phase == DEFEND:
        return Take()
    if state.phase == TRIBUTE_RETURN:
        return ReturnTribute(_first_shown(state, state.hands[seat]))
    if state.on_table:
        return Stop()
    return Attack((_first_shown(state, fitting_cards(state)),))


def _first_shown(state: State, mask: i64) -> int:
    return display(mask, state.royal)[0]
