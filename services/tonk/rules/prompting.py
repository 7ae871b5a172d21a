"""Whom the hand waits for, and what that seat may answer."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from services.core.game import Pause, Prompt
from services.tonk.rules.choices import Choices, MeldChoices, TurnChoices
from services.tonk.rules.events import Event
from services.tonk.rules.results import HandResult
from services.tonk.rules.settlement import hand_result
from services.tonk.rules.spreads import all_spreads, in_order, order_key
from services.tonk.rules.state import HAND_OVER, TURN_START, State, may_knock, stock_count
from services.tonk.rules.stepping import discards, hit_step, must_spread

__all__ = ["advance", "choices_now", "pause", "prompts", "result"]


def prompts(state: State) -> Mapping[int, Prompt[Choices]]:
    """One prompt for the seat to act; none once the hand is over. All prompts of a turn share its deadline."""
    if state.phase == HAND_OVER:
        return {}
    seat: int = state.turn
    return {seat: Prompt(state.turns, choices_now(state))}


def choices_now(state: State) -> Choices:
    """What the seat to act may answer (3.2). The hand must not be over."""
    if state.phase == TURN_START:
        has_stock = stock_count(state) > 0
        return TurnChoices(may_knock(state), has_stock, len(state.pile) > 0, not has_stock)
    hand: i64 = state.hands[state.turn]
    groups = [in_order(spread) for spread in all_spreads(hand)]
    groups.sort(key=_in_order_key)
    return MeldChoices(tuple(groups), _hits(state, hand), in_order(discards(state)), must_spread(state))


def _in_order_key(group: tuple[int, ...]) -> list[int]:
    return [order_key(card) for card in group]


def _hits(state: State, hand: i64) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for card in in_order(hand):
        fitting = [place for place in range(len(state.spreads)) if hit_step(state.spreads[place], card)]
        found += [(card, place + 1) for place in fitting]
    return tuple(found)


def pause(_state: State) -> Pause | None:
    """Tonk never waits without asking somebody."""
    return None


def advance(_state: State) -> list[Event]:
    """Never called: there is no pause to end."""
    raise AssertionError("Tonk has no pauses")


def result(state: State) -> HandResult | None:
    """The result, or None while the hand is running."""
    return hand_result(state) if state.phase == HAND_OVER else None
