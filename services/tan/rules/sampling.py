"""A state consistent with a view: every card that its audience cannot place is dealt at random.

The sample's own audience sees exactly the view again. What the view does not say is not assumed: a
search may weigh its samples, the rules do not.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from services.core.cards import JOKERS, count, lowest, mask_of, one, pack_mask
from services.core.chance import SearchRandom
from services.tan.rules.dealing import blank_state
from services.tan.rules.results import SetResult
from services.tan.rules.settlement import REASONS
from services.tan.rules.state import ATTACK, State, entry
from services.tan.rules.turns import can_open, may_stop
from services.tan.rules.views import SeatStatus, SeatView, View

__all__ = ["sample"]

_TRIES: Final = 10_000


def sample(view: View, rng: SearchRandom) -> State:
    """A state that its audience could be in, hidden cards uniformly at random.

    Raises ValueError for a view that no state has.
    """
    state = _public_part(view)
    if view.result is not None:
        _reveal(state, view.result)
        return state
    fixed_hands: vec[i64] = state.hands[:]
    fixed_aside: vec[i64] = state.aside[:]
    unseen: i64 = pack_mask(view.options.jokers) & ~_placed(state)
    for _ in range(_TRIES):
        state.hands = fixed_hands[:]
        state.aside = fixed_aside[:]
        _deal_hidden(state, view, unseen, rng)
        if _is_consistent(state, view):
            return state
    raise ValueError("no state looks like this view")


def _public_part(view: View) -> State:
    state = blank_state(view.options, len(view.seats))
    _copy_numbers(view, state)
    for wave in view.table:
        for pair in wave.pairs:
            laid: i64 = entry(pair.attack, wave.seat, wave.wave_no)
            state.on_table |= one(pair.attack)
            if pair.defence is None:
                state.pending |= one(pair.attack)
            else:
                state.on_table |= one(pair.defence)
                laid |= (pair.defence + 1) << 6
            state.table = append(state.table, laid)
    gone: i64 = mask_of(view.gone)
    secret: i64 = mask_of(view.secret)
    state.discard = gone
    for seat in range(state.seats):
        _copy_seat(state, seat, view.seats[seat], gone, secret)
    if view.audience >= 0:
        state.hands[view.audience] = mask_of(view.hand)
    if view.tribute is not None:
        state.king = view.tribute.king
        state.payer = view.tribute.payer
        if view.tribute.card is not None:
            state.tribute = view.tribute.card
        if view.audience == state.king:
            state.given = secret
        else:
            state.kept = secret
    return state


def _copy_numbers(view: View, state: State) -> None:
    state.set_no = view.set_no
    state.royal = view.royal
    state.leader = view.leader
    state.phase = view.phase.value
    state.version = view.version
    state.round_no = view.round_no
    state.wave_no = view.wave_no
    state.quiet = view.quiet
    state.main = view.main
    state.defender = view.defender
    state.order = vec[i64](view.order)
    state.right = view.right
    state.turn = view.turn
    state.dry = vec[i64](view.dry)
    state.totals = view.totals


def _copy_seat(state: State, seat: i64, shown: SeatView, gone: i64, secret: i64) -> None:
    aside: i64 = mask_of(shown.aside_known)
    known: i64 = mask_of(shown.known)
    state.hands[seat] = known
    state.aside[seat] = aside
    state.known[seat] = (known & ~secret) | (aside & gone)
    state.discard &= ~aside
    state.ranks[seat] = shown.rank
    state.held[seat] = shown.jokers_held + count(JOKERS & secret & (known | aside))
    if shown.status != SeatStatus.ACTIVE:
        state.active &= ~one(seat)
    if shown.status == SeatStatus.BUSTED:
        state.busted |= one(seat)


def _placed(state: State) -> i64:
    placed: i64 = state.discard | state.on_table
    for seat in range(state.seats):
        placed |= state.hands[seat] | state.aside[seat]
    return placed


def _reveal(state: State, result: SetResult) -> None:
    for seat in range(state.seats):
        state.hands[seat] = mask_of(result.reveal.hands[seat])
        state.aside[seat] = mask_of(result.reveal.aside[seat])
    state.stock = vec[i64](result.reveal.stock)
    state.reason = REASONS.index(result.reason) + 1
    state.totals = tuple([result.totals[seat] - result.points[seat] for seat in range(len(result.totals))])


def _deal_hidden(state: State, view: View, unseen: i64, rng: SearchRandom) -> None:
    """Jokers that must be somewhere first, then all other cards over all free places alike."""
    rest: i64 = unseen
    for seat in range(state.seats):
        for _ in range(view.seats[seat].jokers_held):
            joker: i64 = _any_of(rest & JOKERS, rng)
            rest &= ~one(joker)
            _put(state, view, seat, joker)
    deck: vec[i64] = _shuffled(rest, rng)
    place: i64 = 0
    for seat in range(state.seats):
        for _ in range(_hidden_places(state, view, seat)):
            _put(state, view, seat, deck[place])
            place += 1
    state.stock = deck[place:]
    state.drawn = 0


def _any_of(mask: i64, rng: SearchRandom) -> i64:
    if not mask:
        raise ValueError("more jokers than the pack has")
    rest: i64 = mask
    for _ in range(rng.below(count(mask))):
        rest &= rest - 1
    return lowest(rest)


def _put(state: State, view: View, seat: i64, card: i64) -> None:
    if view.seats[seat].status == SeatStatus.BUSTED:
        state.aside[seat] |= one(card)
    else:
        state.hands[seat] |= one(card)


def _hidden_places(state: State, view: View, seat: i64) -> i64:
    shown = view.seats[seat]
    held: i64 = count(state.hands[seat]) + count(state.aside[seat])
    return shown.hand_count + shown.aside_count - held


def _shuffled(mask: i64, rng: SearchRandom) -> vec[i64]:
    deck: vec[i64] = vec[i64]()
    rest: i64 = mask
    while rest:
        deck = append(deck, lowest(rest))
        rest &= rest - 1
    last: i64 = len(deck) - 1
    while last > 0:
        other: i64 = rng.below(last + 1)
        swapped: i64 = deck[last]
        deck[last] = deck[other]
        deck[other] = swapped
        last -= 1
    return deck


def _is_consistent(state: State, view: View) -> bool:
    """Whoever holds the right before an empty table can open; later hands allow the stop or do not."""
    if state.phase != ATTACK or state.on_table:
        return True
    return can_open(state, state.turn) and may_stop(state) == view.can_stop
