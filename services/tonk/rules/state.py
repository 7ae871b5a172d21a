"""The whole state of a hand: ints, card masks and short arrays of them.

For whoever edits it: a new field needs a line in `copy_state`, one in `packing.pack` and one in
`packing.unpack`; the conformance tests fail if one is missing. `stock` and `order` are replaced, never
written into, so copies share them; the other arrays are copied.

A half-made move exists only inside a search: `begun` is the step that opened it, `chosen` the cards named so far.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from services.tonk.rules.options import Options

__all__ = [
    "HAND_OVER",
    "MELD",
    "NOBODY",
    "NOTHING",
    "TURN_START",
    "State",
    "copy_state",
    "is_dealt_in",
    "may_knock",
    "next_seat",
    "on_table",
    "stock_count",
    "top_discard",
]

TURN_START: Final = 0
MELD: Final = 1
HAND_OVER: Final = 2

NOBODY: Final = -1
NOTHING: Final = -1


class State:
    """One hand of Tonk. Made by `deal`, `unpack`, `sample` and `copy_state`; changed by `play` and `step`.

    `order` lists the seats dealt in, clockwise. By seat number: `hands`; `known`, cards of a hand that
    everybody saw being taken; `put`, cards that the seat laid on the table; `blocks`, turns for which it may
    not knock. By spread, the first has id 1: `spreads` and `owners`. `pile` is the discard pile, top last;
    `drawn` counts the cards that have left `stock`. Of the running turn: `source` and `card` tell the draw,
    `laid` whether a new spread was laid, `melded` whether a spread was laid or hit. `idle` counts idle turns
    in a row, `turns` completed ones. `reason` is 0 while running and then a place in `settlement.REASONS`
    from 1; `closer` is who ended the hand.
    """

    def __init__(self, options: Options, seats: i64) -> None:
        self.options: Options = options
        self.seats: i64 = seats
        self.hand_no: i64 = 1
        self.hands_done: i64 = 0
        self.dealer: i64 = NOBODY
        self.phase: i64 = TURN_START
        self.turn: i64 = NOBODY
        self.version: i64 = 0
        self.turns: i64 = 0
        self.drawn: i64 = 0
        self.idle: i64 = 0
        self.source: i64 = 0
        self.card: i64 = NOTHING
        self.laid: i64 = 0
        self.melded: i64 = 0
        self.reason: i64 = 0
        self.closer: i64 = NOBODY
        self.begun: i64 = 0
        self.chosen: i64 = 0
        self.order: vec[i64] = vec[i64]()
        self.stock: vec[i64] = vec[i64]()
        self.pile: vec[i64] = vec[i64]()
        self.hands: vec[i64] = vec[i64]()
        self.known: vec[i64] = vec[i64]()
        self.put: vec[i64] = vec[i64]()
        self.blocks: vec[i64] = vec[i64]()
        self.spreads: vec[i64] = vec[i64]()
        self.owners: vec[i64] = vec[i64]()
        self.bankrolls: tuple[int, ...] = ()


def copy_state(state: State) -> State:
    """An independent copy."""
    twin = State(state.options, state.seats)
    twin.hand_no = state.hand_no
    twin.hands_done = state.hands_done
    twin.dealer = state.dealer
    twin.phase = state.phase
    twin.turn = state.turn
    twin.version = state.version
    twin.turns = state.turns
    twin.drawn = state.drawn
    twin.idle = state.idle
    twin.source = state.source
    twin.card = state.card
    twin.laid = state.laid
    twin.melded = state.melded
    twin.reason = state.reason
    twin.closer = state.closer
    twin.begun = state.begun
    twin.chosen = state.chosen
    twin.order = state.order
    twin.stock = state.stock
    twin.pile = state.pile[:]
    twin.hands = state.hands[:]
    twin.known = state.known[:]
    twin.put = state.put[:]
    twin.blocks = state.blocks[:]
    twin.spreads = state.spreads[:]
    twin.owners = state.owners[:]
    twin.bankrolls = state.bankrolls
    return twin


def stock_count(state: State) -> i64:
    """Cards left in the stock."""
    size: i64 = len(state.stock)
    return size - state.drawn


def top_discard(state: State) -> i64:
    """The card on top of the discard pile, or NOTHING."""
    size: i64 = len(state.pile)
    return state.pile[size - 1] if size else NOTHING


def on_table(state: State) -> i64:
    """All cards that lie in spreads."""
    mask: i64 = 0
    for spread in state.spreads:
        mask |= spread
    return mask


def is_dealt_in(state: State, seat: i64) -> bool:
    """Whether a seat plays in this hand."""
    return seat in tuple(state.order)


def next_seat(state: State, seat: i64) -> i64:
    """The next seat clockwise that plays in this hand."""
    size: i64 = len(state.order)
    place: i64 = 0
    while state.order[place] != seat:
        place += 1
    return state.order[(place + 1) % size]


def may_knock(state: State) -> bool:
    """Whether the seat to act is not blocked (TONK-48)."""
    return state.blocks[state.turn] == 0
