"""From one turn to the next, and how a hand ends in between."""

from __future__ import annotations

from mypy_extensions import i64

from services.tonk.rules.events import Log, TurnStarted
from services.tonk.rules.options import HitBlocksKnock
from services.tonk.rules.results import Reason
from services.tonk.rules.settlement import end_hand
from services.tonk.rules.spreads import points
from services.tonk.rules.state import NOTHING, TURN_START, State, next_seat, stock_count, top_discard

__all__ = ["block_owner", "close_turn", "end_by_knock", "shown_top", "start_turn"]


def shown_top(state: State) -> int | None:
    """The card on top of the discard pile, or None."""
    top: i64 = top_discard(state)
    if top == NOTHING:
        return None
    return top


def start_turn(state: State, before: i64, log: Log) -> None:
    """Gives the seat after `before` its turn."""
    state.turn = next_seat(state, before)
    state.phase = TURN_START
    state.source = 0
    state.card = NOTHING
    state.laid = 0
    state.melded = 0
    if log is not None:
        log.append(
            TurnStarted(
                state.turn,
                state.turns,
                stock_count(state),
                shown_top(state),
                len(state.pile),
                tuple(state.blocks),
                state.idle,
                state.version,
            )
        )


def close_turn(state: State, log: Log) -> None:
    """After the discard: out, stall, or the next seat's turn (TONK-40, 48, 54)."""
    seat: i64 = state.turn
    state.turns += 1
    if state.blocks[seat]:
        state.blocks[seat] -= 1
    if state.source == 2 and not state.melded:
        state.idle += 1
    else:
        state.idle = 0
    if not state.hands[seat]:
        end_hand(state, Reason.OUT, log)
        return
    limit: i64 = state.options.stall_rounds
    if state.idle >= limit * len(state.order):
        end_hand(state, Reason.STALL, log)
        return
    start_turn(state, seat, log)


def block_owner(state: State, owner: i64) -> None:
    """Somebody hit this seat's spread (TONK-48)."""
    if owner == state.turn or state.options.hit_blocks_knock == HitBlocksKnock.NONE:
        return
    if state.options.hit_blocks_knock == HitBlocksKnock.ONE_TURN:
        state.blocks[owner] = 1
    else:
        state.blocks[owner] += 1


def end_by_knock(state: State, log: Log) -> None:
    """Stops the play and compares the counts (TONK-43 to 45)."""
    knocker: i64 = state.turn
    own: i64 = points(state.hands[knocker])
    caught = False
    for seat in state.order:
        if seat != knocker and points(state.hands[seat]) <= own:
            caught = True
    end_hand(state, Reason.KNOCK_CAUGHT if caught else Reason.KNOCK_WON, log)
