"""From what chance supplied to a set in play (TAN-51)."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from services.core.cards import count, display, one
from services.core.game import Chance
from services.tan.rules.events import Event, HandDealt, SetStarted
from services.tan.rules.match import Match, next_leader
from services.tan.rules.options import Options
from services.tan.rules.state import NOBODY, State, stock_count
from services.tan.rules.tribute import open_set

__all__ = ["blank_state", "deal"]

_HAND_SIZE = 8


def blank_state(options: Options, seats: int) -> State:
    """A state with empty hands, for whoever fills one in."""
    state = State(options, seats)
    empty = [0] * seats
    state.hands = vec[i64](empty)
    state.known = vec[i64](empty)
    state.aside = vec[i64](empty)
    state.ranks = vec[i64](empty)
    state.held = vec[i64](empty)
    state.totals = (0,) * seats
    return state


def deal(options: Options, match: Match, chance: Chance) -> tuple[State, list[Event]]:
    """The next set of a match, dealt and ready to play, and the events so far.

    `chance["deck"]` lists the cards from the top, `chance["royal"]` holds the royal suit and
    `chance["leader"]` who leads the first set.
    """
    state = blank_state(options, match.seats)
    state.set_no = len(match.set_ranks) + 1
    state.totals = match.totals
    state.royal = chance["royal"][0]
    king: i64 = NOBODY
    payer: i64 = NOBODY
    if match.set_ranks:
        king = next_leader(match)
        payer = match.set_ranks[-1].index(match.seats)
    state.leader = chance["leader"][0] if king == NOBODY else king
    deck = chance["deck"]
    _deal_hands(state, deck)
    log: list[Event] = [
        SetStarted(state.set_no, state.royal, state.leader, len(deck)),
        HandDealt(
            tuple([count(hand) for hand in state.hands]),
            stock_count(state),
            tuple([display(hand, state.royal) for hand in state.hands]),
        ),
    ]
    open_set(state, king, payer, log)
    return state, log


def _deal_hands(state: State, deck: Sequence[int]) -> None:
    """Eight each, one at a time from the leader to the right (TAN-8); the rest is the stock (TAN-9)."""
    dealt = _HAND_SIZE * state.seats
    for place in range(dealt):
        seat: i64 = (state.leader + place) % state.seats
        state.hands[seat] |= one(deck[place])
    state.stock = vec[i64](deck[dealt:])
