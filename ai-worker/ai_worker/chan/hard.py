"""The level `hard`: takes a card only where that brings it nearer to a win, keeps the best chance, feeds nobody (7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from ai_worker.chan.answers import ChanQuestion, offered
from ai_worker.chan.reading import Hand, hand_of, live_copies
from ai_worker.strategy import Budget, Rung, Thought
from services.chan.rules import (
    Ca,
    Chan,
    Chiu,
    ClaimChoices,
    Discard,
    DiscardChoices,
    HeavenChoices,
    Move,
    Pass,
    TakeChoices,
    View,
    Win,
)

__all__ = ["hard"]

_SEATS: Final = 4
_FEEDING: Final = 0.01
"""What it costs the chance to win that the next seat may capture the discard, for each live copy that it may hold."""


def hard(question: ChanQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """A win where there is one; else what leaves the best chance. Draws no lots."""
    del budget, seed
    match question.choices:
        case HeavenChoices():
            move: Move = Win()
        case ClaimChoices() | TakeChoices():
            move = Win() if question.choices.win else _best_take(question)
        case DiscardChoices(cards):
            move = Discard(_best_discard(question.view, hand_of(question.view), cards)[1])
        case _:
            assert_never(question.choices)
    return Thought(move, Rung.HEURISTIC)


def _best_take(question: ChanQuestion) -> Move:
    """The capture whose best discard leaves more than passing does; in doubt the one that is offered first."""
    view = question.view
    assert view.live is not None
    here, card = hand_of(view), view.live.card

    def worth(move: Move) -> float:
        if isinstance(move, Pass):
            return here.chance(live_copies(view), view.stock_count)
        return _best_discard(view, _after(here, move, card), None)[0]

    return max(offered(question.choices), key=worth)


def _after(hand: Hand, move: Move, card: int) -> Hand:
    match move:
        case Chan():
            return hand.after_chan(card)
        case Chiu():
            return hand.after_chiu(card)
        case Ca(partner):
            return hand.after_ca(partner)
        case _:
            raise AssertionError(move)


def _best_discard(view: View, hand: Hand, cards: Sequence[int] | None) -> tuple[float, int]:
    """The chance that the best discard leaves, and that discard; among the unpaired where none are named."""
    live = live_copies(view)
    safe = _safe_from_next(view)
    best = (-1.0, -1)
    among: Iterable[int] = cards if cards is not None else [k for k, copies in enumerate(hand.copies) if copies % 2]
    for kind in among:
        worth = hand.after_discard(kind).chance(live, view.stock_count)
        if kind not in safe:
            worth -= _FEEDING * live[kind]
        best = max(best, (worth, kind))
    return best


def _safe_from_next(view: View) -> frozenset[int]:
    """What the next seat may not capture any more: discarding it is safe."""
    following = view.seats[(view.audience + 1) % _SEATS]
    return frozenset((*following.discarded, *following.shed))
