"""A state consistent with a view: every card that its audience cannot place is dealt at random.

The sample's own audience sees exactly the view again. What follows from the rules for certain is kept (7.1): a dead
hand has pairs alone; whoever owes a discard has a legal one; of a kind that a seat discarded or gave into a Cạ it holds
none or two, and none of what it took with a Cạ or a Chíu. The last two are kept by exchanging cards after the deal,
and where that finds no way they are let go. What play makes likely is assumed by `guess` alone: that players keep pairs.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from services.chan.rules.bans import legal_discards
from services.chan.rules.claims import open_claims
from services.chan.rules.kinds import COPIES, KINDS
from services.chan.rules.leaning import lean
from services.chan.rules.options import Options
from services.chan.rules.results import HandResult
from services.chan.rules.state import (
    CLAIMS,
    DISCARD,
    MELD_CHAN,
    MELD_CHIU,
    NOBODY,
    SEATS,
    State,
    add_meld,
    door_entry,
    give,
    meld_entry,
)
from services.chan.rules.views import View
from services.core.cards import mask_of
from services.core.chance import SearchRandom

__all__ = ["guess", "sample", "unseen"]

_TRIES: Final = 10_000
_SWEEPS: Final = 6
_SWAP_TRIES: Final = 40
_STOCK: Final = SEATS
"""Follows the seats where owners of places are counted."""
_NO_OPTIONS: Final = Options()


def sample(view: View, rng: SearchRandom) -> State:
    """A state that its audience could be in, hidden cards at random.

    Raises ValueError for a view that no state has.
    """
    return _state_like(view, rng, leans=False)


def guess(view: View, rng: SearchRandom) -> State:
    """A sample, but the other seats are as near to a win as players are by now (`leaning`): what a search asks."""
    return _state_like(view, rng, leans=True)


def _state_like(view: View, rng: SearchRandom, *, leans: bool) -> State:
    state = _public_part(view)
    if view.result is not None:
        _reveal(state, view.result)
        return state
    known: vec[i64] = state.hands[:]
    for _ in range(_TRIES):
        state.hands = known[:]
        _deal_hidden(state, view, rng, leans=leans)
        if state.stage != DISCARD or legal_discards(state, state.seat):
            _fill_in(state, view)
            return state
    raise ValueError("no state looks like this view")


def _public_part(view: View) -> State:
    state = State(view.options)
    state.hand_no = view.hand_no
    state.totals = view.totals
    state.dealer = view.dealer
    state.turn = view.turn
    state.stage = view.stage.value
    state.seat = view.seat
    state.entitled = view.entitled
    state.return_door = view.return_door
    if view.live is not None:
        state.live = view.live.card
        state.door = view.live.door
        state.origin = view.live.origin.value
        state.publisher = view.live.publisher
    for seat in range(SEATS):
        state.discarded[seat] = mask_of(view.seats[seat].discarded)
        state.shed[seat] = mask_of(view.seats[seat].shed)
        if view.seats[seat].is_dead:
            state.dead = seat
    for meld in view.melds:
        add_meld(state, meld_entry(meld.form.value, meld.seat, meld.taken, meld.given, meld.door, meld.origin.value))
    for card in view.doors:
        state.doors = append(state.doors, door_entry(card.card, card.door, card.seat, card.origin.value))
    if view.audience >= 0:
        state.locked[view.audience] = mask_of(view.locked)
        for kind in view.hand:
            give(state, view.audience, kind)
    return state


def _reveal(state: State, result: HandResult) -> None:
    state.hands = _planes(result.hands)
    state.opening = _planes(result.openings)
    state.stock = vec[i64](result.stock)
    state.winner = result.winner
    state.totals = tuple([result.totals[seat] - result.settlement[seat] for seat in range(SEATS)])


def _planes(hands: tuple[tuple[int, ...], ...]) -> vec[i64]:
    scratch = State(_NO_OPTIONS)
    for seat in range(SEATS):
        for kind in hands[seat]:
            give(scratch, seat, kind)
    return scratch.hands


def unseen(view: View) -> list[int]:
    """Copies of each kind that the audience cannot place."""
    left = [COPIES] * KINDS
    for kind in view.hand:
        left[kind] -= 1
    for card in view.doors:
        left[card.card] -= 1
    for meld in view.melds:
        left[meld.taken] -= 3 if meld.form.value == MELD_CHIU else 1
        left[meld.given] -= 1
    return left


def _deal_hidden(state: State, view: View, rng: SearchRandom, *, leans: bool) -> None:
    left = unseen(view)
    if state.dead >= 0 and state.dead != view.audience:
        _deal_pairs(state, left, view.seats[state.dead].hand_count, rng)
    deck: list[int] = []
    for kind in range(KINDS):
        deck += [kind] * left[kind]
    _shuffle(deck, rng)
    owners: list[int] = []
    for seat in range(SEATS):
        if seat not in (view.audience, state.dead):
            owners += [seat] * view.seats[seat].hand_count
    owners += [NOBODY] * (len(deck) - len(owners))
    bars = _Bars(view)
    _exchange(deck, owners, bars, rng)
    if leans:
        deck = _leaning(deck, owners, bars, view, rng)
    for place, owner in enumerate(owners):
        if owner != NOBODY:
            give(state, owner, deck[place])
    state.stock = vec[i64]([kind for place, kind in enumerate(deck) if owners[place] == NOBODY])


def _leaning(deck: list[int], owners: list[int], bars: _Bars, view: View, rng: SearchRandom) -> list[int]:
    turns = [len(seat.discarded) for seat in view.seats]
    turns.append(0)
    cards = vec[i64](deck)
    places = vec[i64]([_STOCK if owner == NOBODY else owner for owner in owners])
    lean(cards, places, vec[i64](turns), vec[i64](bars.even), vec[i64](bars.none), rng)
    return list(cards)


def _deal_pairs(state: State, left: list[int], cards: int, rng: SearchRandom) -> None:
    """A dead hand: ten Chắn (the note on CHAN-12)."""
    pairs: list[int] = []
    for kind in range(KINDS):
        pairs += [kind] * (left[kind] // 2)
    _shuffle(pairs, rng)
    for kind in pairs[: cards // 2]:
        left[kind] -= 2
        give(state, state.dead, kind)
        give(state, state.dead, kind)


class _Bars:
    """What each seat's hand cannot be, from what it did: masks by seat, and none for the stock."""

    def __init__(self, view: View) -> None:
        self.even: list[int] = [mask_of((*seat.discarded, *seat.shed)) for seat in view.seats]
        self.even.append(0)
        self.none: list[int] = [0] * (SEATS + 1)
        for meld in view.melds:
            if meld.form.value != MELD_CHAN:
                self.none[meld.seat] |= mask_of((meld.taken,))

    def is_broken(self, owner: int, kind: int, copies: int) -> bool:
        """Whether a hand cannot hold so many copies of a kind."""
        if owner == NOBODY or not copies:
            return False
        if (self.none[owner] >> kind) & 1:
            return True
        return copies % 2 == 1 and (self.even[owner] >> kind) & 1 == 1


def _exchange(deck: list[int], owners: list[int], bars: _Bars, rng: SearchRandom) -> None:
    """Swap cards between places until no hand is what it cannot be, as far as a few tries per place find a way."""
    held = [[0] * KINDS for _ in range(SEATS + 1)]  # the last one is the stock's, which NOBODY as an index reaches
    for place, owner in enumerate(owners):
        held[owner][deck[place]] += 1
    for _ in range(_SWEEPS):
        is_clean = True
        for place, owner in enumerate(owners):
            if bars.is_broken(owner, deck[place], held[owner][deck[place]]):
                is_clean = False
                _swap(deck, owners, place, held, bars, rng)
        if is_clean:
            return


def _swap(
    deck: list[int], owners: list[int], place: int, held: list[list[int]], bars: _Bars, rng: SearchRandom
) -> None:
    """Exchange one card for another that breaks nothing, if a few tries find one."""
    for _ in range(_SWAP_TRIES):
        other: int = rng.below(len(deck))
        owner, taker, given, got = owners[place], owners[other], deck[place], deck[other]
        if owner == taker or given == got:
            continue
        _move(held, owner, taker, given, got)
        is_fine = not (bars.is_broken(owner, got, held[owner][got]) or bars.is_broken(taker, given, held[taker][given]))
        if is_fine and not bars.is_broken(taker, got, held[taker][got]):
            deck[place], deck[other] = got, given
            return
        _move(held, taker, owner, given, got)


def _move(held: list[list[int]], owner: int, taker: int, given: int, got: int) -> None:
    held[owner][given] -= 1
    held[taker][given] += 1
    held[taker][got] -= 1
    held[owner][got] += 1


def _shuffle(deck: list[int], rng: SearchRandom) -> None:
    last = len(deck) - 1
    while last > 0:
        other: int = rng.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
        last -= 1


def _fill_in(state: State, view: View) -> None:
    """What follows from the hands: the dealt cards, and who may claim."""
    now: vec[i64] = state.hands[:]
    for meld in view.melds:
        for _ in range(3 if meld.form.value == MELD_CHIU else 1):
            give(state, meld.seat, meld.given)
    for seat in range(SEATS):
        for kind in view.seats[seat].discarded:
            give(state, seat, kind)
    state.opening = state.hands
    state.hands = now
    if state.stage == CLAIMS:
        open_claims(state)
        if view.claim is not None:
            state.claims[view.audience] = view.claim.value
