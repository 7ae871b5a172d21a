"""What the choices of a prompt offer, without the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ai_worker.strategy import Question
from services.tonk.rules import (
    Choices,
    Decline,
    Discard,
    Draw,
    Hit,
    Knock,
    MeldChoices,
    Move,
    Options,
    Source,
    Spread,
    TurnChoices,
    View,
    canonical,
)

__all__ = ["TonkQuestion", "any_answer", "is_offered", "offered"]

TonkQuestion = Question[Options, View, Choices]


def offered(choices: Choices) -> Iterator[Move]:
    """Every move that the choices offer, once."""
    match choices:
        case TurnChoices():
            acts: list[tuple[bool, Move]] = [
                (choices.may_draw_stock, Draw(Source.STOCK)),
                (choices.may_draw_discard, Draw(Source.DISCARD)),
                (choices.may_decline, Decline()),
                (choices.may_knock, Knock()),
            ]
            yield from (move for may, move in acts if may)
        case MeldChoices(spreads, hits, discards, _):
            yield from (canonical(Spread(group)) for group in spreads)
            yield from (Hit(card, spread) for card, spread in hits)
            yield from (Discard(card) for card in discards)
        case _:
            assert_never(choices)


def is_offered(choices: Choices, move: Move) -> bool:
    """Whether the choices offer this move."""
    return any(canonical(move) == other for other in offered(choices))


def any_answer(choices: Choices) -> Move:
    """The plainest legal answer: draw from the stock, or decline; then discard, or lay what must be laid."""
    if isinstance(choices, MeldChoices) and choices.discards:
        return Discard(choices.discards[0])
    return next(offered(choices))
