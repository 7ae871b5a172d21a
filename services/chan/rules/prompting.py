"""Whom the hand waits for, and what those seats may answer."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from services.chan.rules.bans import BY_CA, BY_CHAN, BY_CHIU, BY_WIN, ca_partner, is_locking, legal_discards, takes
from services.chan.rules.choices import Choices, ClaimChoices, DiscardChoices, HeavenChoices, TakeChoices
from services.chan.rules.claims import is_asked
from services.chan.rules.cuoc import hand_result
from services.chan.rules.events import Event
from services.chan.rules.flow import after_pass, settle_claims
from services.chan.rules.results import HandResult
from services.chan.rules.state import CLAIMS, DISCARD, HEAVEN, OVER, SEATS, State
from services.core.cards import cards_of
from services.core.game import Pause, Prompt

__all__ = ["advance", "pause", "prompts", "result"]


def prompts(state: State) -> Mapping[int, Prompt[Choices]]:
    """The open questions, in the order of claims where there are several.

    At TAKE the entitled seat is always asked, with passing alone if need be: what it is asked tells nobody else
    whether it had a choice, and neither does the time that it takes. Only a dead hand is not, as all know of it.
    """
    if state.stage == CLAIMS:
        return _claim_prompts(state)
    if state.stage == OVER:
        return {}
    seat: int = state.seat
    return {seat: Prompt(state.turn, _choices(state))}


def _claim_prompts(state: State) -> dict[int, Prompt[Choices]]:
    found: dict[int, Prompt[Choices]] = {}
    for place in range(SEATS):
        seat: int = (state.door + place) & 3
        if is_asked(state, seat):
            choices = ClaimChoices(((state.winners >> seat) & 1) != 0, seat == state.chiu_seat)
            found[seat] = Prompt(state.turn, choices)
    return found


def _choices(state: State) -> Choices:
    if state.stage == DISCARD:
        return DiscardChoices(cards_of(legal_discards(state, state.seat)))
    if state.stage == HEAVEN:
        return HeavenChoices(dies=not legal_discards(state, state.seat))
    legal: i64 = takes(state, state.seat)
    return TakeChoices(
        win=(legal & BY_WIN) != 0,
        chiu=(legal & BY_CHIU) != 0,
        chan=(legal & BY_CHAN) != 0,
        partner=ca_partner(state, state.seat) if legal & BY_CA else None,
        next_step=after_pass(state),
        locks=is_locking(state, state.seat),
    )


def pause(state: State) -> Pause | None:
    """A claim window on every card that becomes live."""
    return Pause() if state.stage == CLAIMS else None


def advance(state: State) -> list[Event]:
    """Settles the window. Raises AssertionError when there is none."""
    assert state.stage == CLAIMS, "no window is open"
    log: list[Event] = []
    settle_claims(state, log)
    return log


def result(state: State) -> HandResult | None:
    """The result, or None while the hand is running."""
    return hand_result(state) if state.stage == OVER else None
