"""A Tonk client that adds up the events it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from services.core import cards
from services.core.game import Hidden
from services.tonk import rules

__all__ = ["TonkFolder"]

_RANKS = "A23456789TJQK"
_WORD_START = re.compile("(?=[A-Z])")


def _shown(group: Iterable[int]) -> tuple[int, ...]:
    names = sorted((cards.name(card)[1], _RANKS.index(cards.name(card)[0]), card) for card in group)
    return tuple(card for _, _, card in names)


class TonkFolder:
    """Everything is public here but `hand` and the card drawn from the stock. `pile` and `known` are remembered."""

    def __init__(self, options: rules.Options, seats: int, audience: int, totals: Sequence[int]) -> None:
        self.audience = audience
        self.hand: set[int] = set()
        self.pile: list[int] = []
        self.known: list[set[int]] = [set() for _ in range(seats)]
        self.ending: rules.Ending | None = None
        self.base = rules.View(
            audience=audience,
            options=options,
            hand_no=0,
            hands_done=0,
            dealer=-1,
            order=(),
            phase=rules.Phase.TURN_START,
            turn=-1,
            version=0,
            turns=0,
            idle=0,
            hand=(),
            seats=tuple(rules.SeatView(0, 0) for _ in range(seats)),
            spreads=(),
            top=None,
            discard_count=0,
            stock_count=0,
            source=rules.Source.NONE,
            drawn=None,
            has_laid=False,
            has_melded=False,
            bankrolls=tuple(totals),
            result=None,
            memory=None,
        )

    def apply(self, event: rules.Event) -> None:
        """Takes in one event."""
        getattr(self, "_on" + _WORD_START.sub("_", type(event).__name__).lower())(event)

    def view(self) -> rules.View:
        """The view so far."""
        assert self.base.discard_count == len(self.pile)
        return replace(self.base, hand=_shown(self.hand), top=self.pile[-1] if self.pile else None)

    def recall(self) -> rules.View:
        """The view, and what the events so far let one remember."""
        memory = rules.Memory(tuple(self.pile), tuple(_shown(known) for known in self.known))
        return replace(self.view(), memory=memory)

    def _set(self, **changes: Any) -> None:
        self.base = replace(self.base, **changes)

    def _seat(self, seat: int, **changes: Any) -> None:
        seats = list(self.base.seats)
        seats[seat] = replace(seats[seat], **changes)
        self._set(seats=tuple(seats))

    def _leave(self, seat: int, gone: Iterable[int], hand_count: int) -> None:
        self._set(version=self.base.version + 1)
        self.known[seat] -= set(gone)
        if seat == self.audience:
            self.hand -= set(gone)
        self._seat(seat, hand_count=hand_count)

    def _on_dealer_drawn(self, event: rules.DealerDrawn) -> None:
        order = ["CDHS".index(cards.name(card)[1]) + 4 * _RANKS.index(cards.name(card)[0]) for card in event.cards]
        assert order.index(max(order)) == event.dealer

    def _on_seat_short(self, event: rules.SeatShort) -> None:
        assert event.bankroll == self.base.bankrolls[event.seat] < event.cover

    def _on_seat_left(self, event: rules.SeatLeft) -> None:
        assert 0 <= event.position < len(self.base.seats)

    def _on_hand_started(self, event: rules.HandStarted) -> None:
        assert event.bankrolls == self.base.bankrolls
        self._set(hand_no=event.hand_no, hands_done=event.hands_done, dealer=event.dealer, order=event.order)

    def _on_cards_dealt(self, event: rules.CardsDealt) -> None:
        for seat, count in enumerate(event.counts):
            self._seat(seat, hand_count=count)
            own = event.hands[seat]
            assert isinstance(own, Hidden) == (seat != self.audience)
            if not isinstance(own, Hidden):
                self.hand = set(own)
        self._set(stock_count=event.stock_count)

    def _on_upcard_turned(self, event: rules.UpcardTurned) -> None:
        self.pile.append(event.card)
        self._set(discard_count=1)

    def _on_initial_tonk(self, event: rules.InitialTonk) -> None:
        assert all(total in (49, 50) for total in event.totals)

    def _on_turn_started(self, event: rules.TurnStarted) -> None:
        assert event.version == self.base.version
        assert (event.stock_count, event.discard_count) == (self.base.stock_count, self.base.discard_count)
        assert event.top == (self.pile[-1] if self.pile else None)
        for seat, block in enumerate(event.blocks):
            self._seat(seat, block=block)
        self._set(phase=rules.Phase.TURN_START, turn=event.seat, turns=event.turns, idle=event.idle)
        self._set(source=rules.Source.NONE, drawn=None, has_laid=False, has_melded=False)

    def _on_drawn(self, event: rules.Drawn) -> None:
        self._leave(event.seat, [], event.hand_count)
        card = event.card
        own = event.seat == self.audience
        assert isinstance(card, Hidden) == (event.source == rules.Source.STOCK and not own)
        if event.source == rules.Source.DISCARD:
            assert card == self.pile.pop()
            self.known[event.seat].add(card)
        if own:
            assert isinstance(card, int)
            self.hand.add(card)
        assert event.top == (self.pile[-1] if self.pile else None)
        self._set(phase=rules.Phase.MELD, source=event.source, drawn=card if isinstance(card, int) else None)
        self._set(stock_count=event.stock_count, discard_count=event.discard_count)

    def _on_spread_laid(self, event: rules.SpreadLaid) -> None:
        self._leave(event.seat, event.cards, event.hand_count)
        laid = tuple(rules.Laid(card, event.seat) for card in event.cards)
        spread = rules.SpreadView(event.spread, event.seat, event.kind, laid)
        assert event.spread == len(self.base.spreads) + 1
        self._set(spreads=(*self.base.spreads, spread), has_laid=True, has_melded=True)

    def _on_spread_hit(self, event: rules.SpreadHit) -> None:
        self._leave(event.seat, [event.card], event.hand_count)
        spreads = list(self.base.spreads)
        it = spreads[event.spread - 1]
        assert it.owner == event.owner
        who = {laid.card: laid.seat for laid in it.cards} | {event.card: event.seat}
        order = _shown(who)
        at_end = {rules.HitEnd.LOW: order[0], rules.HitEnd.HIGH: order[-1]}
        assert at_end.get(event.end, event.card) == event.card
        spreads[event.spread - 1] = replace(it, cards=tuple(rules.Laid(card, who[card]) for card in order))
        self._set(spreads=tuple(spreads), has_melded=True)
        self._block(event)

    def _block(self, event: rules.SpreadHit) -> None:
        how = self.base.options.hit_blocks_knock
        if how == rules.HitBlocksKnock.NONE or event.owner == event.seat:
            return
        before = self.base.seats[event.owner].block
        self._seat(event.owner, block=1 if how == rules.HitBlocksKnock.ONE_TURN else before + 1)

    def _on_discarded(self, event: rules.Discarded) -> None:
        self._leave(event.seat, [event.card], event.hand_count)
        self.pile.append(event.card)
        block = self.base.seats[event.seat].block
        self._seat(event.seat, block=max(block - 1, 0))
        idle = self.base.source == rules.Source.DISCARD and not self.base.has_melded
        self._set(discard_count=event.discard_count, turns=self.base.turns + 1)
        self._set(idle=self.base.idle + 1 if idle else 0)

    def _on_knocked(self, event: rules.Knocked) -> None:
        assert event.seat == self.base.turn
        self._set(version=self.base.version + 1)

    def _on_declined(self, event: rules.Declined) -> None:
        assert event.seat == self.base.turn
        self._set(version=self.base.version + 1)

    def _on_hand_ended(self, event: rules.HandEnded) -> None:
        self.ending = event.ending
        self._set(phase=rules.Phase.HAND_OVER, turn=-1)

    def _on_settled(self, event: rules.Settled) -> None:
        assert self.ending is not None
        result = rules.HandResult(self.base.hand_no, self.base.dealer, self.ending, event.settlement)
        self._set(bankrolls=event.settlement.bankrolls, result=result)
