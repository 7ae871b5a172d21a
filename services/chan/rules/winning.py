"""When a hand wins, and what it waits for (section 3): parities of ranks, no search.

The cards of a rank can be paired within it exactly when their number is even: identical pairs come out first, and of
the at most three spare suits two make a Cạ. So a hand is one mask of kinds held in an odd number, and a card more
flips one bit of it.
"""

from __future__ import annotations

from mypy_extensions import i64

from services.chan.rules.kinds import CC, COPIES, odd_ranks, rank_mask
from services.chan.rules.state import State, hand_size, held, odd_kinds
from services.core.cards import count, lowest, one

__all__ = ["chan_count", "unpaired", "waiting", "waits", "wins_as_dealt", "wins_with"]


def chan_count(state: State, seat: i64) -> i64:
    """Chắn of a seat, in hand and exposed (CHAN-71.3)."""
    at: i64 = seat * 4
    return count(state.hands[at + 1]) + count(state.hands[at + 3]) + state.chans[seat]


def unpaired(state: State, seat: i64) -> i64:
    """The rulebook's u: cards left over by the best pairing of the hand (3.2)."""
    return count(odd_ranks(odd_kinds(state, seat)))


def wins_as_dealt(state: State, seat: i64) -> bool:
    """Whether the dealer's twenty cards are a Thiên ù (CHAN-10)."""
    if hand_size(state, seat) + state.exposed[seat] != 20 or odd_ranks(odd_kinds(state, seat)):
        return False
    return chan_count(state, seat) >= 6


def wins_with(state: State, seat: i64, kind: i64) -> bool:
    """Whether a card more completes ten pairs with enough Chắn (CHAN-71)."""
    bit: i64 = one(kind)
    odd: i64 = odd_kinds(state, seat)
    if odd_ranks(odd ^ bit) or hand_size(state, seat) + state.exposed[seat] != 19:
        return False
    chan: i64 = chan_count(state, seat)
    if odd & bit:
        chan += 1
    if kind == CC:
        return chan == 6
    return chan >= 6


def waiting(odd: i64, chan: i64) -> i64:
    """The kinds that win for a hand of nineteen, exposed cards counted, with these spare kinds and so many Chắn (3.3)."""
    ranks: i64 = odd_ranks(odd)
    if chan < 5 or not ranks or ranks & (ranks - 1):
        return 0
    kinds: i64 = rank_mask(lowest(ranks))
    if ranks == one(CC):
        return kinds if chan == 5 else 0
    return kinds if chan > 5 else kinds & odd


def waits(state: State, seat: i64) -> i64:
    """The waiting set (3.3): kinds that win, but for those of which the seat has all four."""
    if hand_size(state, seat) + state.exposed[seat] != 19:
        return 0
    rest: i64 = waiting(odd_kinds(state, seat), chan_count(state, seat))
    found: i64 = 0
    while rest:
        bit: i64 = rest & -rest
        if _owned(state, seat, lowest(bit)) < COPIES:
            found |= bit
        rest ^= bit
    return found


def _owned(state: State, seat: i64, kind: i64) -> i64:
    """Copies in hand and own melds."""
    owned: i64 = held(state, seat, kind)
    for entry in state.melds:
        if (entry >> 2) & 3 == seat:
            if (entry >> 4) & 31 == kind:
                owned += 1
            if (entry >> 9) & 31 == kind:
                owned += 1
            if entry & 3 == 2 and (entry >> 4) & 31 == kind:
                owned += 2
    return owned
