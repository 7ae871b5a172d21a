"""A state as bytes and back: fixed little-endian fields, then arrays with their lengths."""

from __future__ import annotations

from typing import Final

from services.chan.rules.options import Options
from services.chan.rules.state import SEATS, State, tally
from services.core.packing import Reader, Writer

__all__ = ["pack", "unpack"]

_FORMAT: Final = 1
_SMALL: Final = 1
_SHORT: Final = 2
_MASK: Final = 4
_WIDE: Final = 8


def pack(state: State) -> bytes:
    """The state as a few hundred bytes, without its options."""
    out = Writer()
    out.number(_FORMAT, _SMALL)
    for small in (state.hand_no, state.dealer, state.stage, state.seat, state.live, state.door, state.origin):
        out.number(small, _SMALL)
    for small in (state.publisher, state.entitled, state.return_door, state.dead, state.winner):
        out.number(small, _SMALL)
    for small in (state.winners, state.chiu_seat, state.drawn):
        out.number(small, _SMALL)
    out.number(state.version, _SHORT)
    out.number(state.turn, _SHORT)
    for total in state.totals:
        out.number(total, _WIDE)
    out.array(state.stock, _SMALL)
    out.array(state.claims, _SMALL)
    out.array(state.doors, _SHORT)
    for masks in (state.melds, state.hands, state.opening, state.discarded, state.shed, state.locked):
        out.array(masks, _MASK)
    return bytes(out.bytes)


def unpack(options: Options, packed: bytes) -> State:
    """The state that `pack` wrote, with the options of its table. Raises ValueError for anything else."""
    source = Reader(packed)
    if source.number(_SMALL) != _FORMAT:
        raise ValueError("not a packed Chắn state")
    state = State(options)
    _unpack_small(state, source)
    state.version = source.number(_SHORT)
    state.turn = source.number(_SHORT)
    state.totals = tuple([source.number(_WIDE) for _ in range(SEATS)])
    state.stock = source.array(_SMALL)
    state.claims = source.array(_SMALL)
    state.doors = source.array(_SHORT)
    state.melds = source.array(_MASK)
    state.hands = source.array(_MASK)
    state.opening = source.array(_MASK)
    state.discarded = source.array(_MASK)
    state.shed = source.array(_MASK)
    state.locked = source.array(_MASK)
    tally(state)
    if not source.is_at_end():
        raise ValueError("a packed Chắn state with bytes left over")
    return state


def _unpack_small(state: State, source: Reader) -> None:
    state.hand_no = source.number(_SMALL)
    state.dealer = source.number(_SMALL)
    state.stage = source.number(_SMALL)
    state.seat = source.number(_SMALL)
    state.live = source.number(_SMALL)
    state.door = source.number(_SMALL)
    state.origin = source.number(_SMALL)
    state.publisher = source.number(_SMALL)
    state.entitled = source.number(_SMALL)
    state.return_door = source.number(_SMALL)
    state.dead = source.number(_SMALL)
    state.winner = source.number(_SMALL)
    state.winners = source.number(_SMALL)
    state.chiu_seat = source.number(_SMALL)
    state.drawn = source.number(_SMALL)
