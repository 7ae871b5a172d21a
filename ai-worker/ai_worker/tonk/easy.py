"""The level `easy`: sane moves with no memory. It knocks at ten or less, whoever else may hold less, and errs by lot."""

from __future__ import annotations

from typing import Final, assert_never

from ai_worker.strategy import Budget, Rung, Thought
from ai_worker.tonk.answers import TonkQuestion
from services.core.cards import mask_of
from services.core.chance import SearchRandom
from services.tonk.rules import (
    Decline,
    Discard,
    Draw,
    Hit,
    Knock,
    MeldChoices,
    Move,
    Source,
    Spread,
    TurnChoices,
    View,
    all_spreads,
    canonical,
    points,
    points_of,
)

__all__ = ["easy"]

_KNOCK_AT: Final = 10
_CHEAP: Final = 3
_WHIM: Final = 6
"""One discard in so many is any of the three dearest cards."""


def easy(question: TonkQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """A sane move."""
    del budget
    rng = SearchRandom(seed)
    match question.choices:
        case TurnChoices() as choices:
            move = _start(question.view, choices)
        case MeldChoices() as choices:
            move = _meld(choices, rng)
        case _:
            assert_never(question.choices)
    return Thought(move, Rung.HEURISTIC)


def _start(view: View, choices: TurnChoices) -> Move:
    if choices.may_knock and points(mask_of(view.hand)) <= _KNOCK_AT:
        return Decline() if choices.may_decline else Knock()
    if choices.may_draw_discard and view.top is not None and _wants(view, view.top):
        return Draw(Source.DISCARD)
    return Draw(Source.STOCK) if choices.may_draw_stock else Decline()


def _wants(view: View, top: int) -> bool:
    """A card that completes a spread; or a cheap one, once."""
    with_top = mask_of([*view.hand, top])
    completes = any(spread & mask_of([top]) for spread in all_spreads(with_top))
    return completes or (view.idle == 0 and points_of(top) <= _CHEAP)


def _meld(choices: MeldChoices, rng: SearchRandom) -> Move:
    if choices.spreads:
        return canonical(Spread(max(choices.spreads, key=lambda group: points(mask_of(group)))))
    if choices.hits:
        card, spread = max(choices.hits, key=lambda hit: points_of(hit[0]))
        return Hit(card, spread)
    dearest = sorted(choices.discards, key=points_of, reverse=True)
    slips = rng.below(_WHIM) == 0
    return Discard(dearest[rng.below(min(3, len(dearest)))] if slips else dearest[0])
