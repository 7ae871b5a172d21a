"""The whole state of a hand: ints, masks of kinds and short arrays of them.

For whoever edits it: a new field needs a line in `copy_state`, one in `packing.pack` and one in `packing.unpack`;
the conformance tests fail if one is missing. `stock`, `opening`, `melds` and `doors` are replaced, never written
into, so copies share them; the other arrays are copied. `exposed`, `chans` and `ca_seats` follow from `melds`
(`tally`), `winners` and `chiu_seat` from hands and live card (`claims.open_claims`); they are kept because the
search asks for them all the time.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from services.chan.rules.kinds import COPIES, KINDS
from services.chan.rules.options import Options
from services.core.cards import count, one

__all__ = [
    "CLAIMS",
    "DISCARD",
    "FROM_DISCARD",
    "FROM_RETURN",
    "FROM_STOCK",
    "HEAVEN",
    "MELD_CA",
    "MELD_CHAN",
    "MELD_CHIU",
    "NOBODY",
    "OVER",
    "PASSED_ON",
    "SAID_CHIU",
    "SAID_NOTHING",
    "SAID_PASS",
    "SAID_WIN",
    "SEATS",
    "TAKE",
    "State",
    "add_meld",
    "copy_state",
    "door_entry",
    "give",
    "hand_size",
    "held",
    "kinds_of",
    "leave",
    "meld_entry",
    "next_seat",
    "odd_kinds",
    "put",
    "stock_count",
    "tally",
]

SEATS: Final = 4
NOBODY: Final = -1

HEAVEN: Final = 0
DISCARD: Final = 1
CLAIMS: Final = 2
TAKE: Final = 3
OVER: Final = 4

FROM_DISCARD: Final = 0
FROM_STOCK: Final = 1
FROM_RETURN: Final = 2
PASSED_ON: Final = 3

MELD_CHAN: Final = 0
MELD_CA: Final = 1
MELD_CHIU: Final = 2

SAID_NOTHING: Final = 0
SAID_PASS: Final = 1
SAID_CHIU: Final = 2
SAID_WIN: Final = 3

_NO_PLANES: Final = (0,) * (SEATS * COPIES)
_NO_SEATS: Final = (0,) * SEATS


class State:
    """One hand of Chắn. Made by `deal`, `unpack`, `sample`, `guess` and `copy_state`; changed by `play`, `advance` and `step`.

    `version` counts accepted moves, `turn` counts questions and windows as everybody sees them. `seat` is asked at
    HEAVEN, DISCARD and TAKE. The live card is `live`, it lies at `door`, was put there by `publisher` from `origin`,
    and `entitled` may take it. While a Chíu out of turn waits for its return discard, `return_door` is where that
    goes and `entitled` the interrupted seat. `dead` is the seat with a dead hand.
    `hands` and `opening` hold four planes a seat. By seat: `discarded`, `shed` and `locked` are the rulebook's D, C
    and L; `claims` is what was answered in the window; `exposed` counts cards in melds and `chans` Chắn in them.
    `winners`, `ca_seats` are seat masks: who could win with the live card, who has a Cạ meld.
    """

    def __init__(self, options: Options) -> None:
        self.options: Options = options
        self.hand_no: i64 = 1
        self.totals: tuple[int, ...] = _NO_SEATS
        self.dealer: i64 = 0
        self.version: i64 = 0
        self.turn: i64 = 0
        self.stage: i64 = DISCARD
        self.seat: i64 = NOBODY
        self.live: i64 = NOBODY
        self.door: i64 = NOBODY
        self.origin: i64 = FROM_DISCARD
        self.publisher: i64 = NOBODY
        self.entitled: i64 = NOBODY
        self.return_door: i64 = NOBODY
        self.dead: i64 = NOBODY
        self.winner: i64 = NOBODY
        self.winners: i64 = 0
        self.chiu_seat: i64 = NOBODY
        self.ca_seats: i64 = 0
        self.drawn: i64 = 0
        self.stock: vec[i64] = vec[i64]()
        self.melds: vec[i64] = vec[i64]()
        self.doors: vec[i64] = vec[i64]()
        self.hands: vec[i64] = vec[i64](_NO_PLANES)
        self.opening: vec[i64] = vec[i64](_NO_PLANES)
        self.discarded: vec[i64] = vec[i64](_NO_SEATS)
        self.shed: vec[i64] = vec[i64](_NO_SEATS)
        self.locked: vec[i64] = vec[i64](_NO_SEATS)
        self.claims: vec[i64] = vec[i64](_NO_SEATS)
        self.exposed: vec[i64] = vec[i64](_NO_SEATS)
        self.chans: vec[i64] = vec[i64](_NO_SEATS)


def copy_state(state: State) -> State:
    """An independent copy."""
    twin = State(state.options)
    twin.hand_no = state.hand_no
    twin.totals = state.totals
    twin.dealer = state.dealer
    twin.version = state.version
    twin.turn = state.turn
    twin.stage = state.stage
    twin.seat = state.seat
    twin.live = state.live
    twin.door = state.door
    twin.origin = state.origin
    twin.publisher = state.publisher
    twin.entitled = state.entitled
    twin.return_door = state.return_door
    twin.dead = state.dead
    twin.winner = state.winner
    twin.winners = state.winners
    twin.chiu_seat = state.chiu_seat
    twin.ca_seats = state.ca_seats
    twin.drawn = state.drawn
    twin.stock = state.stock
    twin.melds = state.melds
    twin.doors = state.doors
    twin.hands = state.hands[:]
    twin.opening = state.opening
    twin.discarded = state.discarded[:]
    twin.shed = state.shed[:]
    twin.locked = state.locked[:]
    twin.claims = state.claims[:]
    twin.exposed = state.exposed[:]
    twin.chans = state.chans[:]
    return twin


def next_seat(seat: i64) -> i64:
    """The seat after this one."""
    return (seat + 1) & 3


def stock_count(state: State) -> i64:
    """Cards left in the stock."""
    size: i64 = len(state.stock)
    return size - state.drawn


def held(state: State, seat: i64, kind: i64) -> i64:
    """Copies of a kind in a hand."""
    at: i64 = seat * 4
    return (
        ((state.hands[at] >> kind) & 1)
        + ((state.hands[at + 1] >> kind) & 1)
        + ((state.hands[at + 2] >> kind) & 1)
        + ((state.hands[at + 3] >> kind) & 1)
    )


def hand_size(state: State, seat: i64) -> i64:
    """Cards in a hand."""
    at: i64 = seat * 4
    # Two planes fit into one word, and counting is what this costs.
    low: i64 = state.hands[at] | (state.hands[at + 1] << 28)
    high: i64 = state.hands[at + 2] | (state.hands[at + 3] << 28)
    return count(low) + count(high)


def odd_kinds(state: State, seat: i64) -> i64:
    """The spare kinds of a hand: those that it holds in an odd number (2.4)."""
    at: i64 = seat * 4
    return (state.hands[at] & ~state.hands[at + 1]) | (state.hands[at + 2] & ~state.hands[at + 3])


def give(state: State, seat: i64, kind: i64) -> None:
    """One more copy of a kind in a hand. There must be fewer than four."""
    put(state.hands, seat * 4, kind)


def put(planes: vec[i64], first: i64, kind: i64) -> None:
    """One more copy of a kind in the four planes from the first on. There must be fewer than four."""
    bit: i64 = one(kind)
    at: i64 = first
    while planes[at] & bit:
        at += 1
    planes[at] |= bit


def leave(state: State, seat: i64, kind: i64, copies: i64) -> None:
    """So many copies of a kind leave a hand that has them."""
    bit: i64 = one(kind)
    at: i64 = seat * 4 + 3
    left: i64 = copies
    while left:
        if state.hands[at] & bit:
            state.hands[at] ^= bit
            left -= 1
        at -= 1


def kinds_of(planes: vec[i64], seat: i64) -> tuple[int, ...]:
    """The cards of a seat's planes: kinds in ascending order, each as often as it is there."""
    found: list[int] = []
    at: i64 = seat * 4
    for kind in range(KINDS):
        copies: i64 = 0
        for plane in range(COPIES):
            copies += (planes[at + plane] >> kind) & 1
        found += [kind] * copies
    return tuple(found)


def meld_entry(form: i64, seat: i64, taken: i64, given: i64, door: i64, origin: i64) -> i64:
    """A meld: its form, whose it is, the card taken and the hand card's kind, and where the card lay from what."""
    return form | (seat << 2) | (taken << 4) | (given << 9) | (door << 14) | (origin << 16)


def door_entry(kind: i64, door: i64, seat: i64, origin: i64) -> i64:
    """A card in a door: its kind, the door, who put it there and from where."""
    return kind | (door << 5) | (seat << 7) | (origin << 9)


def add_meld(state: State, entry: i64) -> None:
    """Expose a meld."""
    state.melds = append(state.melds, entry)
    _count_meld(state, entry)


def tally(state: State) -> None:
    """Count again what the melds say."""
    state.exposed = vec[i64](_NO_SEATS)
    state.chans = vec[i64](_NO_SEATS)
    state.ca_seats = 0
    for entry in state.melds:
        _count_meld(state, entry)


def _count_meld(state: State, entry: i64) -> None:
    form: i64 = entry & 3
    seat: i64 = (entry >> 2) & 3
    if form == MELD_CHIU:
        state.exposed[seat] += 4
        state.chans[seat] += 2
        return
    state.exposed[seat] += 2
    if form == MELD_CHAN:
        state.chans[seat] += 1
    else:
        state.ca_seats |= one(seat)
