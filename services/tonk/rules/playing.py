"""Whole moves: checked in the rulebook's order, then made step by step like the search makes them."""

from __future__ import annotations

from typing import assert_never

from librt.vecs import vec
from mypy_extensions import i64

from services.core.cards import cards_of, count, one
from services.core.game import IllegalMove
from services.tonk.rules.events import Event
from services.tonk.rules.legality import refusal
from services.tonk.rules.moves import Decline, Discard, Draw, Hit, Knock, Move, Source, Spread
from services.tonk.rules.spreads import all_spreads, in_order, order_key, points, points_of
from services.tonk.rules.state import TURN_START, State, stock_count
from services.tonk.rules.stepping import (
    CLOSE,
    DECLINE,
    DRAW_DISCARD,
    DRAW_STOCK,
    KNOCK,
    SPREAD,
    discards,
    hit_step,
    make_step,
    must_spread,
)

__all__ = ["default_move", "play", "steps_of"]


def play(state: State, seat: int, move: Move) -> list[Event]:
    """Makes a move and tells what happened. Raises IllegalMove and changes nothing if it is refused."""
    code = refusal(state, seat, move)
    if code is not None:
        raise IllegalMove(code.value)
    log: list[Event] = []
    for bit in steps_of(state, move):
        make_step(state, bit, log)
    return log


def steps_of(state: State, move: Move) -> list[int]:
    """The steps of a legal move, in the only order in which `steps` allows them."""
    match move:
        case Knock():
            return [KNOCK]
        case Decline():
            return [DECLINE]
        case Draw(source):
            return [DRAW_DISCARD if source == Source.DISCARD else DRAW_STOCK]
        case Spread(cards):
            return [SPREAD, *sorted(cards), CLOSE]
        case Hit(card, spread):
            opened: int = hit_step(state.spreads[spread - 1], card)
            return [opened, card]
        case Discard(card):
            return [card]
        case _:
            assert_never(move)


def default_move(state: State, seat: int) -> Move:
    """What the clock plays next for the seat to act (TONK-62)."""
    assert seat == state.turn, "nobody asked this seat"
    if state.phase == TURN_START:
        return Draw(Source.STOCK) if stock_count(state) else Decline()
    if must_spread(state):
        return Spread(tuple(sorted(cards_of(_dearest_spread(state.hands[state.turn])))))
    legal: i64 = discards(state)
    if one(state.card) & legal:
        return Discard(state.card)
    return Discard(max(cards_of(legal), key=lambda card: (points_of(card), order_key(card))))


def _dearest_spread(hand: i64) -> i64:
    """The spread with most points, then most cards, then the first in canonical order; never a group of aces."""
    spreads: vec[i64] = all_spreads(hand)
    best: i64 = 0
    for spread in spreads:
        if points(spread) == count(spread):
            continue  # aces alone count one a card
        if not best or _rank(spread) < _rank(best):
            best = spread
    return best


def _rank(spread: i64) -> tuple[int, int, list[int]]:
    return -points(spread), -count(spread), [order_key(card) for card in in_order(spread)]
