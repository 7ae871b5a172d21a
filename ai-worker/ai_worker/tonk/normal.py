"""The level `normal`: knocks by what a knock is worth, remembers what it saw, and searches its own turn to the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final, assert_never

from ai_worker.strategy import Budget, Rung, Thought
from ai_worker.tonk.answers import TonkQuestion
from ai_worker.tonk.counting import counts_of_others, knock_value, low_value, unseen
from ai_worker.tonk.melding import after, best_finish
from services.core.cards import cards_of, count, mask_of
from services.core.chance import SearchRandom
from services.tonk.rules import (
    Decline,
    Draw,
    Knock,
    MeldChoices,
    Move,
    Options,
    Source,
    State,
    TurnChoices,
    View,
    points,
    points_of,
    sample,
)

__all__ = ["DEMANDS", "normal", "worth_of"]

DEMANDS: Final = {2: 0.5, 3: 1.1, 4: 1.6}
"""What a knock must be worth in stakes, by seats: waiting costs little, as a draw usually lowers the count. Less than
the rulebook's 6.2 has for hands taken as random, since these are taken as low."""
_DRAWS: Final = 12
"""How many cards of the stock are tried before a draw."""
_DRAWS_AHEAD: Final = 3
"""A half spread is worth what completing it would lay, as if there were so many draws."""
_WANTED: Final = 2.0
"""What it costs to throw a card beside one that an opponent took."""


def normal(question: TonkQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """The move that the heuristics think best."""
    del budget
    rng = SearchRandom(seed)
    match question.choices:
        case TurnChoices() as choices:
            move = _start(question, choices, rng)
        case MeldChoices():
            move = best_finish(sample(question.view, rng), worth_of(question.view)).first
        case _:
            assert_never(question.choices)
    return Thought(move, Rung.HEURISTIC)


def _start(question: TonkQuestion, choices: TurnChoices, rng: SearchRandom) -> Move:
    view, me = question.view, question.seat
    own = points(mask_of(view.hand))
    others = counts_of_others(view, me)
    if choices.may_decline:
        if low_value(own, others) >= 0 or not choices.may_draw_discard:
            return Decline()
        return Draw(Source.DISCARD) if _taking(view, rng) > _keeping(view) else Decline()
    if choices.may_knock and knock_value(question.options, own, others) >= _demand(question.options, view):
        return Knock()
    if choices.may_draw_discard and _taking(view, rng) > _drawing(view, rng):
        return Draw(Source.DISCARD)
    return Draw(Source.STOCK)


def _demand(_options: Options, view: View) -> float:
    return DEMANDS[len(view.order)]


def _keeping(view: View) -> float:
    """What the hand is worth as it is."""
    return -float(points(mask_of(view.hand)))


def _taking(view: View, rng: SearchRandom) -> float:
    """What the turn comes to with the top discard. Putting it straight back is no use."""
    state = after(sample(view, rng), Draw(Source.DISCARD))
    top = int(state.card)
    judge = worth_of(view)
    return best_finish(state, lambda kept, thrown: judge(kept, thrown) - (30.0 if thrown == top else 0.0)).worth


def _drawing(view: View, rng: SearchRandom) -> float:
    """What the turn comes to with a card of the stock, on average."""
    worlds: list[State] = [sample(view, rng) for _ in range(_DRAWS)]
    judge = worth_of(view)
    return sum(min(best_finish(after(world, Draw(Source.STOCK)), judge).worth, 60.0) for world in worlds) / _DRAWS


def worth_of(view: View) -> Callable[[int, int], float]:
    """Judges what a turn leaves: low cards, halves of spreads that can still be completed, nothing for others."""
    hidden = unseen(view)
    places = max(count(hidden), 1)
    taken = [
        card
        for seat, known in enumerate(view.memory.known if view.memory else ())
        if seat != view.audience
        for card in known
    ]

    def worth(kept: int, thrown: int) -> float:
        hope = sum(
            _outs(pair, hidden) * (points_of(pair[0]) + points_of(pair[1])) for pair in combinations(cards_of(kept), 2)
        )
        gift = _WANTED * sum(_are_close(thrown, other) for other in taken)
        return _DRAWS_AHEAD * hope / places - float(points(kept)) - gift

    return worth


def _outs(pair: Sequence[int], hidden: int) -> int:
    """How many unseen cards make a spread of two."""
    first, second = pair
    if first >> 2 == second >> 2:
        return int(count(hidden & (15 << (first >> 2 << 2))))
    if first & 3 != second & 3:
        return 0
    low, high = sorted(((card >> 2) + 1) % 13 for card in pair)
    ranks = {1: (low - 1, high + 1), 2: (low + 1,)}.get(high - low, ())
    wanted = [((rank + 12) % 13) * 4 + (first & 3) for rank in ranks if 0 <= rank <= 12]
    return sum(hidden >> card & 1 for card in wanted)


def _are_close(first: int, second: int) -> bool:
    if first >> 2 == second >> 2:
        return True
    return first & 3 == second & 3 and abs(((first >> 2) + 1) % 13 - ((second >> 2) + 1) % 13) == 1
