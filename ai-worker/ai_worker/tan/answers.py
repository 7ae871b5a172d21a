"""What the choices of a prompt offer, without the rules."""

from __future__ import annotations

from typing import assert_never

from ai_worker.strategy import Question
from services.core.cards import rank_of
from services.tan.rules import (
    Attack,
    AttackChoices,
    Choices,
    Defend,
    DefendChoices,
    Move,
    Options,
    ReturnChoices,
    ReturnTribute,
    Stop,
    Take,
    View,
)

__all__ = ["TanQuestion", "any_answer", "is_offered"]

TanQuestion = Question[Options, View, Choices]


def is_offered(choices: Choices, move: Move) -> bool:
    """Whether the choices offer this move."""
    match choices:
        case AttackChoices():
            return choices.may_stop if isinstance(move, Stop) else isinstance(move, Attack) and _fits(choices, move)
        case DefendChoices():
            return isinstance(move, Take) or (isinstance(move, Defend) and _covers(choices, move))
        case ReturnChoices(cards):
            return isinstance(move, ReturnTribute) and move.card in cards
        case _:
            assert_never(choices)


def _fits(choices: AttackChoices, wave: Attack) -> bool:
    cards = set(wave.cards)
    return (
        0 < len(wave.cards) == len(cards) <= choices.limit
        and cards <= set(choices.fitting)
        and not (choices.one_rank and len({rank_of(card) for card in cards}) > 1)
    )


def _covers(choices: DefendChoices, defence: Defend) -> bool:
    beaters = {each.attack: each.beaters for each in choices.pending}
    attacks = {attack for attack, _ in defence.pairs}
    answers = {answer for _, answer in defence.pairs}
    return (
        attacks == set(beaters)
        and len(defence.pairs) == len(beaters) == len(answers)
        and all(answer in beaters[attack] for attack, answer in defence.pairs)
    )


def any_answer(choices: Choices) -> Move:
    """The plainest legal answer: stop or the first card that fits, take, give the first card back."""
    match choices:
        case AttackChoices():
            return Stop() if choices.may_stop else Attack(choices.fitting[:1])
        case DefendChoices():
            return Take()
        case ReturnChoices(cards):
            return ReturnTribute(cards[0])
        case _:
            assert_never(choices)
