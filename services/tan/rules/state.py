"""The whole state of a set: ints, card masks and short arrays of them.

For whoever edits it: a new field needs a line in `copy_state`, one in `packing.pack` and one in
`packing.unpack`; the conformance tests fail if one is missing. `stock`, `order` and `dry` are replaced,
never written into, so copies share them; the other arrays are copied.

A half-made move exists only inside a search. While a wave is being laid, `wave` holds the cards named so
far, still in the hand; while one is being answered, it holds the defending cards already on the table.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from services.core.cards import JOKERS, count
from services.tan.rules.options import Options

__all__ = [
    "ATTACK",
    "DEFEND",
    "NOBODY",
    "SET_OVER",
    "TRIBUTE_RETURN",
    "State",
    "aside_count",
    "attack_of",
    "copy_state",
    "defence_of",
    "entry",
    "is_active",
    "leave_hand",
    "next_active",
    "seat_of",
    "stock_count",
    "wave_of",
]

TRIBUTE_RETURN: Final = 0
ATTACK: Final = 1
DEFEND: Final = 2
SET_OVER: Final = 3

NOBODY: Final = -1


class State:
    """One set of Tấn. Made by `deal`, `unpack`, `sample` and `copy_state`; changed by `play` and `step`.

    `active` and `busted` are seat masks, `right` is the holder's place in `order`, `drawn` counts the cards
    that have left `stock`, `reason` is 0 while running and then a place in `settlement.REASONS` from 1.
    By seat: `hands`; `aside`, a busted hand; `known`, cards of either that everybody knows to be there;
    `held`, jokers that everybody knows to be there without telling them from its other unknown cards;
    `ranks`, 0 while active. `table` has one `entry` an attacking card, in the order of laying.
    `tribute` is the card that the King has not answered yet; `given` is what he returned, known to him
    until the payer plays it; `kept` is the tribute if it was another card, known to the payer likewise.
    """

    def __init__(self, options: Options, seats: i64) -> None:
        self.options: Options = options
        self.seats: i64 = seats
        self.set_no: i64 = 1
        self.royal: i64 = 0
        self.leader: i64 = 0
        self.phase: i64 = ATTACK
        self.version: i64 = 0
        self.round_no: i64 = 0
        self.wave_no: i64 = 0
        self.quiet: i64 = 0
        self.main: i64 = NOBODY
        self.defender: i64 = NOBODY
        self.right: i64 = 0
        self.turn: i64 = NOBODY
        self.active: i64 = (1 << seats) - 1
        self.busted: i64 = 0
        self.discard: i64 = 0
        self.drawn: i64 = 0
        self.pending: i64 = 0
        self.on_table: i64 = 0
        self.wave: i64 = 0
        self.king: i64 = NOBODY
        self.payer: i64 = NOBODY
        self.tribute: i64 = NOBODY
        self.given: i64 = 0
        self.kept: i64 = 0
        self.reason: i64 = 0
        self.order: vec[i64] = vec[i64]()
        self.dry: vec[i64] = vec[i64]()
        self.stock: vec[i64] = vec[i64]()
        self.hands: vec[i64] = vec[i64]()
        self.known: vec[i64] = vec[i64]()
        self.aside: vec[i64] = vec[i64]()
        self.ranks: vec[i64] = vec[i64]()
        self.held: vec[i64] = vec[i64]()
        self.table: vec[i64] = vec[i64]()
        self.totals: tuple[int, ...] = ()


def copy_state(state: State) -> State:
    """An independent copy."""
    twin = State(state.options, state.seats)
    twin.set_no = state.set_no
    twin.royal = state.royal
    twin.leader = state.leader
    twin.phase = state.phase
    twin.version = state.version
    twin.round_no = state.round_no
    twin.wave_no = state.wave_no
    twin.quiet = state.quiet
    twin.main = state.main
    twin.defender = state.defender
    twin.right = state.right
    twin.turn = state.turn
    twin.active = state.active
    twin.busted = state.busted
    twin.discard = state.discard
    twin.drawn = state.drawn
    twin.pending = state.pending
    twin.on_table = state.on_table
    twin.wave = state.wave
    twin.king = state.king
    twin.payer = state.payer
    twin.tribute = state.tribute
    twin.given = state.given
    twin.kept = state.kept
    twin.reason = state.reason
    twin.order = state.order
    twin.dry = state.dry
    twin.stock = state.stock
    twin.hands = state.hands[:]
    twin.known = state.known[:]
    twin.aside = state.aside[:]
    twin.ranks = state.ranks[:]
    twin.held = state.held[:]
    twin.table = state.table[:]
    twin.totals = state.totals
    return twin


def entry(attack: i64, seat: i64, wave_no: i64) -> i64:
    """A table entry: an attacking card, who laid it in which wave, and no defending card yet."""
    return attack | (seat << 12) | (wave_no << 14)


def attack_of(packed: i64) -> i64:
    """The attacking card of a table entry."""
    return packed & 63


def defence_of(packed: i64) -> i64:
    """The defending card of a table entry, or -1."""
    return ((packed >> 6) & 63) - 1


def seat_of(packed: i64) -> i64:
    """Who laid the attacking card of a table entry."""
    return (packed >> 12) & 3


def wave_of(packed: i64) -> i64:
    """The wave of a table entry, from 1."""
    return packed >> 14


def is_active(state: State, seat: i64) -> bool:
    """Whether a seat has no rank yet."""
    return bool((state.active >> seat) & 1)


def next_active(state: State, seat: i64) -> i64:
    """The first active seat to the right of `seat`; `seat` itself when no other is active."""
    found: i64 = (seat + 1) % state.seats
    while found != seat and not is_active(state, found):
        found = (found + 1) % state.seats
    return found


def stock_count(state: State) -> i64:
    """Cards left in the stock."""
    size: i64 = len(state.stock)
    return size - state.drawn


def aside_count(state: State) -> i64:
    """Cards laid aside in all."""
    total: i64 = 0
    for seat in range(state.seats):
        total += count(state.aside[seat])
    return total


def leave_hand(state: State, seat: i64, cards: i64) -> None:
    """Takes cards, at most one joker among them, out of a hand and out of what is known of it."""
    if cards & JOKERS & ~state.known[seat] and state.held[seat]:
        state.held[seat] -= 1
    state.hands[seat] &= ~cards
    state.known[seat] &= ~cards
