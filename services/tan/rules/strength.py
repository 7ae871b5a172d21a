"""Which card is stronger than which, and whether a hand can cover a wave."""

from __future__ import annotations

from mypy_extensions import i64

from services.core.cards import JOKERS, count, one, suit_mask, suit_of

__all__ = ["beaters", "coverable"]


def beaters(card: i64, royal: i64) -> i64:
    """Every card of the pack that is stronger than an attacking card (TAN-6, TAN-54)."""
    suit: i64 = suit_of(card)
    stronger: i64 = suit_mask(suit) & ~((one(card) << 1) - 1)
    if suit != royal:
        stronger |= suit_mask(royal)
    return stronger | JOKERS


def coverable(pending: i64, hand: i64, royal: i64) -> bool:
    """Whether a hand can cover every pending card, each with a stronger one of its own.

    Normal cards are first covered inside their suit, as many as possible; royal cards left over by the
    royal suit's own matching cover the rest one for one, then jokers do. No matching covers more: a
    royal card covers one card wherever it is used.
    """
    own: i64 = suit_mask(royal)
    royal_open: i64 = _uncovered(pending & own, hand & own)
    spare: i64 = count(hand & own) - (count(pending & own) - royal_open)
    normal_open: i64 = 0
    suit: i64
    for suit in range(4):
        mine: i64 = suit_mask(suit)
        if mine != own:
            normal_open += _uncovered(pending & mine, hand & mine)
    if normal_open > spare:
        royal_open += normal_open - spare
    return royal_open <= count(hand & JOKERS)


def _uncovered(pending: i64, hand: i64) -> i64:
    """Pending cards of one suit that a best matching inside the suit leaves open."""
    waiting: i64 = 0
    rest: i64 = pending | hand
    if not pending:
        return waiting
    while rest:
        bit: i64 = rest & -rest
        if pending & bit:
            waiting += 1
        elif waiting:
            waiting -= 1
        rest &= rest - 1
    return waiting
