"""What the game-blind tests must be told about Tấn."""

from __future__ import annotations

from services.core import cards
from services.tan import rules

__all__ = ["cards_in", "locate"]


def locate(state: rules.State) -> dict[str, list[int]]:
    """Every card by the place where it lies; a card in two places shows up twice."""
    places: dict[str, list[int]] = {
        "stock": list(state.stock)[state.drawn :],
        "table": list(cards.cards_of(state.on_table)),
        "discard": list(cards.cards_of(state.discard)),
    }
    for seat in range(state.seats):
        places[f"hand {seat}"] = list(cards.cards_of(state.hands[seat]))
        places[f"aside {seat}"] = list(cards.cards_of(state.aside[seat]))
    return places


def cards_in(view: rules.View) -> set[int]:
    """Every card that a view names anywhere."""
    found = {*view.hand, *view.gone, *view.secret}
    for seat in view.seats:
        found |= {*seat.known, *seat.aside_known}
    for wave in view.table:
        for pair in wave.pairs:
            found |= {pair.attack} if pair.defence is None else {pair.attack, pair.defence}
    if view.tribute is not None and view.tribute.card is not None:
        found.add(view.tribute.card)
    if view.result is not None:
        reveal = view.result.reveal
        found |= {card for group in (*reveal.hands, *reveal.aside, reveal.stock) for card in group}
    return found
