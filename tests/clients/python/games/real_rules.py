"""What could be thought of as a move, for a second reading of the rulebook to judge."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from services.chan import rules as chan_rules
from services.tonk import rules as tonk_rules
from tests.conformance.adapters import chan as chan_adapter
from tests.conformance.adapters import tonk as tonk_adapter

__all__ = ["imaginable", "legal"]


def imaginable(game: str, state: Any, seat: int) -> Iterator[Any]:
    """Every move of a game that a seat could name, legal or not; spreads are of cards that it holds."""
    if game == "chan":
        yield from _of_chan()
    else:
        yield from _of_tonk(state, seat)


def legal(game: str, state: Any, seat: int) -> set[Any]:
    """Those that the rulebook lets a seat make."""
    judge = chan_adapter.judge if game == "chan" else tonk_adapter.judge
    return {move for move in imaginable(game, state, seat) if judge(state, seat, move) is None}


def _of_chan() -> Iterator[chan_rules.Move]:
    yield from (chan_rules.Win(), chan_rules.Chiu(), chan_rules.Chan(), chan_rules.Pass())
    for kind in range(25):
        yield chan_rules.Ca(kind)
        yield chan_rules.Discard(kind)


def _of_tonk(state: Any, seat: int) -> Iterator[tonk_rules.Move]:
    yield from (tonk_rules.Knock(), tonk_rules.Decline())
    yield tonk_rules.Draw(tonk_rules.Source.STOCK)
    yield tonk_rules.Draw(tonk_rules.Source.DISCARD)
    hand = tonk_adapter.locate(state)[f"hand {seat}"]
    for size in range(1, len(hand) + 1):
        yield from (tonk_rules.Spread(group) for group in combinations(sorted(hand), size))
    for card in range(52):
        yield tonk_rules.Discard(card)
        yield from (tonk_rules.Hit(card, number) for number in range(len(state.spreads) + 2))
