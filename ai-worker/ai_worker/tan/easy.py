"""The level `easy`: sane moves, weighed by their price and drawn by lot, so that it errs as people do.

It never plays what a person would call a blunder: it goes out when it can, does not take into a bust, keeps royal
cards while a normal one does, and thinks of no card but those in front of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar, assert_never

from ai_worker.strategy import Budget, Rung, Thought
from ai_worker.tan.answers import TanQuestion
from services.core.cards import rank_of, suit_of
from services.core.chance import SearchRandom
from services.tan.rules import (
    Attack,
    AttackChoices,
    Defend,
    DefendChoices,
    Move,
    Pending,
    ReturnChoices,
    ReturnTribute,
    Stop,
    Take,
    View,
)

__all__ = ["easy"]

T = TypeVar("T")

_ROYAL: Final = 16
_JOKER: Final = 48
_FIRST_JOKER: Final = 52
_HALVES_EVERY: Final = 2
"""A move that costs so much more is half as likely."""
_MAX_HALVINGS: Final = 12
_STOP_PRICE: Final = 9
_TAKE_PRICE: Final = 30


def easy(question: TanQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """A sane move by lot."""
    del budget
    rng = SearchRandom(seed)
    match question.choices:
        case AttackChoices() as choices:
            move = _attack(question.view, choices, rng)
        case DefendChoices() as choices:
            move = _defend(question.view, choices, rng)
        case ReturnChoices(cards):
            move = ReturnTribute(_drawn([(_price(question.view, card), card) for card in cards], rng))
        case _:
            assert_never(question.choices)
    return Thought(move, Rung.HEURISTIC)


def _price(view: View, card: int) -> int:
    if card >= _FIRST_JOKER:
        return _JOKER
    return rank_of(card) + (_ROYAL if suit_of(card) == view.royal else 0)


def _drawn(offers: Sequence[tuple[int, T]], rng: SearchRandom) -> T:
    """One of the (price, thing) offers, the likelier the cheaper."""
    cheapest = min(price for price, _ in offers)
    weights = [1 << (_MAX_HALVINGS - min(_MAX_HALVINGS, (price - cheapest) // _HALVES_EVERY)) for price, _ in offers]
    left = rng.below(sum(weights))
    for (_, thing), weight in zip(offers, weights, strict=True):
        if left < weight:
            return thing
        left -= weight
    return offers[0][1]


def _attack(view: View, choices: AttackChoices, rng: SearchRandom) -> Move:
    if _goes_out(view, choices):
        return Attack(tuple(sorted(choices.fitting)))
    offers: list[tuple[int, Move]] = [
        (_price(view, card), Attack(tuple(sorted(_company(view, choices, card, rng))))) for card in choices.fitting
    ]
    if choices.may_stop and not choices.one_rank:
        offers.append((_STOP_PRICE, Stop()))
    return _drawn(offers, rng) if offers else Stop()


def _goes_out(view: View, choices: AttackChoices) -> bool:
    ranks = {rank_of(card) for card in choices.fitting}
    return len(choices.fitting) == len(view.hand) <= choices.limit and not (choices.one_rank and len(ranks) > 1)


def _company(view: View, choices: AttackChoices, card: int, rng: SearchRandom) -> list[int]:
    """The card, and each other one of its rank that costs no more, as a coin says."""
    others = [
        other
        for other in choices.fitting
        if other != card and rank_of(other) == rank_of(card) and _price(view, other) <= _price(view, card)
    ]
    return [card, *(other for other in others if rng.below(2))][: choices.limit]


def _defend(view: View, choices: DefendChoices, rng: SearchRandom) -> Move:
    pairs = _cover(view, choices.pending, rng) if choices.complete else []
    if not pairs:
        return Take()
    price = max(_price(view, answer) for _, answer in pairs)
    if len(pairs) == len(view.hand) or _taking_busts(view):
        return Defend(tuple(sorted(pairs)))
    offers: list[tuple[int, Move]] = [(price, Defend(tuple(sorted(pairs)))), (_TAKE_PRICE, Take())]
    return _drawn(offers, rng)


def _cover(view: View, pending: Sequence[Pending], rng: SearchRandom) -> list[tuple[int, int]]:
    """A defence, the card with the fewest answers first; empty if the lot led nowhere."""
    pairs: list[tuple[int, int]] = []
    for each in sorted(pending, key=lambda open_card: (len(open_card.beaters), -open_card.attack)):
        used = {answer for _, answer in pairs}
        free = [(_price(view, card), card) for card in each.beaters if card not in used]
        if not free:
            return []
        pairs.append((each.attack, _drawn(free, rng)))
    return pairs


def _taking_busts(view: View) -> bool:
    limit = view.options.hand_limit
    on_table = sum(1 if pair.defence is None else 2 for wave in view.table for pair in wave.pairs)
    return limit is not None and len(view.hand) + on_table >= limit
