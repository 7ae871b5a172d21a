"""Whole hands of Chắn between strategies, each of which sees what a bot's job holds and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

from ai_worker.games.chan import BOT
from ai_worker.strategy import Budget, Question, Strategy
from services.chan import rules
from services.chan.game import CHAN

__all__ = ["BUDGET", "WHOLE", "dealt", "earned", "questions_of", "run_hand"]

BUDGET = Budget(seconds=60.0, nodes=80)
"""Enough for a search to choose."""
WHOLE = replace(BOT.levels["hard"].budget, seconds=60.0)
"""What the strongest level may spend in play, however slow the machine is."""


def dealt(options: rules.Options, seed: int) -> rules.State:
    """A first hand, freshly dealt."""
    chance = random.Random(seed)
    drawn = {"deck": chance.sample(range(100), 100), "dealer": [chance.randrange(4)]}
    return rules.deal(options, rules.open_match(options, 4), drawn)[0]


def questions_of(state: rules.State) -> list[Question[Any, Any, Any]]:
    """What the asked seats are asked; none while a window is to settle."""
    return [
        Question(seat, CHAN.bot_view(state, seat), prompt.choices, state.options)
        for seat, prompt in sorted(CHAN.prompts(state).items())
    ]


def run_hand(
    state: rules.State, players: Sequence[Strategy], seed: int = 0, budget: Budget = BUDGET
) -> rules.HandResult:
    """Plays a hand to its end. The rules accept every move, or this raises."""
    while (result := CHAN.result(state)) is None:
        questions = questions_of(state)
        for question in questions:
            thought = players[question.seat](question, budget, seed * 1000 + int(state.version))
            assert BOT.is_offered(question.choices, thought.move)
            CHAN.play(state, question.seat, thought.move)
        if not questions:
            CHAN.advance(state)
    return result


def earned(
    one: Strategy, others: Strategy, options: rules.Options, deals: Iterable[int], budget: Budget = BUDGET
) -> list[float]:
    """Points a hand of one player among three others, by deal: the mean of its four seats."""
    return [
        fmean(_earned_at(seat, one, others, dealt(options, deal), deal, budget) for seat in range(4)) for deal in deals
    ]


def _earned_at(seat: int, one: Strategy, others: Strategy, state: rules.State, deal: int, budget: Budget) -> int:
    players = [one if each == seat else others for each in range(4)]
    return run_hand(state, players, deal, budget).settlement[seat]
