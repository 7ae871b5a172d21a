"""Whole hands of Tonk between strategies, each of which sees what a bot's job holds and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from ai_worker.games.tonk import BOT
from ai_worker.strategy import Budget, Question, Strategy
from services.tonk import rules
from services.tonk.game import TONK

__all__ = ["BUDGET", "dealt", "earned", "question_of", "run_hand"]

BUDGET = Budget(seconds=60.0, nodes=80)


def dealt(options: rules.Options, seats: int, seed: int) -> rules.State:
    """A first hand, freshly dealt; seat 0 deals."""
    match = rules.open_match(options, seats)
    match = rules.Match(match.order, match.bankrolls, 0, 0, 0)
    return rules.deal(options, match, {"deck": random.Random(seed).sample(range(52), 52)})[0]


def question_of(state: rules.State) -> Question[Any, Any, Any]:
    """What the seat to act is asked."""
    ((seat, prompt),) = TONK.prompts(state).items()
    return Question(seat, TONK.bot_view(state, seat), prompt.choices, state.options)


def run_hand(
    state: rules.State, players: Sequence[Strategy], seed: int = 0, budget: Budget = BUDGET
) -> rules.HandResult:
    """Plays a hand to its end. The rules accept every move, or this raises."""
    while (result := TONK.result(state)) is None:
        question = question_of(state)
        thought = players[question.seat](question, budget, seed * 1000 + int(state.version))
        assert BOT.is_offered(question.choices, thought.move)
        TONK.play(state, question.seat, thought.move)
    return result


def earned(
    one: Strategy,
    others: Strategy,
    options: rules.Options,
    seats: int,
    deals: Iterable[int],
    budget: Budget = BUDGET,
) -> list[float]:
    """Stakes a hand of one player among others, for each deal, which is played from every seat."""
    return [
        fmean(
            run_hand(
                dealt(options, seats, seed), [one if at == seat else others for at in range(seats)], seed, budget
            ).settlement.net[seat]
            / options.stake
            for seat in range(seats)
        )
        for seed in deals
    ]
