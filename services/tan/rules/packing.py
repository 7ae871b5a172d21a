"""A state as bytes and back: fixed little-endian fields, then arrays with their lengths."""

from __future__ import annotations

from typing import Final

from services.core.packing import Reader, Writer
from services.tan.rules.options import Options
from services.tan.rules.state import State

__all__ = ["pack", "unpack"]

_FORMAT: Final = 1
_SMALL: Final = 1
_WIDE: Final = 8


def pack(state: State) -> bytes:
    """The state as a few hundred bytes, without its options."""
    out = Writer()
    out.number(_FORMAT, _SMALL)
    _pack_small(state, out)
    for wide in (state.version, state.round_no, state.discard, state.pending, state.on_table):
        out.number(wide, _WIDE)
    for wide in (state.wave, state.given, state.kept):
        out.number(wide, _WIDE)
    for small in (state.order, state.dry, state.stock, state.ranks, state.held):
        out.array(small, _SMALL)
    for large in (state.hands, state.known, state.aside):
        out.array(large, _WIDE)
    out.array(state.table, 4)
    for total in state.totals:
        out.number(total, _WIDE)
    return bytes(out.bytes)


def _pack_small(state: State, out: Writer) -> None:
    for value in (state.seats, state.set_no, state.royal, state.leader, state.phase):
        out.number(value, _SMALL)
    for value in (state.wave_no, state.main, state.defender, state.right, state.turn):
        out.number(value, _SMALL)
    for value in (state.active, state.busted, state.drawn, state.king, state.payer):
        out.number(value, _SMALL)
    for value in (state.tribute, state.reason):
        out.number(value, _SMALL)
    out.number(state.quiet, 2)


def unpack(options: Options, packed: bytes) -> State:
    """The state that `pack` wrote, with the options of its table. Raises ValueError for anything else."""
    source = Reader(packed)
    if source.number(_SMALL) != _FORMAT:
        raise ValueError("not a packed Tấn state")
    state = State(options, source.number(_SMALL))
    _unpack_small(state, source)
    state.version = source.number(_WIDE)
    state.round_no = source.number(_WIDE)
    state.discard = source.number(_WIDE)
    state.pending = source.number(_WIDE)
    state.on_table = source.number(_WIDE)
    state.wave = source.number(_WIDE)
    state.given = source.number(_WIDE)
    state.kept = source.number(_WIDE)
    state.order = source.array(_SMALL)
    state.dry = source.array(_SMALL)
    state.stock = source.array(_SMALL)
    state.ranks = source.array(_SMALL)
    state.held = source.array(_SMALL)
    state.hands = source.array(_WIDE)
    state.known = source.array(_WIDE)
    state.aside = source.array(_WIDE)
    state.table = source.array(4)
    state.totals = tuple([source.number(_WIDE) for _ in range(state.seats)])
    if not source.is_at_end():
        raise ValueError("a packed Tấn state with bytes left over")
    return state


def _unpack_small(state: State, source: Reader) -> None:
    state.set_no = source.number(_SMALL)
    state.royal = source.number(_SMALL)
    state.leader = source.number(_SMALL)
    state.phase = source.number(_SMALL)
    state.wave_no = source.number(_SMALL)
    state.main = source.number(_SMALL)
    state.defender = source.number(_SMALL)
    state.right = source.number(_SMALL)
    state.turn = source.number(_SMALL)
    state.active = source.number(_SMALL)
    state.busted = source.number(_SMALL)
    state.drawn = source.number(_SMALL)
    state.king = source.number(_SMALL)
    state.payer = source.number(_SMALL)
    state.tribute = source.number(_SMALL)
    state.reason = source.number(_SMALL)
    state.quiet = source.number(2)
