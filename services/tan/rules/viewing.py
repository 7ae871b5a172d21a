"""What an audience may know of a state, and of an event. Both deny by default.

A view is put together from what is public and what the audience owns; nothing is copied from the state
and then removed.
"""

from __future__ import annotations

from typing import Final, assert_never

from mypy_extensions import i64

from services.core.cards import JOKERS, count, display
from services.core.game import Hidden
from services.tan.rules.events import (
    PHASES,
    AttackStopped,
    CardsDrawn,
    Event,
    HandDealt,
    LeadSkipped,
    RoundEnded,
    RoundStarted,
    SeatBusted,
    SeatOut,
    SetEnded,
    SetStarted,
    StallWarning,
    TableDiscarded,
    TableTaken,
    TributePaid,
    TributeReturned,
    TributeSkipped,
    TurnChanged,
    WaveAttacked,
    WaveDefended,
)
from services.tan.rules.settlement import set_result
from services.tan.rules.state import (
    NOBODY,
    SET_OVER,
    State,
    attack_of,
    defence_of,
    seat_of,
    stock_count,
    wave_of,
)
from services.tan.rules.turns import may_stop, wave_limit
from services.tan.rules.views import Pair, SeatStatus, SeatView, Tribute, View, Wave

__all__ = ["show", "view"]

_ACTIVE: Final = SeatStatus.ACTIVE
_OUT: Final = SeatStatus.OUT
_BUSTED: Final = SeatStatus.BUSTED


def view(state: State, audience: int) -> View:
    """All that one seat, or the spectators, may know."""
    result = set_result(state) if state.phase == SET_OVER else None
    secret: i64 = 0
    seats: list[SeatView] = []
    for seat in range(state.seats):
        secret |= _secret(state, audience, seat)
        seats.append(_seat_view(state, audience, seat))
    own: i64 = state.hands[audience] if 0 <= audience < state.seats else 0
    return View(
        audience=audience,
        options=state.options,
        set_no=state.set_no,
        royal=state.royal,
        leader=state.leader,
        phase=PHASES[state.phase],
        version=state.version,
        round_no=state.round_no,
        wave_no=state.wave_no,
        quiet=state.quiet,
        main=state.main,
        defender=state.defender,
        order=tuple(state.order),
        right=state.right,
        turn=state.turn,
        limit=wave_limit(state),
        can_stop=may_stop(state),
        hand=display(own, state.royal),
        seats=tuple(seats),
        table=_waves(state),
        stock_count=stock_count(state),
        discard_count=count(state.discard),
        gone=display(_gone(state), state.royal),
        dry=tuple(state.dry),
        tribute=_tribute(state),
        secret=display(secret, state.royal),
        totals=state.totals if result is None else result.totals,
        result=result,
    )


def _secret(state: State, audience: i64, seat: i64) -> i64:
    """Cards of `seat` that the tribute showed to this audience alone (TAN-70)."""
    place: i64 = state.hands[seat] | state.aside[seat]
    found: i64 = 0
    if audience == state.king and seat == state.payer:
        found = state.given & place
    elif audience == state.payer and seat == state.king:
        found = state.kept & place
    return found & ~state.known[seat]


def _seat_view(state: State, audience: i64, seat: i64) -> SeatView:
    secret: i64 = _secret(state, audience, seat)
    named: i64 = state.known[seat] | secret
    own = audience == seat
    held: i64 = 0 if own else state.held[seat] - count(secret & JOKERS)
    return SeatView(
        status=_status(state, seat),
        rank=state.ranks[seat],
        hand_count=count(state.hands[seat]),
        known=display(state.hands[seat] & named, state.royal),
        aside_count=count(state.aside[seat]),
        aside_known=display(state.aside[seat] if own else state.aside[seat] & named, state.royal),
        jokers_held=max(0, held),
    )


def _status(state: State, seat: i64) -> SeatStatus:
    if not state.ranks[seat]:
        return _ACTIVE
    return _BUSTED if (state.busted >> seat) & 1 else _OUT


def _gone(state: State) -> i64:
    """The discard pile and the known part of busted hands (TAN-68)."""
    gone: i64 = state.discard
    for seat in range(state.seats):
        gone |= state.aside[seat] & state.known[seat]
    return gone


def _tribute(state: State) -> Tribute | None:
    if state.king == NOBODY:
        return None
    return Tribute(state.payer, state.king, None if state.tribute == NOBODY else state.tribute)


def _waves(state: State) -> tuple[Wave, ...]:
    waves: list[Wave] = []
    pairs: list[Pair] = []
    last: i64 = len(state.table) - 1
    for place in range(last + 1):
        packed: i64 = state.table[place]
        answer: i64 = defence_of(packed)
        pairs.append(Pair(attack_of(packed), None if answer == NOBODY else answer))
        if place == last or wave_of(state.table[place + 1]) != wave_of(packed):
            waves.append(Wave(wave_of(packed), seat_of(packed), tuple(pairs)))
            pairs = []
    return tuple(waves)


def show(event: Event, audience: int) -> Event | None:
    """The event as an audience may see it."""
    match event:
        case HandDealt(counts, stock, hands):
            shown = [hands[seat] if seat == audience else Hidden() for seat in range(len(hands))]
            return HandDealt(counts, stock, tuple(shown))
        case TributeReturned(king, payer, _):
            return event if audience in (king, payer) else TributeReturned(king, payer, Hidden())
        case CardsDrawn(seat, number, hand_count, stock_left, _):
            if seat == audience:
                return event
            return CardsDrawn(seat, number, hand_count, stock_left, Hidden())
        case (
            SetStarted()
            | TributePaid()
            | TributeSkipped()
            | RoundStarted()
            | TurnChanged()
            | WaveAttacked()
            | WaveDefended()
            | AttackStopped()
            | TableTaken()
            | TableDiscarded()
            | SeatOut()
            | SeatBusted()
            | RoundEnded()
            | LeadSkipped()
            | StallWarning()
            | SetEnded()
        ):
            return event
        case _:
            assert_never(event)
