"""Quick play to the end of a hand: uniformly random, as a checksum over the rules, and greedy, for a search.

A greedy player sees its own hand and what lies open, like anybody; it works on the state only because a view for
every move would cost more than all the rest.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from services.chan.rules.bans import ca_partner, discards_left
from services.chan.rules.claims import first_asked
from services.chan.rules.kinds import COPIES, KINDS, rank_mask
from services.chan.rules.state import DISCARD, MELD_CHIU, NOBODY, TAKE, State, odd_kinds
from services.chan.rules.stepping import CA, CHAN, CHIU, PASS, SETTLE, WIN, step, steps
from services.chan.rules.winning import chan_count, waiting
from services.core.cards import count, lowest, one
from services.core.chance import SearchRandom

__all__ = ["greedy_playout", "random_playout"]

_NOTHING_SEEN: Final = (COPIES,) * KINDS
_WAITS: Final = 1000
_OUT: Final = 10
"""A live copy more of what a hand waits for."""
_HALF_CA: Final = 40


def random_playout(state: State, rng: SearchRandom) -> int:
    """Plays uniformly random steps until the hand is over; tells how many they were."""
    made: i64 = 0
    legal: i64 = steps(state)
    while legal:
        for _ in range(rng.below(count(legal))):
            legal &= legal - 1
        step(state, lowest(legal))
        made += 1
        legal = steps(state)
    return made


def greedy_playout(state: State) -> int:
    """Lets greedy players finish the hand; tells how many steps they made."""
    made: i64 = 0
    legal: i64 = steps(state)
    while legal:
        step(state, _greedy_step(state, legal))
        made += 1
        legal = steps(state)
    return made


def _greedy_step(state: State, legal: i64) -> i64:
    """Wins; takes a card, unless that makes a wait no wider; discards what it misses least."""
    if (legal >> WIN) & 1:
        return WIN
    if state.stage == DISCARD:
        return _loosest(state, legal)
    if (legal >> SETTLE) & 1:
        return SETTLE
    seat: i64 = state.seat if state.stage == TAKE else first_asked(state)
    for way in (CHIU, CHAN, CA):
        if (legal >> way) & 1:
            return way if _helps(state, seat, way) else PASS
    return PASS


def _helps(state: State, seat: i64, way: i64) -> bool:
    """Whether a hand that does not wait takes the live card, or one that waits could wait wider after its discard."""
    odd: i64 = odd_kinds(state, seat)
    chan: i64 = chan_count(state, seat)
    waited: i64 = waiting(odd, chan)
    if not waited:
        return True
    live: vec[i64] = _live(state, seat)
    now: i64 = _copies(live, waited)
    if way == CA:
        odd ^= one(ca_partner(state, seat))
    else:
        chan += (odd >> state.live) & 1
        odd ^= one(state.live)
    rest: i64 = discards_left(state, seat, odd, int(way == CA or (state.ca_seats >> seat) & 1))
    while rest:
        bit: i64 = rest & -rest
        if _copies(live, waiting(odd ^ bit, chan)) > now:
            return True
        rest ^= bit
    return False


def _loosest(state: State, legal: i64) -> i64:
    """The discard that keeps the widest wait; else the card with least company in the hand and to come (7.3)."""
    seat: i64 = state.seat
    odd: i64 = odd_kinds(state, seat)
    chan: i64 = chan_count(state, seat)
    live: vec[i64] = _live(state, seat)
    best: i64 = NOBODY
    best_worth: i64 = 0
    rest: i64 = legal
    while rest:
        bit: i64 = rest & -rest
        rest ^= bit
        waited: i64 = waiting(odd ^ bit, chan)
        rank: i64 = rank_mask(lowest(bit))
        worth: i64 = -_copies(live, rank) - _copies(live, bit)
        if waited:
            worth += _WAITS + _OUT * _copies(live, waited)
        if count(odd & rank) == 2:
            worth -= _HALF_CA
        if best == NOBODY or worth > best_worth:
            best = lowest(bit)
            best_worth = worth
    return best


def _live(state: State, seat: i64) -> vec[i64]:
    """Copies of each kind that lie where a seat cannot see."""
    left: vec[i64] = vec[i64](_NOTHING_SEEN)
    at: i64 = seat * COPIES
    for plane in range(COPIES):
        rest: i64 = state.hands[at + plane]
        while rest:
            left[lowest(rest)] -= 1
            rest &= rest - 1
    for entry in state.doors:
        left[entry & 31] -= 1
    for entry in state.melds:
        left[(entry >> 4) & 31] -= 3 if entry & 3 == MELD_CHIU else 1
        left[(entry >> 9) & 31] -= 1
    return left


def _copies(live: vec[i64], kinds: i64) -> i64:
    """Live copies of all these kinds together."""
    rest: i64 = kinds
    found: i64 = 0
    while rest:
        found += live[lowest(rest)]
        rest &= rest - 1
    return found
