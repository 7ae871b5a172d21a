"""A slow second reading of sections 2.4 to 3 of Chắn's rulebook, on lists and sets of codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from services.chan import rules
from services.chan.rules.state import kinds_of

__all__ = ["Reading", "best_pairing", "can_pair"]

Codes = tuple[str, ...]


def rank_of(code: str) -> str:
    """The rank of a code; Chi chi is a rank of its own."""
    return "cc" if code == "cc" else code[0]


def are_pair(one: str, other: str) -> bool:
    """A Chắn or a Cạ."""
    return rank_of(one) == rank_of(other)


@cache
def best_pairing(cards: Codes) -> tuple[int, int]:
    """By trying everything: how few cards can stay alone, and the most Chắn among such pairings."""
    if not cards:
        return 0, 0
    first, rest = cards[0], cards[1:]
    alone, chan = best_pairing(rest)
    best = (alone + 1, chan)
    for place, other in enumerate(rest):
        if are_pair(first, other):
            alone, chan = best_pairing(rest[:place] + rest[place + 1 :])
            tried = (alone, chan + (first == other))
            if (tried[0], -tried[1]) < (best[0], -best[1]):
                best = tried
    return best


def can_pair(cards: Codes) -> bool:
    """Whether all cards go into pairs."""
    return best_pairing(tuple(sorted(cards)))[0] == 0


class Reading:
    """One state, read by names."""

    def __init__(self, state: rules.State) -> None:
        self.state = state
        self.live = rules.name(state.live)
        self.is_traditional = state.options.house == rules.House.TRADITIONAL

    def hand(self, seat: int) -> list[str]:
        """The codes of a hand."""
        return [rules.name(kind) for kind in kinds_of(self.state.hands, seat)]

    def _set(self, mask: int) -> set[str]:
        return {rules.name(kind) for kind in range(25) if mask >> kind & 1}

    def melds(self, seat: int) -> list[rules.Meld]:
        """The melds of a seat."""
        return [meld for meld in rules.view(self.state, -1).melds if meld.seat == seat]

    def judge(self, seat: int, move: rules.Move) -> str | None:
        """The first failing test, or None."""
        state = self.state
        if not 0 <= seat < 4:
            return "NOT_ENTITLED"
        if seat == state.dead:
            return "DEAD_HAND"
        stage = rules.Stage(state.stage)
        if stage == rules.Stage.CLAIMS:
            return self._judge_claim(seat, move)
        if stage == rules.Stage.OVER or seat != state.seat:
            return "NOT_ENTITLED"
        if stage == rules.Stage.DISCARD and isinstance(move, rules.Discard):
            return self._judge_discard(seat, rules.name(move.card) if 0 <= move.card < 25 else "??")
        if stage == rules.Stage.HEAVEN and isinstance(move, rules.Win | rules.Pass):
            return None
        if stage == rules.Stage.TAKE and not isinstance(move, rules.Discard):
            return self._judge_take(seat, move)
        return "NOT_ENTITLED"

    def _judge_claim(self, seat: int, move: rules.Move) -> str | None:
        state = self.state
        is_revealed = state.origin == rules.Origin.STOCK
        has_three = self.hand(seat).count(self.live) == 3
        may_win = (is_revealed or (has_three and seat != state.entitled)) and self.wins(seat)
        may_chiu = has_three and seat != state.entitled and self._judge_capture(seat, rules.Chiu()) is None
        if state.claims[seat] or not (may_win or may_chiu):
            return "NOT_ENTITLED"
        if isinstance(move, rules.Pass):
            return None
        if isinstance(move, rules.Win):
            return self._judge_win(seat)
        if isinstance(move, rules.Chiu) and seat != state.entitled:
            return self._judge_capture(seat, move)
        return "NOT_ENTITLED"

    def _judge_take(self, seat: int, move: rules.Move) -> str | None:
        if isinstance(move, rules.Pass):
            return None
        if isinstance(move, rules.Win):
            was_asked = self.state.origin in (rules.Origin.STOCK, rules.Origin.PASSED)
            return "NOT_ENTITLED" if was_asked else self._judge_win(seat)
        return self._judge_capture(seat, move)

    def _judge_win(self, seat: int) -> str | None:
        if self.state.origin != rules.Origin.STOCK and self.hand(seat).count(self.live) < 3:
            return "DISCARD_NOT_WINNABLE"
        return None if self.wins(seat) else "NOT_A_WIN"

    def wins(self, seat: int, card: str | None = None) -> bool:
        """CHAN-71 with pairings found by trying."""
        won = self.live if card is None else card
        cards = [*self.hand(seat), won]
        melds = self.melds(seat)
        total = len(cards) + sum(4 if meld.form == rules.MeldForm.CHIU else 2 for meld in melds)
        if total != 20 or not can_pair(tuple(cards)):
            return False
        chan = sum(copies // 2 for copies in Counter(cards).values())
        chan += sum({rules.MeldForm.CHAN: 1, rules.MeldForm.CA: 0, rules.MeldForm.CHIU: 2}[m.form] for m in melds)
        return chan == 6 if won == "cc" else chan >= 6

    def discards(self, seat: int, hand: Sequence[str], *, has_ca: bool) -> list[str]:
        """Legal discards of a seat that holds this hand."""
        return [code for code in set(hand) if self._bar(seat, code, hand, has_ca=has_ca) is None]

    def _bar(self, seat: int, code: str, hand: Sequence[str], *, has_ca: bool) -> str | None:
        if code not in hand:
            return "NOT_IN_HAND"
        if hand.count(code) in (2, 4):
            return "BREAKS_CHAN"
        if code in self._set(self.state.locked[seat]):
            return "DECLINED_FACE"
        gone = self._set(self.state.discarded[seat])
        if has_ca and any(rank_of(other) == rank_of(code) and other != code for other in gone):
            return "CA_PAIR_AFTER_CA"
        return None

    def _judge_discard(self, seat: int, code: str) -> str | None:
        return self._bar(seat, code, self.hand(seat), has_ca=self._has_ca(seat))

    def _has_ca(self, seat: int) -> bool:
        return any(meld.form == rules.MeldForm.CA for meld in self.melds(seat))

    def _judge_capture(self, seat: int, move: rules.Move) -> str | None:
        hand = self.hand(seat)
        copies = hand.count(self.live)
        if copies == 3:
            if self.is_traditional and not isinstance(move, rules.Chiu):
                return "MUST_CHIU"
            if isinstance(move, rules.Ca):
                return "MUST_CHAN"
            return self._after(seat, [self.live] * (3 if isinstance(move, rules.Chiu) else 1))
        if isinstance(move, rules.Chiu):
            return "NO_TRIPLE"
        if self.live in self._set(self.state.discarded[seat]):
            return "FACE_DISCARDED"
        if self.live in self._set(self.state.shed[seat]):
            return "FACE_SHED_IN_CA"
        if copies:
            return "MUST_CHAN" if isinstance(move, rules.Ca) else self._after(seat, [self.live])
        return self._judge_ca(seat, move, hand)

    def _judge_ca(self, seat: int, move: rules.Move, hand: list[str]) -> str | None:
        partner = rules.name(move.partner) if isinstance(move, rules.Ca) else "-"
        if self.live == "cc" or partner not in hand or rank_of(partner) != rank_of(self.live):
            return "NO_PARTNER"
        spare = {code for code in hand if rank_of(code) == rank_of(self.live) and hand.count(code) % 2}
        if partner not in spare:
            return "BREAKS_CHAN"
        if len(spare) > 1:
            return "CA_IN_HAND"
        if {partner, self.live} & self._set(self.state.locked[seat]):
            return "DECLINED_FACE"
        if best_pairing(tuple(sorted(hand)))[0] == 1:
            return "LAST_UNPAIRED"
        gone = Counter(rank_of(code) for code in self._set(self.state.discarded[seat]))
        if max(gone.values(), default=0) > 1:
            return "CA_DISCARDED"
        return self._after(seat, [partner], has_ca=True)

    def _after(self, seat: int, leaving: Sequence[str], *, has_ca: bool = False) -> str | None:
        rest = self.hand(seat)
        for code in leaving:
            rest.remove(code)
        left = self.discards(seat, rest, has_ca=has_ca or self._has_ca(seat))
        return None if left else "NO_DISCARD_AFTER"
