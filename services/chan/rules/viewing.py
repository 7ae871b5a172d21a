"""What an audience may know of a state, and of an event. Both deny by default.

A view is put together from what is public and what the audience owns; nothing is copied from the state and then
removed. Who could claim, who was asked and who declined is in no view but the seat's own.
"""

from __future__ import annotations

from typing import assert_never

from mypy_extensions import i64

from services.chan.rules.cuoc import hand_result
from services.chan.rules.events import (
    FORMS,
    ORIGINS,
    STAGES,
    Captured,
    Chiued,
    Claim,
    Claimed,
    DeadHand,
    Decision,
    Discarded,
    Event,
    HandEnded,
    HandStarted,
    Passed,
    Stage,
    StockRevealed,
)
from services.chan.rules.kinds import has_ca
from services.chan.rules.state import (
    CLAIMS,
    HEAVEN,
    NOBODY,
    OVER,
    SEATS,
    State,
    hand_size,
    kinds_of,
    stock_count,
)
from services.chan.rules.views import DoorCard, LiveCard, Meld, SeatView, View
from services.chan.rules.winning import waits
from services.core.cards import cards_of
from services.core.game import Hidden

__all__ = ["show", "view"]


def view(state: State, audience: int) -> View:
    """All that one seat, or the spectators, may know."""
    result = hand_result(state) if state.stage == OVER else None
    is_seat = 0 <= audience < SEATS
    return View(
        audience=audience,
        options=state.options,
        hand_no=state.hand_no,
        dealer=state.dealer,
        stage=_stage(state, audience),
        turn=state.turn,
        seat=state.seat,
        live=_live(state),
        entitled=state.entitled,
        return_door=state.return_door,
        hand=kinds_of(state.hands, audience) if is_seat else (),
        locked=cards_of(state.locked[audience]) if is_seat else (),
        waits=cards_of(waits(state, audience)) if is_seat else (),
        claim=_claim(state, audience) if is_seat else None,
        seats=tuple([_seat_view(state, seat) for seat in range(SEATS)]),
        melds=tuple([_meld(entry) for entry in state.melds]),
        doors=tuple([_door_card(entry) for entry in state.doors]),
        stock_count=stock_count(state),
        totals=state.totals if result is None else result.totals,
        result=result,
    )


def _stage(state: State, audience: int) -> Stage:
    if state.stage == HEAVEN and audience != state.dealer:
        return Stage.DISCARD
    return STAGES[state.stage]


def _live(state: State) -> LiveCard | None:
    if state.live == NOBODY:
        return None
    return LiveCard(state.live, state.door, ORIGINS[state.origin], state.publisher)


def _claim(state: State, audience: i64) -> Claim | None:
    said: i64 = state.claims[audience]
    return Claim(said) if state.stage == CLAIMS and said else None


def _seat_view(state: State, seat: i64) -> SeatView:
    return SeatView(
        hand_count=hand_size(state, seat),
        discarded=cards_of(state.discarded[seat]),
        shed=cards_of(state.shed[seat]),
        has_ca=((state.ca_seats >> seat) & 1) != 0,
        broke_ca=has_ca(state.discarded[seat]),
        is_dead=seat == state.dead,
    )


def _meld(entry: i64) -> Meld:
    return Meld(
        seat=(entry >> 2) & 3,
        form=FORMS[entry & 3],
        taken=(entry >> 4) & 31,
        given=(entry >> 9) & 31,
        door=(entry >> 14) & 3,
        origin=ORIGINS[(entry >> 16) & 3],
    )


def _door_card(entry: i64) -> DoorCard:
    return DoorCard(entry & 31, (entry >> 5) & 3, (entry >> 7) & 3, ORIGINS[(entry >> 9) & 3])


def show(event: Event, audience: int) -> Event | None:
    """The event as an audience may see it."""
    match event:
        case HandStarted(hand_no, dealer, counts, stock, house, hands):
            shown = [hands[seat] if seat == audience else Hidden() for seat in range(len(hands))]
            return HandStarted(hand_no, dealer, counts, stock, house, tuple(shown))
        case Decision(seat, stage):
            if stage == Stage.HEAVEN and seat != audience:
                return Decision(seat, Stage.DISCARD)
            return event
        case Claimed(seat, _):
            return event if seat == audience else None
        case Passed(seat, card, step, _):
            return event if seat == audience else Passed(seat, card, step, Hidden())
        case Discarded() | StockRevealed() | Captured() | Chiued() | DeadHand() | HandEnded():
            return event
        case _:
            assert_never(event)
