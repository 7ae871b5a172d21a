"""What an audience may know of a state, and of an event. Both deny by default.

A view is put together from what is public and what the audience owns; nothing is copied from the state
and then removed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from mypy_extensions import i64

from services.core.cards import count, one
from services.core.game import Hidden
from services.tonk.rules.events import (
    CardsDealt,
    DealerDrawn,
    Declined,
    Discarded,
    Drawn,
    Event,
    HandEnded,
    HandStarted,
    InitialTonk,
    Kind,
    Knocked,
    Phase,
    SeatLeft,
    SeatShort,
    Settled,
    SpreadHit,
    SpreadLaid,
    TurnStarted,
    UpcardTurned,
)
from services.tonk.rules.moves import Source
from services.tonk.rules.settlement import hand_result
from services.tonk.rules.spreads import in_order, is_book
from services.tonk.rules.state import HAND_OVER, NOTHING, State, stock_count
from services.tonk.rules.turns import shown_top
from services.tonk.rules.views import Laid, Memory, SeatView, SpreadView, View

__all__ = ["recall", "show", "view"]

_FROM_DISCARD = 2


def view(state: State, audience: int) -> View:
    """All that one seat, or the spectators, may look up."""
    result = hand_result(state) if state.phase == HAND_OVER else None
    own: i64 = state.hands[audience] if 0 <= audience < state.seats else 0
    return View(
        audience=audience,
        options=state.options,
        hand_no=state.hand_no,
        hands_done=state.hands_done,
        dealer=state.dealer,
        order=tuple(state.order),
        phase=Phase(state.phase),
        turn=state.turn,
        version=state.version,
        turns=state.turns,
        idle=state.idle,
        hand=in_order(own),
        seats=tuple([SeatView(count(state.hands[seat]), state.blocks[seat]) for seat in range(state.seats)]),
        spreads=tuple([_spread_view(state, place) for place in range(len(state.spreads))]),
        top=shown_top(state),
        discard_count=len(state.pile),
        stock_count=stock_count(state),
        source=Source(state.source),
        drawn=_drawn(state, audience),
        has_laid=state.laid != 0,
        has_melded=state.melded != 0,
        bankrolls=state.bankrolls if result is None else result.settlement.bankrolls,
        result=result,
        memory=None,
    )


def recall(state: State, audience: int) -> View:
    """The view with what earlier updates told: every discard, and every card that was taken from the pile."""
    known = tuple([in_order(cards) for cards in state.known])
    return replace(view(state, audience), memory=Memory(tuple(state.pile), known))


def _drawn(state: State, audience: int) -> int | None:
    if state.card == NOTHING:
        return None
    drawer: i64 = state.closer if state.phase == HAND_OVER else state.turn
    if state.source == _FROM_DISCARD or drawer == audience:
        return state.card
    return None


def _spread_view(state: State, place: i64) -> SpreadView:
    mask: i64 = state.spreads[place]
    laid = [Laid(card, _who_put(state, card)) for card in in_order(mask)]
    return SpreadView(place + 1, state.owners[place], Kind.BOOK if is_book(mask) else Kind.RUN, tuple(laid))


def _who_put(state: State, card: i64) -> int:
    seat: i64 = 0
    while not state.put[seat] & one(card):
        seat += 1
    return seat


def show(event: Event, audience: int) -> Event | None:
    """The event as an audience may see it."""
    match event:
        case CardsDealt(counts, stock, hands):
            shown = [hands[seat] if seat == audience else Hidden() for seat in range(len(hands))]
            return CardsDealt(counts, stock, tuple(shown))
        case Drawn(seat, source, _, hand_count, stock_left, top, discard_count):
            if source == Source.DISCARD or seat == audience:
                return event
            return Drawn(seat, source, Hidden(), hand_count, stock_left, top, discard_count)
        case (
            DealerDrawn()
            | SeatShort()
            | SeatLeft()
            | HandStarted()
            | UpcardTurned()
            | InitialTonk()
            | TurnStarted()
            | SpreadLaid()
            | SpreadHit()
            | Discarded()
            | Knocked()
            | Declined()
            | HandEnded()
            | Settled()
        ):
            return event
        case _:
            assert_never(event)
