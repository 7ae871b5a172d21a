"""Whole sets of Tấn between strategies, each of which sees its seat's view and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ai_worker.games.tan import BOT
from ai_worker.strategy import Budget, Question, Rung, Strategy, Thought
from services.core.game import Chance, Shuffle
from services.tan import rules
from services.tan.game import TAN

__all__ = ["at_random", "chance_of", "dealt", "question_of", "run_set"]

BUDGET = Budget(seconds=60.0, nodes=2000)


def chance_of(options: rules.Options, match: rules.Match, seed: int) -> Chance:
    """What chance supplies for a deal, from a seed."""
    rng = random.Random(seed)
    given: dict[str, Sequence[int]] = {}
    for draw in TAN.draws(options, match):
        size = draw.size
        given[draw.label] = rng.sample(range(size), size) if isinstance(draw, Shuffle) else [rng.randrange(size)]
    return given


def dealt(options: rules.Options, seats: int, seed: int) -> rules.State:
    """The first set of a match, freshly dealt."""
    match = TAN.open_match(options, seats)
    return TAN.deal(options, match, chance_of(options, match, seed))[0]


def question_of(state: rules.State) -> Question[Any, Any, Any]:
    """What the seat to act is asked."""
    ((seat, prompt),) = TAN.prompts(state).items()
    return Question(seat, TAN.view(state, seat), prompt.choices, state.options)


def run_set(
    state: rules.State,
    players: Mapping[int, Strategy] | Sequence[Strategy],
    seed: int = 0,
    watch: Callable[[rules.State, Thought[Any]], None] = lambda _state, _thought: None,
    budget: Budget = BUDGET,
) -> rules.SetResult:
    """Plays a set to its end. The rules accept every move, or this raises."""
    while (result := TAN.result(state)) is None:
        question = question_of(state)
        thought = players[question.seat](question, budget, seed * 1000 + state.version)
        assert BOT.is_offered(question.choices, thought.move)
        watch(state, thought)
        TAN.play(state, question.seat, thought.move)
    return result


def at_random(question: Question[Any, Any, Any], budget: Budget, seed: int) -> Thought[Any]:
    """Any legal answer, about evenly."""
    del budget
    rng = random.Random(seed)
    choices = question.choices
    if isinstance(choices, rules.ReturnChoices):
        return Thought(rules.ReturnTribute(rng.choice(choices.cards)), Rung.ANY)
    if isinstance(choices, rules.DefendChoices):
        return Thought(_any_defence(choices, rng), Rung.ANY)
    if not choices.fitting or (choices.may_stop and rng.random() < 0.5):
        return Thought(rules.Stop(), Rung.ANY)
    if choices.one_rank:
        first = rng.choice(choices.fitting)
        fitting = [card for card in choices.fitting if card >> 2 == first >> 2]
    else:
        fitting = list(choices.fitting)
    size = rng.randint(1, min(len(fitting), choices.limit))
    return Thought(rules.Attack(tuple(sorted(rng.sample(fitting, size)))), Rung.ANY)


def _any_defence(choices: rules.DefendChoices, rng: random.Random) -> rules.Move:
    for _ in range(20 if choices.complete and rng.random() < 0.5 else 0):
        pairs: list[tuple[int, int]] = []
        for each in choices.pending:
            free = [card for card in each.beaters if card not in {answer for _, answer in pairs}]
            if free:
                pairs.append((each.attack, rng.choice(free)))
        if len(pairs) == len(choices.pending):
            return rules.Defend(tuple(sorted(pairs)))
    return rules.Take()
