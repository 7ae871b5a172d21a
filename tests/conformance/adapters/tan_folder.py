"""A Tấn client that adds up the events it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from services.core import cards
from services.tan import rules

__all__ = ["TanFolder"]


class _Seat:
    def __init__(self) -> None:
        self.count = 0
        self.known: set[int] = set()
        self.held = 0
        self.rank = 0
        self.aside = 0
        self.own_aside: set[int] = set()
        self.status = rules.SeatStatus.ACTIVE


class TanFolder:
    """Everything is public here but `hand` and `secret`, which belong to the audience."""

    def __init__(self, options: rules.Options, seats: int, audience: int, totals: Sequence[int]) -> None:
        self.audience = audience
        self.royal = 0
        self.hand: set[int] = set()
        self.secret: dict[int, int] = {}
        self.seats = [_Seat() for _ in range(seats)]
        self.waves: list[rules.Wave] = []
        self.gone: set[int] = set()
        self.base = rules.View(
            audience=audience,
            options=options,
            set_no=0,
            royal=0,
            leader=0,
            phase=rules.Phase.ATTACK,
            version=0,
            round_no=0,
            wave_no=0,
            quiet=0,
            main=-1,
            defender=-1,
            order=(),
            right=0,
            turn=-1,
            limit=0,
            can_stop=False,
            hand=(),
            seats=(),
            table=(),
            stock_count=0,
            discard_count=0,
            gone=(),
            dry=(),
            tribute=None,
            secret=(),
            totals=tuple(totals),
            result=None,
        )

    def apply(self, event: rules.Event) -> None:
        """Takes in one event."""
        getattr(self, f"_on_{type(event).__name__}")(event)

    def view(self) -> rules.View:
        """The view so far."""
        return replace(
            self.base,
            hand=self._shown(self.hand),
            seats=tuple(self._seat_view(seat) for seat in range(len(self.seats))),
            table=tuple(self.waves),
            gone=self._shown(self.gone),
            secret=self._shown(self.secret),
        )

    def recall(self) -> rules.View:
        """Nothing is forgotten in Tấn: the view has it all."""
        return self.view()

    def _shown(self, group: Iterable[int]) -> tuple[int, ...]:
        return cards.display(cards.mask_of(group), self.base.royal)

    def _seat_view(self, seat: int) -> rules.SeatView:
        it = self.seats[seat]
        secret = {card for card, holder in self.secret.items() if holder == seat}
        busted = it.status == rules.SeatStatus.BUSTED
        named = it.known | secret
        held = it.held - len([card for card in secret if card >= cards.X1])
        return rules.SeatView(
            status=it.status,
            rank=it.rank,
            hand_count=it.count,
            known=() if busted else self._shown(named),
            aside_count=it.aside,
            aside_known=self._shown(named | it.own_aside) if busted else (),
            jokers_held=0 if seat == self.audience else max(0, held),
        )

    def _set(self, **changes: object) -> None:
        self.base = replace(self.base, **changes)  # type: ignore[arg-type]

    def _count_move(self) -> None:
        self._set(version=self.base.version + 1)

    def _leave(self, seat: int, gone: Iterable[int], count: int) -> None:
        it = self.seats[seat]
        for card in gone:
            if card >= cards.X1 and card not in it.known:
                it.held = max(0, it.held - 1)
            it.known.discard(card)
            self.secret.pop(card, None)
            if seat == self.audience:
                self.hand.discard(card)
        it.count = count

    def _note_dry(self, seat: int) -> None:
        rule = self.base.options.finish_rule
        lazy = rule == rules.FinishRule.HAND_AND_STOCK_EMPTY
        if lazy and self.base.stock_count and not self.seats[seat].count:
            self._set(dry=(*self.base.dry, seat))

    def _tell_jokers(self, seat: int) -> None:
        it = self.seats[seat]
        it.held = it.count - len(it.known)

    def _on_SetStarted(self, event: rules.SetStarted) -> None:
        self._set(set_no=event.set_no, royal=event.royal, leader=event.leader)

    def _on_HandDealt(self, event: rules.HandDealt) -> None:
        for seat, count in enumerate(event.counts):
            self.seats[seat].count = count
            own = event.hands[seat]
            if seat == self.audience:
                assert isinstance(own, tuple)
                self.hand = set(own)
            else:
                assert not isinstance(own, tuple)
        self._set(stock_count=event.stock_count)

    def _on_TributePaid(self, event: rules.TributePaid) -> None:
        self._leave(event.payer, [event.card], self.seats[event.payer].count - 1)
        king = self.seats[event.king]
        king.count += 1
        king.known.add(event.card)
        if self.audience == event.king:
            self.hand.add(event.card)
        self._set(tribute=rules.Tribute(event.payer, event.king, event.card))

    def _on_TributeSkipped(self, event: rules.TributeSkipped) -> None:
        assert self.base.options.tribute

    def _on_TributeReturned(self, event: rules.TributeReturned) -> None:
        self._count_move()
        paid = self.base.tribute
        assert paid is not None
        assert paid.card is not None
        card = event.card
        known = isinstance(card, int)
        assert known == (self.audience in (event.king, event.payer))
        self.seats[event.king].known.discard(paid.card)
        self._leave(event.king, [card] if isinstance(card, int) else [], 8)
        self.seats[event.payer].count = 8
        if isinstance(card, int) and self.audience == event.king:
            self.secret[card] = event.payer
        if isinstance(card, int) and self.audience == event.payer:
            self.hand.add(card)
            if card != paid.card:
                self.secret[paid.card] = event.king
        self._set(tribute=replace(paid, card=None))

    def _on_RoundStarted(self, event: rules.RoundStarted) -> None:
        self._set(
            round_no=event.round_no,
            main=event.main,
            defender=event.defender,
            order=event.order,
            right=0,
            wave_no=0,
            dry=(),
        )

    def _on_TurnChanged(self, event: rules.TurnChanged) -> None:
        assert event.version == self.base.version
        self._set(turn=event.seat, phase=event.phase, limit=event.limit, can_stop=event.can_stop)
        if event.phase != rules.Phase.ATTACK:
            return
        right = self.base.order.index(event.seat)
        self._set(right=right)
        if not self.waves and not event.can_stop and self.base.options.jokers:
            for seat in self.base.order[right + 1 :]:
                self._tell_jokers(seat)

    def _on_WaveAttacked(self, event: rules.WaveAttacked) -> None:
        self._count_move()
        self._leave(event.seat, event.cards, event.hand_count)
        pairs = tuple(rules.Pair(card, None) for card in event.cards)
        self.waves.append(rules.Wave(event.wave_no, event.seat, pairs))
        self._set(wave_no=event.wave_no)
        self._note_dry(event.seat)

    def _on_WaveDefended(self, event: rules.WaveDefended) -> None:
        self._count_move()
        self._leave(event.seat, [answer for _, answer in event.pairs], event.hand_count)
        pairs = tuple(rules.Pair(attack, answer) for attack, answer in event.pairs)
        assert [pair.attack for pair in self.waves[-1].pairs] == [a for a, _ in event.pairs]
        self.waves[-1] = replace(self.waves[-1], pairs=pairs)
        self._note_dry(event.seat)

    def _on_AttackStopped(self, event: rules.AttackStopped) -> None:
        assert event.seat == self.base.turn
        self._count_move()

    def _on_TableTaken(self, event: rules.TableTaken) -> None:
        self._count_move()
        it = self.seats[event.seat]
        it.known |= set(event.cards)
        it.count += len(event.cards)
        assert it.count == event.hand_count
        if event.seat == self.audience:
            self.hand |= set(event.cards)
        self.waves = []

    def _on_TableDiscarded(self, event: rules.TableDiscarded) -> None:
        self.gone |= set(event.cards)
        self.waves = []
        self._set(discard_count=event.discard_count)

    def _on_CardsDrawn(self, event: rules.CardsDrawn) -> None:
        self.seats[event.seat].count = event.hand_count
        self._set(stock_count=event.stock_count)
        drawn = event.cards
        assert isinstance(drawn, tuple) == (event.seat == self.audience)
        if isinstance(drawn, tuple):
            assert len(drawn) == event.count
            self.hand |= set(drawn)

    def _on_SeatOut(self, event: rules.SeatOut) -> None:
        self.seats[event.seat].rank = event.rank
        self.seats[event.seat].status = rules.SeatStatus.OUT

    def _on_SeatBusted(self, event: rules.SeatBusted) -> None:
        it = self.seats[event.seat]
        it.rank = event.rank
        it.status = rules.SeatStatus.BUSTED
        it.aside = event.hand_count
        it.count = 0
        self.gone |= it.known
        if event.seat == self.audience:
            it.own_aside = self.hand
            self.hand = set()

    def _on_RoundEnded(self, event: rules.RoundEnded) -> None:
        self._set(quiet=event.quiet)

    def _on_LeadSkipped(self, event: rules.LeadSkipped) -> None:
        self._tell_jokers(event.seat)

    def _on_StallWarning(self, event: rules.StallWarning) -> None:
        assert event.rounds_left == self.base.options.stall_limit - self.base.quiet

    def _on_SetEnded(self, event: rules.SetEnded) -> None:
        for seat, rank in enumerate(event.result.ranks):
            it = self.seats[seat]
            it.rank = rank
            if it.status == rules.SeatStatus.ACTIVE:
                it.status = rules.SeatStatus.OUT
        self._set(
            phase=rules.Phase.SET_OVER,
            turn=-1,
            limit=0,
            can_stop=False,
            totals=event.result.totals,
            result=event.result,
        )
