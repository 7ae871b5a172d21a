"""Exact play of Tấn when two seats are left and the stock is empty: all cards are known and somebody must win.

A depth-first proof over the rules' own steps, with a table of what has been decided. How it works:

* Two ranks are left for two seats, so a position is won or lost. `Ending` asks whether one seat, `me`, gets the better.
* A node is a state between two steps. At `me`'s nodes one won child is enough, at the other's one lost child.
* The steps of a move come in ascending order, so each wave is met once; defences that use the same cards lead to the
  same half-made states, which the table knows: one defence for each set of cards.
* Positions do not repeat, as every round shrinks or moves cards one way (rulebook, 3.6), unless there are jokers; then,
  and when the quiet rounds could end the set, their number is part of what tells positions apart.
* Two proofs need no search: the last cards go at once, or the leader's ranks go one by one since none can be covered.
* The stack is a list, not recursion, since compiled code has no guard against deep recursion; so `run` can also stop
  anywhere and go on later.

Nothing here looks at a clock or draws by lot.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from services.core.cards import FULL, JOKERS, count, lowest, ranks_of, suit_mask
from services.tan.rules.state import ATTACK, DEFEND, SET_OVER, State, copy_state, stock_count
from services.tan.rules.stepping import STOP, step, steps
from services.tan.rules.strength import coverable
from services.tan.rules.turns import fitting_cards, wave_limit

__all__ = ["LOST", "OPEN", "WON", "Ending", "Key", "Table", "is_ending"]

OPEN: Final = 0
WON: Final = 1
LOST: Final = -1

_STOP_BIT: Final = 0x40000000000000
_TAKE_BIT: Final = 0x80000000000000
_CARDS: Final = 0x3FFFFFFFFFFFFF

Key = tuple[i64, i64, i64, i64, i64]


def is_ending(state: State) -> bool:
    """Whether a state can be played out exactly: two seats, no stock, a round under way."""
    return state.phase in (ATTACK, DEFEND) and count(state.active) == 2 and not stock_count(state)


class Table:
    """What is decided about the positions of one deal of the cards, for one seat. Shared by all of its `Ending`s."""

    def __init__(self, root: State, me: i64) -> None:
        self.me: i64 = me
        self.first: i64 = lowest(root.active)
        self.second: i64 = lowest(root.active & (root.active - 1))
        self.round_no: i64 = root.round_no
        self.royals: i64 = suit_mask(root.royal)
        self.known: dict[Key, bool] = {}
        cards: i64 = root.hands[self.first] | root.hands[self.second] | root.on_table
        # A quiet round shrinks the leader's hand; without jokers there are no more of them than cards.
        self.is_quiet_counted = bool(cards & JOKERS) or root.quiet + count(cards) >= root.options.stall_limit

    def key(self, state: State) -> Key:
        """What tells two states apart, as far as the rest of the set is concerned."""
        flags: i64 = state.phase | (state.turn << 2) | (state.right << 4)
        if state.round_no == self.round_no:
            flags |= 64
        if self.is_quiet_counted:
            flags |= state.quiet << 8
        half: i64 = state.wave
        if state.phase == DEFEND:
            half = state.pending
            if state.wave:
                flags |= 128
        return (state.hands[self.first], state.hands[self.second], state.on_table, half, flags)


class _Node:
    """A position under search: its legal steps not tried yet, in three groups, and whether `me` moves."""

    def __init__(self, state: State, key: Key, first: i64, second: i64, third: i64, *, mine: bool) -> None:
        self.state = state
        self.key: Key = key
        self.first: i64 = first
        self.second: i64 = second
        self.third: i64 = third
        self.mine = mine


class Ending:
    """Whether `table.me` wins from a state. `value` is OPEN until it is decided."""

    def __init__(self, table: Table, state: State) -> None:
        self.value: i64 = OPEN
        self._table = table
        self._stack: list[_Node] = []
        self._enter(state)

    def run(self, nodes: i64) -> i64:
        """Makes up to so many steps; tells how many. Fewer means that the value is decided."""
        done: i64 = 0
        while done < nodes and self._stack:
            node = self._stack[-1]
            bit: i64 = _next(node)
            if bit < 0:
                # Every step led to what the mover does not want.
                self._decide(won=not node.mine)
            else:
                child = copy_state(node.state) if node.first | node.second | node.third else node.state
                step(child, bit)
                done += 1
                self._enter(child)
        return done

    def _enter(self, state: State) -> None:
        """Puts a position on the stack, or its value into the one above if it is known."""
        table = self._table
        if state.phase == SET_OVER:
            self._tell(won=_is_better(state, table.me, table.first + table.second - table.me))
            return
        mine = state.turn == table.me
        if not state.wave and (_goes_out(state) or (_runs_out(state) and not table.is_quiet_counted)):
            self._tell(won=mine)
            return
        key = table.key(state)
        if key in table.known:
            self._tell(won=table.known[key])
            return
        legal: i64 = steps(state)
        royal: i64 = table.royals | JOKERS
        self._stack.append(
            _Node(state, key, legal & _CARDS & ~royal, legal & _STOP_BIT, legal & (royal | _TAKE_BIT), mine=mine)
        )

    def _tell(self, *, won: bool) -> None:
        """Gives a value to the position on top, which is decided when its mover likes it."""
        if not self._stack:
            self.value = WON if won else LOST
        elif self._stack[-1].mine == won:
            self._decide(won=won)

    def _decide(self, *, won: bool) -> None:
        """Takes the top off, and all below that it decides."""
        while True:
            node = self._stack.pop()
            self._table.known[node.key] = won
            if not self._stack:
                self.value = WON if won else LOST
                return
            if self._stack[-1].mine != won:
                return


def _next(node: _Node) -> i64:
    """The next step to try: normal cards from below, then stopping or closing the wave, royal cards, taking."""
    bit: i64 = -1
    if node.first:
        bit = lowest(node.first)
        node.first &= node.first - 1
    elif node.second:
        node.second = 0
        bit = STOP
    elif node.third:
        bit = lowest(node.third)
        node.third &= node.third - 1
    return bit


def _is_better(state: State, me: i64, other: i64) -> bool:
    return state.ranks[me] < state.ranks[other]


def _goes_out(state: State) -> bool:
    """Whether the seat to act can play its last cards at once, which wins."""
    hand: i64 = state.hands[state.turn]
    if state.phase == DEFEND:
        return count(hand) == count(state.pending) and coverable(state.pending, hand, state.royal)
    if hand & ~FULL or count(hand) > wave_limit(state):
        return False
    if not state.on_table:
        rank: i64 = hand & -hand
        return hand & ~ranks_of(rank) == 0
    return fitting_cards(state) == hand


def _runs_out(state: State) -> bool:
    """Whether the leader wins by opening rank after rank that the defender cannot cover: each is taken, he leads again.

    The last wave need not hold, since who lays his last card is out at once. Low ranks go first, as what is taken
    helps the defender least then. A proof when it says yes; no proof when it says no.
    """
    if state.phase != ATTACK or state.on_table:
        return False
    hand: i64 = state.hands[state.turn]
    theirs: i64 = state.hands[state.defender]
    if hand & ~FULL or theirs & JOKERS:
        return False
    left: i64 = hand
    rest: i64 = hand
    while rest:
        wave: i64 = rest & ranks_of(rest & -rest)
        rest &= ~wave
        if count(wave) <= count(theirs) and not coverable(wave, theirs, state.royal):
            left &= ~wave
            theirs |= wave
            if not left & ~ranks_of(left & -left):
                return count(left) <= count(theirs)
    return False
