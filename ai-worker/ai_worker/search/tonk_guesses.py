"""Guesses of the cards that a seat cannot place in Tonk, the likelier ones more often.

Each guess follows from the one before by a walk of Metropolis: a hidden card of some other hand changes places with
another hidden card, and the change stands as often as it fits what that seat was seen to do (6.1). What is held against
a hand:

* its points, the more turns the seat has had the more, as players get rid of them;
* a card that would rather have been thrown than the one that the seat threw last;
* that, less a card which it may have drawn, it would have begun the last turn otherwise: knocked, or taken the discard
  that it let lie.

Which card was drawn is a part of the guess. What is held against a hand is minus the logarithm of its weight, times
`UNIT`.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ai_worker.search.tonk_turns import MOST_TURNS, SURE, Habits, looseness, loosest_of, start_of, turns_had
from services.core.cards import FULL, count, lowest, one
from services.core.chance import SearchRandom
from services.tonk.rules.spreads import ace_low, points
from services.tonk.rules.state import NOTHING, TURN_START, State, copy_state, on_table
from services.tonk.rules.stepping import DRAW_DISCARD, KNOCK

__all__ = ["UNIT", "Belief", "Guesses"]

UNIT: Final = 256
_FROM_DISCARD: Final = 2
_NEGLIGIBLE: Final = 12
"""A change that is e to this power less likely never stands."""


class Belief:
    """How much is held against a hand, times `UNIT`.

    `tilts[turns]` for each of its points; `missed` for each point by which another card would rather have been thrown,
    `most_missed` in all; `knock` if it would have knocked; `begun` if it would have drawn from the other place.
    """

    def __init__(self, tilts: list[int], missed: int, most_missed: int, knock: int, begun: int) -> None:
        self.tilts: vec[i64] = vec[i64](tilts)
        self.missed: i64 = missed
        self.most_missed: i64 = most_missed
        self.knock: i64 = knock
        self.begun: i64 = begun


class _Rival:
    """Another seat: where its hidden cards lie in the deck, and what its last turn showed."""

    def __init__(self, seat: i64, start: i64, end: i64, known: i64, turns: i64) -> None:
        self.seat: i64 = seat
        self.start: i64 = start
        self.end: i64 = end
        self.known: i64 = known
        self.turns: i64 = turns
        self.thrown: i64 = NOTHING
        self.taken: i64 = NOTHING
        self.before: State | None = None
        self.weight: i64 = 0


class Guesses:
    """A walk through the states that look like `first`, a sample of one seat's view, to that seat."""

    def __init__(self, first: State, me: i64, habits: Habits, belief: Belief, rng: SearchRandom) -> None:
        self._first = first
        self._habits = habits
        self._belief = belief
        self._rng = rng
        self._stands: vec[i64] = vec[i64]([int(SURE * math.exp(-k / UNIT)) for k in range(_NEGLIGIBLE * UNIT)])
        self._deck: vec[i64] = vec[i64]()
        self._rivals: list[_Rival] = []
        self._gone: i64 = on_table(first)
        self._sit_down(me)
        self._hidden: i64 = len(self._deck)
        for card in first.stock[first.drawn :]:
            self._deck = append(self._deck, card)
        self._look_back()
        for rival in self._rivals:
            rival.weight = self._against(rival)

    def _sit_down(self, me: i64) -> None:
        """The other seats, the one before `me` first, and their hidden cards."""
        first = self._first
        size: i64 = len(first.order)
        at: i64 = 0
        while first.order[at] != me:
            at += 1
        for back in range(1, size):
            seat: i64 = first.order[(at + size - back) % size]
            start: i64 = len(self._deck)
            rest: i64 = first.hands[seat] & ~first.known[seat]
            while rest:
                self._deck = append(self._deck, lowest(rest))
                rest &= rest - 1
            self._rivals.append(_Rival(seat, start, len(self._deck), first.known[seat], turns_had(first, seat)))

    def _look_back(self) -> None:
        """What each other seat did in its last turn, as far as that is clear: the discards lie in the order of turns
        until somebody took one, and in which of its turns a seat took a card is clear only if it took one in each.
        """
        first = self._first
        pile: vec[i64] = first.pile
        if first.source == _FROM_DISCARD:
            pile = append(pile, first.card)
        for card in pile:
            self._gone |= one(card)
        turns: i64 = first.turns
        for rival in self._rivals:
            left: i64 = len(pile) - 1
            if not rival.turns or left < 0:
                return
            turns -= 1
            rival.thrown = pile[left]
            pile = pile[:left]
            if rival.known and count(rival.known) < rival.turns:
                return
            if rival.known:
                rival.taken = lowest(rival.known)
                pile = append(pile, rival.taken)
            if not first.put[rival.seat]:
                rival.before = self._before(rival, turns, pile)

    def _before(self, rival: _Rival, turns: i64, pile: vec[i64]) -> State:
        """The start of a seat's last turn, but for its hand."""
        before = copy_state(self._first)
        before.phase = TURN_START
        before.turn = rival.seat
        before.turns = turns
        before.pile = pile
        if rival.taken != NOTHING:
            before.known[rival.seat] &= ~one(rival.taken)
        return before

    def walk(self, changes: int) -> State:
        """The guess after so many more proposed changes."""
        for _ in range(changes):
            self._change()
        world = copy_state(self._first)
        for rival in self._rivals:
            world.hands[rival.seat] = self._hand(rival)
        world.stock = self._deck[self._hidden :]
        world.drawn = 0
        return world

    def _change(self) -> None:
        """Proposes that two hidden cards, one at least of them in a hand, change places."""
        if not self._hidden:
            return
        place: i64 = self._rng.below(self._hidden)
        other: i64 = self._rng.below(len(self._deck))
        giver = self._holder(place)
        taker = self._holder(other)
        self._swap(place, other)
        giver_weight: i64 = self._against(giver) if giver is not None else 0
        loss: i64 = giver_weight - giver.weight if giver is not None else 0
        taker_weight: i64 = 0
        if taker is not None and taker is not giver:
            taker_weight = self._against(taker)
            loss += taker_weight - taker.weight
        if loss > 0 and not self._stands_by_lot(loss):
            self._swap(place, other)
            return
        if giver is not None:
            giver.weight = giver_weight
        if taker is not None and taker is not giver:
            taker.weight = taker_weight

    def _stands_by_lot(self, loss: i64) -> bool:
        return loss < len(self._stands) and self._rng.below(SURE) < self._stands[loss]

    def _holder(self, place: i64) -> _Rival | None:
        """Whose hand a place of the deck belongs to; None in the stock."""
        for rival in self._rivals:
            if rival.start <= place < rival.end:
                return rival
        return None

    def _swap(self, place: i64, other: i64) -> None:
        card: i64 = self._deck[place]
        self._deck[place] = self._deck[other]
        self._deck[other] = card

    def _hand(self, rival: _Rival) -> i64:
        mask: i64 = rival.known
        for place in range(rival.start, rival.end):
            mask |= one(self._deck[place])
        return mask

    def _against(self, rival: _Rival) -> i64:
        """What is held against the hand that a seat is guessed to hold."""
        if not rival.turns:
            return 0
        belief = self._belief
        hand: i64 = self._hand(rival)
        against: i64 = belief.tilts[min(rival.turns, MOST_TURNS)] * points(hand)
        if rival.thrown == NOTHING:
            return against
        held: i64 = hand | one(rival.thrown)
        against += min(belief.missed * self._missed(held, rival.thrown), belief.most_missed)
        before = rival.before
        if before is not None:
            drawn: i64 = rival.taken
            if drawn == NOTHING:
                drawn = self._any_of(held)
            before.hands[rival.seat] = held & ~one(drawn)
            began: i64 = start_of(before, self._habits)
            if began == KNOCK:
                against += belief.knock
            elif (began == DRAW_DISCARD) != (rival.taken != NOTHING):
                against += belief.begun
        return against

    def _any_of(self, cards: i64) -> i64:
        rest: i64 = cards
        for _ in range(self._rng.below(count(cards))):
            rest &= rest - 1
        return lowest(rest)

    def _missed(self, held: i64, thrown: i64) -> i64:
        """By how many points another card would rather have been thrown."""
        low: i64 = ace_low(held)
        unseen: i64 = ace_low(FULL & ~(self._gone | held))
        draws: i64 = self._habits.draws
        least: i64 = looseness(lowest(ace_low(one(thrown))), low, unseen, draws)
        return (loosest_of(low, low, unseen, draws) - least) // (10 * max(count(unseen), 1))
