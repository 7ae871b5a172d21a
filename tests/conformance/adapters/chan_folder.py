"""A Chắn client that adds up the events it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from services.chan import rules
from services.core.game import Hidden
from tests.conformance.adapters.chan_reading import best_pairing

__all__ = ["ChanFolder"]

Stage, Origin = rules.Stage, rules.Origin


class _Seat:
    def __init__(self) -> None:
        self.count = 0
        self.discarded: set[int] = set()
        self.shed: set[int] = set()


class ChanFolder:
    """Everything is public here but `hand`, `locked` and `claim`, which belong to the audience."""

    def __init__(self, options: rules.Options, seats: int, audience: int, totals: Sequence[int]) -> None:
        self.options = options
        self.audience = audience
        self.totals = tuple(totals)
        self.seats = [_Seat() for _ in range(seats)]
        self.hand: list[int] = []
        self.locked: set[int] = set()
        self.claim: rules.Claim | None = None
        self.melds: list[rules.Meld] = []
        self.doors: list[rules.DoorCard] = []
        self.live: rules.LiveCard | None = None
        self.stage = Stage.DISCARD
        self.seat = self.entitled = self.return_door = self.dead = -1
        self.turn = self.stock = self.hand_no = self.dealer = 0
        self.result: rules.HandResult | None = None

    def apply(self, event: rules.Event) -> None:  # noqa: C901, PLR0912 - one arm an event
        """Takes in one event."""
        match event:
            case rules.HandStarted():
                self._start(event)
            case rules.Decision(seat, stage):
                self.turn += 1
                self.seat, self.stage = seat, stage
                if stage == Stage.TAKE:
                    self.entitled = seat
                self._close_window()
            case rules.Discarded(seat, card, door, reason):
                self.seats[seat].discarded.add(card)
                self._lose(seat, [card])
                is_return = reason == rules.DiscardReason.RETURN
                entitled = self.entitled if is_return else (seat + 1) % 4
                self.return_door = -1
                self._publish(card, door, Origin.RETURN if is_return else Origin.DISCARD, seat, entitled)
            case rules.StockRevealed(seat, card, left):
                self.stock = left
                self._publish(card, seat, Origin.STOCK, seat, seat)
            case rules.Claimed(_, claim):
                if self.stage == Stage.HEAVEN:
                    self.stage = Stage.DISCARD if claim == rules.Claim.PASS else self.stage
                else:
                    self.claim = claim
            case rules.Passed():
                self._pass(event)
            case rules.Captured(seat, card, _, given, form):
                if form == rules.MeldForm.CA:
                    self.seats[seat].shed.add(given)
                self._lose(seat, [given])
                self._expose(seat, form, given)
            case rules.Chiued(seat, card, _, back):
                interrupted = self.entitled
                self._lose(seat, [card] * 3)
                self._expose(seat, rules.MeldForm.CHIU, card)
                self.return_door = back
                self.entitled = interrupted if back >= 0 else -1
            case rules.DeadHand(seat):
                self.dead = seat
            case rules.HandEnded(result):
                self._end(result)

    def _start(self, event: rules.HandStarted) -> None:
        self.hand_no, self.dealer, self.stock = event.hand_no, event.dealer, event.stock_count
        for seat, count in zip(self.seats, event.counts, strict=True):
            seat.count = count
        for hand in event.hands:
            if not isinstance(hand, Hidden):
                self.hand = list(hand)

    def _publish(self, card: int, door: int, origin: rules.Origin, seat: int, entitled: int) -> None:
        self.turn += 1
        self.live = rules.LiveCard(card, door, origin, seat)
        self.doors.append(rules.DoorCard(card, door, seat, origin))
        self.stage, self.seat, self.entitled = Stage.CLAIMS, -1, entitled
        self._close_window()

    def _close_window(self) -> None:
        self.claim = None

    def _pass(self, event: rules.Passed) -> None:
        if event.locked is True:
            self.locked.add(event.card)
        self._close_window()
        if event.next_step == rules.NextStep.REVEAL:
            self.live, self.entitled = None, -1
        else:
            assert self.live is not None
            self.live = rules.LiveCard(event.card, self.live.door, Origin.PASSED, self.live.publisher)

    def _lose(self, seat: int, cards: Sequence[int]) -> None:
        self.seats[seat].count -= len(cards)
        if seat == self.audience:
            for card in cards:
                self.hand.remove(card)

    def _expose(self, seat: int, form: rules.MeldForm, given: int) -> None:
        assert self.live is not None
        self.doors.pop()
        self.melds.append(rules.Meld(seat, form, self.live.card, given, self.live.door, self.live.origin))
        self.live, self.entitled = None, -1

    def _end(self, result: rules.HandResult) -> None:
        self.turn += 1
        self.result, self.totals = result, result.totals
        self.stage, self.seat, self.entitled = Stage.OVER, -1, -1
        self._close_window()

    def view(self) -> rules.View:
        """What the events add up to."""
        return rules.View(
            audience=self.audience,
            options=self.options,
            hand_no=self.hand_no,
            dealer=self.dealer,
            stage=self.stage,
            turn=self.turn,
            seat=self.seat,
            live=self.live,
            entitled=self.entitled,
            return_door=self.return_door,
            hand=tuple(self.hand),
            locked=tuple(sorted(self.locked)),
            waits=tuple(self._waits()),
            claim=self.claim,
            seats=tuple(self._seat_view(number) for number in range(4)),
            melds=tuple(self.melds),
            doors=tuple(self.doors),
            stock_count=self.stock,
            totals=self.totals,
            result=self.result,
        )

    def recall(self) -> rules.View:
        """Nothing is forgotten in Chắn: the view has it all."""
        return self.view()

    def _seat_view(self, number: int) -> rules.SeatView:
        seat = self.seats[number]
        gone = [kind // 3 for kind in seat.discarded]
        return rules.SeatView(
            hand_count=seat.count,
            discarded=tuple(sorted(seat.discarded)),
            shed=tuple(sorted(seat.shed)),
            has_ca=any(meld.seat == number and meld.form == rules.MeldForm.CA for meld in self.melds),
            broke_ca=len(set(gone)) < len(gone),
            is_dead=number == self.dead,
        )

    def _waits(self) -> list[int]:
        """Section 3.3 by trying every kind."""
        own = [meld for meld in self.melds if meld.seat == self.audience]
        if self.audience < 0 or len(self.hand) + sum(4 if m.form == 2 else 2 for m in own) != 19:
            return []
        alone, chan = best_pairing(tuple(sorted(rules.name(kind) for kind in self.hand)))
        chan += sum((1, 0, 2)[meld.form] for meld in own)
        if alone != 1 or chan < 5:
            return []
        return [kind for kind in range(25) if self._completes(kind, own)]

    def _completes(self, kind: int, own: Sequence[rules.Meld]) -> bool:
        cards = sorted(rules.name(each) for each in (*self.hand, kind))
        alone, _ = best_pairing(tuple(cards))
        melded = [m.taken for m in own] + [m.given for m in own for _ in range(3 if m.form == 2 else 1)]
        chan = sum(cards.count(code) // 2 for code in set(cards)) + sum((1, 0, 2)[meld.form] for meld in own)
        is_enough = chan == 6 if kind == rules.CC else chan >= 6
        return alone == 0 and is_enough and (*self.hand, *melded).count(kind) < 4
