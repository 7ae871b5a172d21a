"""A state as bytes and back: fixed little-endian fields, then arrays with their lengths."""

from __future__ import annotations

from typing import Final

from services.core.packing import Reader, Writer
from services.tonk.rules.options import Options
from services.tonk.rules.state import State

__all__ = ["pack", "unpack"]

_FORMAT: Final = 1
_SMALL: Final = 1
_WIDE: Final = 8


def pack(state: State) -> bytes:
    """The state as some two hundred bytes, without its options."""
    out = Writer()
    out.number(_FORMAT, _SMALL)
    for small in (state.seats, state.dealer, state.phase, state.turn, state.drawn, state.source):
        out.number(small, _SMALL)
    for small in (state.card, state.laid, state.melded, state.reason, state.closer, state.begun):
        out.number(small, _SMALL)
    for wide in (state.hand_no, state.hands_done, state.version, state.turns, state.idle, state.chosen):
        out.number(wide, _WIDE)
    for array in (state.order, state.stock, state.pile, state.blocks, state.owners):
        out.array(array, _SMALL)
    for masks in (state.hands, state.known, state.put, state.spreads):
        out.array(masks, _WIDE)
    for chips in state.bankrolls:
        out.number(chips, _WIDE)
    return bytes(out.bytes)


def unpack(options: Options, packed: bytes) -> State:
    """The state that `pack` wrote, with the options of its table. Raises ValueError for anything else."""
    source = Reader(packed)
    if source.number(_SMALL) != _FORMAT:
        raise ValueError("not a packed Tonk state")
    state = State(options, source.number(_SMALL))
    _unpack_numbers(state, source)
    state.order = source.array(_SMALL)
    state.stock = source.array(_SMALL)
    state.pile = source.array(_SMALL)
    state.blocks = source.array(_SMALL)
    state.owners = source.array(_SMALL)
    state.hands = source.array(_WIDE)
    state.known = source.array(_WIDE)
    state.put = source.array(_WIDE)
    state.spreads = source.array(_WIDE)
    state.bankrolls = tuple([source.number(_WIDE) for _ in range(state.seats)])
    if not source.is_at_end():
        raise ValueError("a packed Tonk state with bytes left over")
    return state


def _unpack_numbers(state: State, source: Reader) -> None:
    state.dealer = source.number(_SMALL)
    state.phase = source.number(_SMALL)
    state.turn = source.number(_SMALL)
    state.drawn = source.number(_SMALL)
    state.source = source.number(_SMALL)
    state.card = source.number(_SMALL)
    state.laid = source.number(_SMALL)
    state.melded = source.number(_SMALL)
    state.reason = source.number(_SMALL)
    state.closer = source.number(_SMALL)
    state.begun = source.number(_SMALL)
    state.hand_no = source.number(_WIDE)
    state.hands_done = source.number(_WIDE)
    state.version = source.number(_WIDE)
    state.turns = source.number(_WIDE)
    state.idle = source.number(_WIDE)
    state.chosen = source.number(_WIDE)
