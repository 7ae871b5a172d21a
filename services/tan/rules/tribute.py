"""The last-ranked seat's tribute to the King, and the card that comes back (TAN-56, TAN-57)."""

from __future__ import annotations

from mypy_extensions import i64

from services.core.cards import above, lowest, one, suit_mask
from services.tan.rules.events import Log, TributePaid, TributeReturned, TributeSkipped
from services.tan.rules.state import NOBODY, TRIBUTE_RETURN, State, leave_hand
from services.tan.rules.turns import give_turn, start_round

__all__ = ["open_set", "return_tribute"]


def open_set(state: State, king: i64, payer: i64, log: Log) -> None:
    """What follows the deal: the tribute, or the first round. `king` and `payer` are NOBODY in a first set."""
    if not state.options.tribute or king == NOBODY:
        start_round(state, state.leader, log)
        return
    royals: i64 = state.hands[payer] & suit_mask(state.royal)
    if royals:
        _pay(state, king, payer, _highest(royals), log)
        return
    if log is not None:
        log.append(TributeSkipped(payer))
    start_round(state, state.leader, log)


def _highest(mask: i64) -> i64:
    return lowest(above(mask)) - 1


def _pay(state: State, king: i64, payer: i64, card: i64, log: Log) -> None:
    state.king = king
    state.payer = payer
    state.tribute = card
    leave_hand(state, payer, one(card))
    state.hands[king] |= one(card)
    state.known[king] |= one(card)
    if log is not None:
        log.append(TributePaid(payer, king, card))
    give_turn(state, king, TRIBUTE_RETURN, log)


def return_tribute(state: State, card: i64, log: Log) -> None:
    """The King gives a card back; from now on only the two of them know where the cards are (TAN-70)."""
    king: i64 = state.king
    payer: i64 = state.payer
    state.known[king] &= ~one(state.tribute)
    leave_hand(state, king, one(card))
    state.hands[payer] |= one(card)
    state.given = one(card)
    if card != state.tribute:
        state.kept = one(state.tribute)
    state.tribute = NOBODY
    if log is not None:
        log.append(TributeReturned(king, payer, card))
    start_round(state, state.leader, log)
