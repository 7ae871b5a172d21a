"""What a seat's hand is worth, from what the seat sees: live copies, outs, the distance to a wait (7.1, 7.2).

The chance of winning is a logistic fit to the ends of 12,000 hands between one-ply players (7.4), by outs where a hand
waits, and by what it still lacks where it does not. It serves to compare moves and is no probability to rely on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from services.chan.rules import CC, KINDS, MeldForm, SeatView, View

__all__ = ["Hand", "hand_of", "live_copies"]

_COPIES: Final = 4
_READY_CHAN: Final = 5
_STOCK: Final = 23

_LACKS_CHAN: Final = (0.0, -0.49, -1.13, -1.9)
"""By Chắn that are still needed for a wait; more are as bad as three."""
_LACKS_PAIRS: Final = (0.38, 0.0, -1.09, -2.12)
"""By pairings that are still needed; more are as bad as three."""
_DEAD_WAIT: Final = -4.0
"""A hand that waits for cards that are all seen can still change its wait."""


def live_copies(view: View) -> tuple[int, ...]:
    """Copies of each kind that the seat cannot place."""
    left = [_COPIES] * KINDS
    for kind in view.hand:
        left[kind] -= 1
    for card in view.doors:
        left[card.card] -= 1
    for meld in view.melds:
        left[meld.taken] -= 3 if meld.form == MeldForm.CHIU else 1
        left[meld.given] -= 1
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's hand as it is, or as it would be after a move."""

    copies: tuple[int, ...]
    """By kind, the exposed cards left out."""
    exposed_chan: int
    barred: frozenset[int]
    """Kinds that it may not capture any more."""

    @property
    def chan(self) -> int:
        """Chắn in hand and exposed."""
        return self.exposed_chan + sum(copies // 2 for copies in self.copies)

    def without(self, kind: int, number: int = 1) -> Hand:
        """The hand after so many cards of a kind have left it."""
        copies = list(self.copies)
        copies[kind] -= number
        return replace(self, copies=tuple(copies))

    def after_discard(self, kind: int) -> Hand:
        """The hand after a discard, which bars the kind."""
        return replace(self.without(kind), barred=self.barred | {kind})

    def after_chan(self, kind: int) -> Hand:
        """The hand after it took a card with one alike."""
        return replace(self.without(kind), exposed_chan=self.exposed_chan + 1)

    def after_chiu(self, kind: int) -> Hand:
        """The hand after it took a card with three alike."""
        return replace(self.without(kind, 3), exposed_chan=self.exposed_chan + 2)

    def after_ca(self, partner: int) -> Hand:
        """The hand after it took a card with this one, which bars the kind that was given."""
        return replace(self.without(partner), barred=self.barred | {partner})

    def odds(self, live: Sequence[int], stock: int) -> float:
        """Logarithm of the odds to win, between discards."""
        odd = self._odd_ranks()
        chan = self.chan
        time = stock / _STOCK
        if len(odd) == 1 and chan >= _READY_CHAN:
            outs = sum(live[kind] for kind in self._waits(odd[0]))
            if not outs:
                return _DEAD_WAIT
            return -2.4 + 0.5 * math.log(outs) - 0.02 * outs + 1.34 * time - 0.1 * (chan == _READY_CHAN)
        lacks_chan = min(max(_READY_CHAN - chan, 0), 3)
        lacks_pairs = min(max((len(odd) - 1) // 2, 0), 3)
        lone = sum(live[kind] for kind in self._lone(odd) if kind not in self.barred)
        return -5.07 + _LACKS_CHAN[lacks_chan] + _LACKS_PAIRS[lacks_pairs] + 0.056 * lone + 3.04 * time

    def chance(self, live: Sequence[int], stock: int) -> float:
        """The odds as a chance."""
        return 1 / (1 + math.exp(-self.odds(live, stock)))

    def _odd_ranks(self) -> list[range]:
        return [kinds for kinds in _RANKS if sum(self.copies[kind] for kind in kinds) % 2]

    def _waits(self, rank: Iterable[int]) -> list[int]:
        """Kinds of the one odd rank that win (3.3): all with six Chắn, with five those that make one more."""
        is_enough = self.chan > _READY_CHAN
        if CC in rank:
            return [] if is_enough else [CC]
        return [kind for kind in rank if is_enough or self.copies[kind] % 2]

    def _lone(self, odd: Iterable[range]) -> list[int]:
        return [kind for rank in odd for kind in rank if self.copies[kind] % 2]


_RANKS: Final = (*(range(first, first + 3) for first in range(0, CC, 3)), range(CC, CC + 1))


def hand_of(view: View) -> Hand:
    """The hand of the seat whose view it is."""
    me: SeatView = view.seats[view.audience]
    worth = {MeldForm.CHIU: 2, MeldForm.CHAN: 1}
    exposed = sum(worth.get(meld.form, 0) for meld in view.melds if meld.seat == view.audience)
    copies = tuple(view.hand.count(kind) for kind in range(KINDS))
    return Hand(copies, exposed, frozenset((*me.discarded, *me.shed)))
