"""A cheap, sensible player: lowest normal cards first, the cheapest defence, royal cards late (section 7.3).

It sees a view and a prompt's choices, nothing else, and the same ones give the same move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from mypy_extensions import i64

from services.core.cards import JOKERS, one, rank_of, ranks_of, suit_mask
from services.tan.rules.choices import (
    AttackChoices,
    Choices,
    DefendChoices,
    Pending,
    ReturnChoices,
)
from services.tan.rules.moves import Attack, Defend, Move, ReturnTribute, Stop, Take
from services.tan.rules.views import View

__all__ = ["policy"]

_ROYAL_COST: Final = 16
_JOKER_COST: Final = 48
_NEW_RANK_COST: Final = 1
_HIGH_NORMAL: Final = 10
_LATE_STOCK: Final = 4
_SMALL_HAND: Final = 8


def policy(view: View, seat: int, choices: Choices) -> Move:
    """A legal answer to a prompt, from the view of the seat that is asked."""
    match choices:
        case AttackChoices():
            return _attack(view, choices)
        case DefendChoices():
            return _defend(view, choices)
        case ReturnChoices(cards):
            return ReturnTribute(min(cards, key=lambda card: (_cost(view, card), card)))
        case _:
            assert_never(choices)


def _cost(view: View, card: int) -> int:
    """What a card is worth to its holder: its rank, much more for a royal card, most for a joker."""
    bit: i64 = one(card)
    if bit & JOKERS:
        return _JOKER_COST
    rank: int = rank_of(card)
    return rank + _ROYAL_COST if bit & suit_mask(view.royal) else rank


def _is_late(view: View) -> bool:
    return view.stock_count <= _LATE_STOCK


def _attack(view: View, choices: AttackChoices) -> Move:
    if not choices.fitting:
        return Stop()
    return _open(view, choices) if choices.one_rank else _press(view, choices)


def _open(view: View, choices: AttackChoices) -> Move:
    """The cheapest rank, a pair of it rather than a single card, royal cards only when it is late."""
    best: tuple[int, ...] = ()
    best_price = 0
    for first in choices.fitting:
        wave = _wave_of_rank(view, choices, first)
        price = 2 * max([_cost(view, card) for card in wave]) - 3 * len(wave)
        if not best or price < best_price:
            best, best_price = wave, price
    return Attack(tuple(sorted(best)))


def _wave_of_rank(view: View, choices: AttackChoices, first: int) -> tuple[int, ...]:
    same = [card for card in choices.fitting if rank_of(card) == rank_of(first)]
    cheap = [card for card in same if _is_spendable(view, card)]
    return tuple(cheap[: choices.limit]) if cheap else (first,)


def _is_spendable(view: View, card: int) -> bool:
    return _is_late(view) or _cost(view, card) < _ROYAL_COST


def _press(view: View, choices: AttackChoices) -> Move:
    """Adds cheap fitting cards; all that fit when that empties the hand."""
    if len(choices.fitting) == len(view.hand) <= choices.limit:
        return Attack(tuple(sorted(choices.fitting)))
    bound = _ROYAL_COST + _HIGH_NORMAL if _is_late(view) else _HIGH_NORMAL
    cheap = [card for card in choices.fitting if _cost(view, card) < bound]
    if not cheap:
        return Stop()
    return Attack(tuple(sorted(cheap[: choices.limit])))


def _defend(view: View, choices: DefendChoices) -> Move:
    if not choices.complete:
        return Take()
    pairs = _cheapest_defence(view, choices.pending)
    if not pairs:
        return Take()
    if len(pairs) < len(view.hand) and _is_too_dear(view, pairs):
        return Take()
    return Defend(tuple(sorted(pairs)))


def _cheapest_defence(view: View, pending: Sequence[Pending]) -> list[tuple[int, int]]:
    """Covers the card with the fewest answers first, each with its cheapest; empty if that leads nowhere."""
    on_table = _ranks_on_table(view)
    used: i64 = 0
    pairs: list[tuple[int, int]] = []
    open_cards = sorted(pending, key=lambda each: (len(each.beaters), -each.attack))
    for each in open_cards:
        free = [card for card in each.beaters if not one(card) & used]
        if not free:
            return []
        answer = min(free, key=lambda card: (_answer_cost(view, card, on_table), card))
        used |= one(answer)
        pairs.append((each.attack, answer))
    return pairs


def _answer_cost(view: View, card: int, on_table: i64) -> int:
    opens = 0 if one(card) & on_table else _NEW_RANK_COST
    return 2 * _cost(view, card) + opens


def _ranks_on_table(view: View) -> i64:
    table: i64 = 0
    for wave in view.table:
        for pair in wave.pairs:
            table |= one(pair.attack)
            if pair.defence is not None:
                table |= one(pair.defence)
    return ranks_of(table)


def _is_too_dear(view: View, pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether taking is better: a high royal card or a joker would go while many cards remain."""
    if _is_late(view) or _taking_busts(view):
        return False
    dearest = max([_cost(view, answer) for _, answer in pairs])
    return dearest >= _ROYAL_COST + _HIGH_NORMAL and len(view.hand) <= _SMALL_HAND


def _taking_busts(view: View) -> bool:
    limit = view.options.hand_limit
    if limit is None:
        return False
    cards = len(view.hand)
    for wave in view.table:
        for pair in wave.pairs:
            cards += 1 if pair.defence is None else 2
    return cards >= limit
