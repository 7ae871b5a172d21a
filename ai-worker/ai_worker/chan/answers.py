"""What the choices of a prompt offer, without the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ai_worker.strategy import Question
from services.chan.rules import (
    Ca,
    Chan,
    Chiu,
    Choices,
    ClaimChoices,
    Discard,
    DiscardChoices,
    HeavenChoices,
    Move,
    Options,
    Pass,
    TakeChoices,
    View,
    Win,
)

__all__ = ["ChanQuestion", "any_answer", "is_offered", "offered"]

ChanQuestion = Question[Options, View, Choices]


def offered(choices: Choices) -> Iterator[Move]:
    """Every move that the choices offer, once: what takes the card first, the pass last."""
    match choices:
        case HeavenChoices():
            yield from (Win(), Pass())
        case ClaimChoices():
            yield from _claims(choices)
            yield Pass()
        case TakeChoices():
            yield from _claims(choices)
            if choices.chan:
                yield Chan()
            if choices.partner is not None:
                yield Ca(choices.partner)
            yield Pass()
        case DiscardChoices(cards):
            yield from map(Discard, cards)
        case _:
            assert_never(choices)


def _claims(choices: ClaimChoices | TakeChoices) -> Iterator[Move]:
    if choices.win:
        yield Win()
    if choices.chiu:
        yield Chiu()


def is_offered(choices: Choices, move: Move) -> bool:
    """Whether the choices offer this move."""
    return move in offered(choices)


def any_answer(choices: Choices) -> Move:
    """The plainest legal answer: win or take what can be taken, or the first discard."""
    return next(offered(choices))
