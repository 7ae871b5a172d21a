"""A cheap, sensible player: empties its hand when it can, lays what it holds, throws its dearest loose card, knocks low.

It sees a view and a prompt's choices, nothing else, and the same ones give the same move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from mypy_extensions import i64

from services.core.cards import mask_of, one
from services.tonk.rules.choices import Choices, MeldChoices, TurnChoices
from services.tonk.rules.moves import Decline, Discard, Draw, Hit, Knock, Move, Source, Spread
from services.tonk.rules.spreads import (
    above_fit,
    all_spreads,
    below_fit,
    book_fit,
    order_key,
    points,
    points_of,
)
from services.tonk.rules.views import View

__all__ = ["policy"]

_KNOCK_AT: Final = 12
_LATER_KNOCK_AT: Final = 6
"""Opponents have had turns to get rid of points: a knock must be lower (6.2)."""
_CHEAP: Final = 3
_PAIR_BONUS: Final = 4


def policy(view: View, _seat: int, choices: Choices) -> Move:
    """A legal answer to a prompt, from the view of the seat that is asked."""
    match choices:
        case TurnChoices():
            return _start(view, choices)
        case MeldChoices():
            return _meld(view, choices)
        case _:
            assert_never(choices)


def _start(view: View, choices: TurnChoices) -> Move:
    if choices.may_knock and not choices.may_decline and points(mask_of(view.hand)) <= _knock_bound(view):
        return Knock()
    if choices.may_draw_discard and view.top is not None and _wants(view, view.top):
        return Draw(Source.DISCARD)
    return Draw(Source.STOCK) if choices.may_draw_stock else Decline()


def _knock_bound(view: View) -> int:
    return _KNOCK_AT if view.turns < len(view.order) else _LATER_KNOCK_AT


def _wants(view: View, top: int) -> bool:
    """The top discard completes a spread, fits the table, or is much cheaper than the dearest card."""
    hand: i64 = mask_of(view.hand)
    bit: i64 = one(top)
    completed: i64 = _table_fit(view)
    for spread in all_spreads(hand | bit):
        completed |= spread
    if completed & bit:
        return True
    dearest = max([points_of(card) for card in view.hand])
    return view.idle == 0 and points_of(top) <= _CHEAP and dearest > 2 * _CHEAP


def _table_fit(view: View) -> i64:
    fitting: i64 = 0
    for spread in view.spreads:
        mask: i64 = mask_of([laid.card for laid in spread.cards])
        fitting |= book_fit(mask) | below_fit(mask) | above_fit(mask)
    return fitting


def _meld(view: View, choices: MeldChoices) -> Move:
    """The dearest spread, else the dearest hit, else the discard that is missed least."""
    if choices.spreads:
        best = max(choices.spreads, key=_worth)
        return Spread(tuple(sorted(best)))
    if choices.hits:
        card, spread = max(choices.hits, key=lambda hit: (points_of(hit[0]), -hit[0], -hit[1]))
        return Hit(card, spread)
    return Discard(_least_missed(view, choices.discards))


def _worth(spread: Sequence[int]) -> tuple[int, int, list[int]]:
    return len(spread), points(mask_of(spread)), [-order_key(card) for card in spread]


def _least_missed(view: View, discards: Sequence[int]) -> int:
    return max(discards, key=lambda card: (_loose_points(view.hand, card), order_key(card)))


def _loose_points(hand: Sequence[int], card: int) -> int:
    """What throwing a card saves, less what its neighbours in the hand make it worth."""
    friends = [other for other in hand if other != card and _are_close(other, card)]
    return points_of(card) - _PAIR_BONUS * len(friends)


def _are_close(one_card: int, other: int) -> bool:
    """Of one rank, or of one suit and at most two ranks apart, the ace low."""
    if one_card >> 2 == other >> 2:
        return True
    gap = ((one_card >> 2) + 1) % 13 - ((other >> 2) + 1) % 13
    return one_card & 3 == other & 3 and -2 <= gap <= 2
