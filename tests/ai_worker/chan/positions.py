"""Positions with a move that a good player sees, as the rulebook's cases write them (section 6)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from ai_worker.strategy import Question
from services.chan import rules
from services.chan.rules.claims import open_claims
from services.chan.rules.state import (
    CLAIMS,
    DISCARD,
    FROM_DISCARD,
    FROM_STOCK,
    TAKE,
    State,
    door_entry,
    give,
)
from tests.ai_worker.chan.playing import questions_of
from tests.golden.chan_case import codes, lay_live, mask, position

__all__ = ["Position", "question_in"]

_HAND = 19


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What seat 0 holds and sees. What it does not see is dealt by lot: 19 cards to each other seat, the rest is the stock."""

    name: str
    why: str
    hand: str
    melds: tuple[str, ...] = ()
    thrown: str = ""
    """What seat 1, which comes next, has discarded."""
    dead: str = ""
    """What else lies in the doors."""
    live: str = ""
    """The card that seat 3 discarded, or turned up if `is_revealed`. Without one, seat 0 owes a discard."""
    is_revealed: bool = False
    moves: tuple[str, ...]
    """Any of these is good."""
    levels: tuple[str, ...] = ("normal", "hard")
    """Who has to find one."""
    stock: int
    """Cards left, to check the position by."""


def question_in(it: Position) -> Question[Any, Any, Any]:
    """What seat 0 is asked."""
    state = position({"hand": it.hand, "melds": it.melds})
    for kind in codes(it.thrown):
        state.doors = append(state.doors, door_entry(kind, 1, 1, FROM_DISCARD))
    state.discarded[1] = mask(it.thrown)
    for kind in codes(it.dead):
        state.doors = append(state.doors, door_entry(kind, 2, 2, FROM_STOCK))
    if it.live:
        lay_live(state, rules.parse(it.live), 3, FROM_STOCK if it.is_revealed else FROM_DISCARD)
    _deal_the_rest(state)
    assert len(state.stock) == it.stock
    _ask(state, is_revealed=it.is_revealed)
    (question,) = [question for question in questions_of(state) if question.seat == 0]
    return question


def _deal_the_rest(state: State) -> None:
    left = Counter(dict.fromkeys(range(rules.KINDS), 4))
    view = rules.view(state, 0)
    left.subtract(view.hand)
    left.subtract(card.card for card in view.doors)
    left.subtract(kind for meld in view.melds for kind in (meld.taken, meld.given))
    assert min(left.values()) >= 0
    pack = sorted(left.elements())
    random.Random(1).shuffle(pack)
    for seat in (1, 2, 3):
        for _ in range(_HAND):
            give(state, seat, pack.pop())
    state.stock = vec[i64](pack)


def _ask(state: State, *, is_revealed: bool) -> None:
    state.seat, state.entitled = 0, 0
    if is_revealed:
        state.stage, state.seat = CLAIMS, -1
        open_claims(state)
    else:
        state.stage = DISCARD if state.live < 0 else TAKE
