"""Whom the set waits for, and what that seat may answer."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from services.core.cards import cards_of, display
from services.core.game import Pause, Prompt
from services.tan.rules.choices import (
    AttackChoices,
    Choices,
    DefendChoices,
    Pending,
    ReturnChoices,
)
from services.tan.rules.events import Event
from services.tan.rules.results import SetResult
from services.tan.rules.settlement import set_result
from services.tan.rules.state import ATTACK, DEFEND, SET_OVER, State
from services.tan.rules.strength import beaters, coverable
from services.tan.rules.turns import fitting_cards, may_stop, wave_limit

__all__ = ["advance", "choices_now", "pause", "prompts", "result"]


def prompts(state: State) -> Mapping[int, Prompt[Choices]]:
    """One prompt for the seat to act (TAN-15); none once the set is over. Each has a deadline of its own."""
    if state.phase == SET_OVER:
        return {}
    seat: int = state.turn
    return {seat: Prompt(state.version, choices_now(state))}


def choices_now(state: State) -> Choices:
    """What the seat to act may answer. The set must not be over."""
    if state.phase == ATTACK:
        fitting = display(fitting_cards(state), state.royal)
        return AttackChoices(fitting, wave_limit(state), not state.on_table, may_stop(state))
    if state.phase == DEFEND:
        hand: i64 = state.hands[state.defender]
        pending = tuple([_pending(state, card, hand) for card in cards_of(state.pending)])
        return DefendChoices(pending, coverable(state.pending, hand, state.royal))
    return ReturnChoices(display(state.hands[state.turn], state.royal))


def _pending(state: State, card: int, hand: i64) -> Pending:
    return Pending(card, display(hand & beaters(card, state.royal), state.royal))


def pause(state: State) -> Pause | None:
    """Tấn never waits without asking somebody."""
    return None


def advance(state: State) -> list[Event]:
    """Never called: there is no pause to end."""
    raise AssertionError("Tấn has no pauses")


def result(state: State) -> SetResult | None:
    """The result, or None while the set is running."""
    return set_result(state) if state.phase == SET_OVER else None
