from __future__ import annotations

import pytest

from ai_worker.tan import any_answer, is_offered
from services.core.game import IllegalMove
from services.tan import rules
from services.tan.game import TAN
from services.tan.rules import Attack, AttackChoices, Defend, DefendChoices, Pending, ReturnChoices, Stop, Take
from tests.ai_worker.playing import BUDGET, at_random, dealt, question_of

FREE = AttackChoices(fitting=(0, 1, 4), limit=2, one_rank=False, may_stop=True)
OPENING = AttackChoices(fitting=(0, 1, 4), limit=2, one_rank=True, may_stop=False)
DEFENCE = DefendChoices((Pending(0, (4, 8)), Pending(1, (5, 8))), complete=True)


@pytest.mark.parametrize(
    ("choices", "move", "offered"),
    [
        (FREE, Attack((0, 4)), True),
        (FREE, Attack((0, 1, 4)), False),
        (FREE, Attack((0, 0)), False),
        (FREE, Attack((2,)), False),
        (FREE, Attack(()), False),
        (FREE, Stop(), True),
        (FREE, Take(), False),
        (OPENING, Attack((0, 4)), False),
        (OPENING, Attack((0, 1)), True),
        (OPENING, Stop(), False),
        (DEFENCE, Take(), True),
        (DEFENCE, Defend(((0, 4), (1, 8))), True),
        (DEFENCE, Defend(((0, 8), (1, 8))), False),
        (DEFENCE, Defend(((0, 4),)), False),
        (DEFENCE, Defend(((0, 5), (1, 8))), False),
        (DEFENCE, Stop(), False),
        (ReturnChoices((3, 7)), rules.ReturnTribute(7), True),
        (ReturnChoices((3, 7)), rules.ReturnTribute(8), False),
    ],
)
def test_only_what_the_choices_say_is_offered(choices: rules.Choices, move: rules.Move, *, offered: bool) -> None:
    assert is_offered(choices, move) == offered


@pytest.mark.property
@pytest.mark.parametrize("seats", TAN.seats)
def test_the_plainest_answer_is_always_legal(seats: int) -> None:
    for seed in range(10):
        state = dealt(rules.TRADITIONAL, seats, seed)
        while TAN.result(state) is None:
            question = question_of(state)
            move = any_answer(question.choices)
            assert is_offered(question.choices, move)
            try:
                TAN.play(TAN.copy(state), question.seat, move)
            except IllegalMove as refused:
                pytest.fail(refused.code)
            TAN.play(state, question.seat, at_random(question, BUDGET, seed + state.version).move)
