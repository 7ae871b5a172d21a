"""A state consistent with a view: every card that its audience cannot place is dealt at random.

The sample's own audience sees exactly the view again. What the view does not say is not assumed, but for
one thing that the rules themselves say: a hand that has not had its turn yet was no initial tonk (TONK-15).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from services.core.cards import FULL, count, lowest, mask_of, one
from services.core.chance import SearchRandom
from services.core.game import Hidden
from services.tonk.rules.dealing import blank_state
from services.tonk.rules.results import HandResult, Reason
from services.tonk.rules.settlement import REASONS
from services.tonk.rules.spreads import points
from services.tonk.rules.state import NOBODY, NOTHING, State, on_table
from services.tonk.rules.views import View

__all__ = ["sample"]

_TRIES: Final = 10_000
_INITIAL_TONK: Final = 49


def sample(view: View, rng: SearchRandom) -> State:
    """A state that its audience could be in, hidden cards uniformly at random.

    Raises ValueError for a view that no state has.
    """
    state = _public_part(view)
    _place_known(state, view)
    fixed: vec[i64] = state.hands[:]
    pile: vec[i64] = state.pile
    placed: i64 = on_table(state)
    for seat in range(state.seats):
        placed |= fixed[seat]
    for card in state.pile:
        placed |= one(card)
    unseen: i64 = FULL & ~placed
    untouched: i64 = _untouched(state, view)
    for _ in range(_TRIES):
        state.hands = fixed[:]
        state.pile = pile
        _deal_hidden(state, view, unseen, rng)
        if _is_consistent(state, untouched):
            return state
    raise ValueError("no state looks like this view")


def _public_part(view: View) -> State:
    state = blank_state(view.options, len(view.seats))
    state.hand_no = view.hand_no
    state.hands_done = view.hands_done
    state.dealer = view.dealer
    state.order = vec[i64](view.order)
    state.phase = view.phase.value
    state.turn = view.turn
    state.version = view.version
    state.turns = view.turns
    state.idle = view.idle
    state.source = view.source.value
    state.laid = 1 if view.has_laid else 0
    state.melded = 1 if view.has_melded else 0
    state.bankrolls = view.bankrolls
    for seat in range(state.seats):
        state.blocks[seat] = view.seats[seat].block
    for spread in view.spreads:
        mask: i64 = 0
        for laid in spread.cards:
            mask |= one(laid.card)
            state.put[laid.seat] |= one(laid.card)
        state.spreads = append(state.spreads, mask)
        state.owners = append(state.owners, spread.owner)
    return state


def _place_known(state: State, view: View) -> None:
    if view.audience >= 0:
        state.hands[view.audience] = mask_of(view.hand)
    if view.memory is not None:
        state.pile = vec[i64](view.memory.pile)
        for seat in range(state.seats):
            state.known[seat] = mask_of(view.memory.known[seat])
            state.hands[seat] |= state.known[seat]
    elif view.top is not None:
        state.pile = vec[i64]([view.top])
    if view.result is not None:
        _reveal(state, view.result)
    if view.drawn is not None:
        state.card = view.drawn
        _place_taken(state)


def _place_taken(state: State) -> None:
    """A card taken from the pile in this turn is in the drawer's hand, unless it has gone on already."""
    seat: i64 = state.turn
    gone: i64 = on_table(state)
    for card in state.pile:
        gone |= one(card)
    if seat != NOBODY and not gone & one(state.card):
        state.hands[seat] |= one(state.card)
        if state.source == 2:
            state.known[seat] |= one(state.card)


def _reveal(state: State, result: HandResult) -> None:
    ending, paid = result.ending, result.settlement
    state.reason = REASONS.index(ending.reason) + 1
    state.bankrolls = tuple([paid.bankrolls[seat] - paid.net[seat] for seat in range(len(paid.net))])
    for seat in range(state.seats):
        hand = ending.hands[seat]
        if not isinstance(hand, Hidden):
            state.hands[seat] = mask_of(hand)
    if ending.knocker is not None:
        state.closer = ending.knocker
    elif ending.reason in (Reason.TONK, Reason.OUT):
        state.closer = ending.winners[0]


def _untouched(state: State, view: View) -> i64:
    """Seats whose cards are hidden and have been theirs since the deal."""
    shown = view.result.ending.hands if view.result is not None else ()
    size: i64 = len(state.order)
    place: i64 = 0
    while state.order[place] != state.dealer:
        place += 1
    mask: i64 = 0
    for turn in range(size):
        seat: i64 = state.order[(place + 1 + turn) % size]
        if shown:
            is_hidden = isinstance(shown[seat], Hidden)
        else:
            is_hidden = turn > state.turns or (turn == state.turns and state.source == 0)
        if is_hidden and seat != view.audience:
            mask |= one(seat)
    return mask


def _deal_hidden(state: State, view: View, unseen: i64, rng: SearchRandom) -> None:
    deck: vec[i64] = _shuffled(unseen, rng)
    place: i64 = 0
    for seat in range(state.seats):
        missing: i64 = view.seats[seat].hand_count - count(state.hands[seat])
        for _ in range(missing):
            state.hands[seat] |= one(deck[place])
            place += 1
    # Without a memory only the top of the pile is known: the rest is dealt below it.
    below: vec[i64] = vec[i64]()
    older: i64 = view.discard_count - len(state.pile)
    for _ in range(older):
        below = append(below, deck[place])
        place += 1
    for card in state.pile:
        below = append(below, card)
    state.pile = below
    if len(deck) - place != view.stock_count:
        raise ValueError("the cards of this view do not add up")
    state.stock = deck[place:]
    state.drawn = 0
    if view.drawn is None and view.source.value == 1:
        state.card = _drawn_unseen(state, rng)


def _drawn_unseen(state: State, rng: SearchRandom) -> i64:
    """The card that another seat drew from the stock: any of its hidden ones."""
    if state.turn == NOBODY:
        return NOTHING
    rest: i64 = state.hands[state.turn] & ~state.known[state.turn]
    mask: i64 = rest
    if not mask:
        return NOTHING
    for _ in range(rng.below(count(mask))):
        rest &= rest - 1
    return lowest(rest)


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


def _is_consistent(state: State, untouched: i64) -> bool:
    for seat in state.order:
        if (untouched >> seat) & 1 and count(state.hands[seat]) == 5 and points(state.hands[seat]) >= _INITIAL_TONK:
            return False
    return True
