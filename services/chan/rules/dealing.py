"""From what chance supplied to a hand in play (CHAN-2, CHAN-3)."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from services.chan.rules.events import Event, HandStarted
from services.chan.rules.flow import open_hand
from services.chan.rules.kinds import COPIES
from services.chan.rules.match import Match
from services.chan.rules.options import Options
from services.chan.rules.state import SEATS, State, give, hand_size, kinds_of, stock_count
from services.core.game import Chance

__all__ = ["deal"]

_HAND = 19


def deal(options: Options, match: Match, chance: Chance) -> tuple[State, list[Event]]:
    """The next hand of a match, dealt and ready to play, and the events so far.

    `chance["deck"]` is a permutation of the 100 cards in play, `chance["dealer"]` holds the dealer.
    """
    state = State(options)
    state.hand_no = match.hands + 1
    state.totals = match.totals
    state.dealer = chance["dealer"][0]
    _deal_cards(state, chance["deck"])
    log: list[Event] = [
        HandStarted(
            state.hand_no,
            state.dealer,
            tuple([hand_size(state, seat) for seat in range(SEATS)]),
            stock_count(state),
            options.house,
            tuple([kinds_of(state.hands, seat) for seat in range(SEATS)]),
        )
    ]
    open_hand(state, log)
    return state, log


def _deal_cards(state: State, deck: Sequence[int]) -> None:
    """Twenty to the dealer, nineteen to each next seat, the rest is the stock from the top (CHAN-3)."""
    place = 0
    for turn in range(SEATS):
        seat: i64 = (state.dealer + turn) & 3
        for _ in range(_HAND + (turn == 0)):
            give(state, seat, deck[place] // COPIES)
            place += 1
    state.opening = state.hands[:]
    state.stock = vec[i64]([card // COPIES for card in deck[place:]])
