"""Positions of Tonk in a few words, the seat to act being 0."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from services.core import cards
from services.tonk import rules

__all__ = ["position"]


def position(
    hand: str,
    others: Sequence[str],
    *,
    drawn: str = "",
    pile: str = "",
    spreads: Sequence[str] = (),
    known: Sequence[str] = (),
    turns: int = 0,
    options: rules.Options = rules.DEFAULTS,
) -> rules.State:
    """Seat 0 with `hand` is to act: after it drew `drawn` from the stock, or at the start of its turn.

    `others` are the other hands, clockwise; `known` what each of them was seen to take; seat 1 laid the `spreads`.
    """
    state = rules.blank_state(options, 1 + len(others))
    for seat, held in enumerate([f"{hand} {drawn}", *others]):
        state.hands[seat] = _mask(held)
    for seat, taken in enumerate(known, start=1):
        state.known[seat] = _mask(taken)
    state.spreads = vec[i64](map(_mask, spreads))
    state.owners = vec[i64]([1] * len(spreads))
    state.put[1] = _mask(" ".join(spreads))
    state.pile = vec[i64](map(cards.parse, pile.split()))
    gone = _mask(" ".join([hand, drawn, pile, *others, *spreads]))
    state.stock = vec[i64](card for card in range(52) if not gone >> card & 1)
    state.turns = turns
    state.dealer = (len(others) - turns) % (1 + len(others))
    state.turn = 0
    if drawn:
        state.phase, state.source, state.card = rules.Phase.MELD, rules.Source.STOCK, cards.parse(drawn)
    return state


def _mask(names: str) -> int:
    return int(cards.mask_of(map(cards.parse, names.split())))
