"""What a finished hand is worth (section 4), from the state after its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from services.chan.rules.kinds import CC, COPIES, KINDS, RED
from services.chan.rules.options import Options, counts_repeats, tom_triple
from services.chan.rules.results import CUOC, Cuoc, CuocLine, HandResult, Pair, Reason
from services.chan.rules.state import MELD_CHIU, NOBODY, SEATS, State, held, kinds_of

__all__ = ["VALUES", "cuoc_lines", "hand_result", "points", "settle_points"]

VALUES: Final = (
    (3, 1),
    (3, 1),
    (4, 1),
    (4, 1),
    (5, 2),
    (5, 2),
    (5, 2),
    (5, 2),
    (7, 4),
    (8, 5),
    (12, 9),
    (12, 9),
)
"""Điểm and dịch by `Cuoc` (4.3)."""

_PLAIN: Final = 2
_LEO: Final = (19, 21, CC)
"""8s, 9v, cc."""


@dataclass(frozen=True, slots=True)
class _Winning:
    """A winning hand, laid open (4.1)."""

    options: Options
    card: int
    is_own_door: bool
    had_three: bool
    pairs: tuple[Pair, ...]
    all_cards: tuple[int, ...]
    """Copies of each kind among the twenty."""
    opening: tuple[int, ...]
    """Copies of each kind among the dealt cards."""


def hand_result(state: State) -> HandResult:
    """The result of a hand that is over."""
    seat: int = state.winner
    hands = tuple([kinds_of(state.hands, each) for each in range(SEATS)])
    openings = tuple([kinds_of(state.opening, each) for each in range(SEATS)])
    stock = tuple([int(kind) for kind in state.stock])[state.drawn :]
    if seat == NOBODY:
        nothing = (0,) * SEATS
        return HandResult(Reason.STOCK_EXHAUSTED, -1, -1, -1, (), (), 0, nothing, state.totals, hands, openings, stock)
    winning = _laid_open(state, seat)
    lines = _lines(winning)
    score = points(lines)
    settled = settle_points(seat, score)
    totals = tuple([state.totals[each] + settled[each] for each in range(SEATS)])
    card, door = int(state.live), int(state.door)
    return HandResult(
        Reason.WON, seat, card, door, winning.pairs, lines, score, settled, totals, hands, openings, stock
    )


def settle_points(winner: int, score: int) -> tuple[int, ...]:
    """Three times the score to the winner, once from each other seat; nothing without one (CHAN-99)."""
    if winner < 0:
        return (0,) * SEATS
    return tuple([3 * score if seat == winner else -score for seat in range(SEATS)])


def cuoc_lines(state: State, seat: int) -> tuple[CuocLine, ...]:
    """The cước of a seat that has won with the live card, or as dealt if there is none (CHAN-80)."""
    return _lines(_laid_open(state, seat))


def points(lines: tuple[CuocLine, ...]) -> int:
    """What the cước are worth together (CHAN-81 to 83)."""
    return sum([line.points for line in lines]) if lines else _PLAIN


def _lines(hand: _Winning) -> tuple[CuocLine, ...]:
    times = {cuoc: _COUNTS[cuoc](hand) for cuoc in CUOC}
    found = [cuoc for cuoc in CUOC if times[cuoc]]
    return tuple([_line(cuoc, times[cuoc], found) for cuoc in found])


def _line(cuoc: Cuoc, times: int, found: list[Cuoc]) -> CuocLine:
    """The best cước counts its điểm once, and everything else its dịch; with Thập thành all is điểm (CHAN-82, 83)."""
    main, extra = VALUES[cuoc]
    if Cuoc.THAP_THANH in found:
        return CuocLine(cuoc, times, main, extra, main * times)
    is_best = cuoc == max(found, key=lambda one: VALUES[one])
    return CuocLine(cuoc, times, main, extra, extra * times + (main - extra if is_best else 0))


def _laid_open(state: State, seat: int) -> _Winning:
    card: int = state.live
    pairs: list[Pair] = []
    counts = [0] * KINDS
    for entry in state.melds:
        if (entry >> 2) & 3 == seat:
            pair = Pair(int((entry >> 4) & 31), int((entry >> 9) & 31), is_exposed=True)
            pairs.extend([pair, pair] if entry & 3 == MELD_CHIU else [pair])
    hand = list(kinds_of(state.hands, seat))
    had_three = card != NOBODY and held(state, seat, card) == 3
    if card != NOBODY:
        hand.append(card)
    pairs.extend(_concealed(hand))
    for pair in pairs:
        counts[pair.first] += 1
        counts[pair.second] += 1
    opening = [0] * KINDS
    for kind in kinds_of(state.opening, seat):
        opening[kind] += 1
    is_own = card != NOBODY and state.door == seat
    return _Winning(state.options, card, is_own, had_three, tuple(pairs), tuple(counts), tuple(opening))


def _concealed(hand: list[int]) -> list[Pair]:
    """The only partition: identical pairs first, then what is spare in a rank (CHAN-72)."""
    chans: list[Pair] = []
    cas: list[Pair] = []
    spare = -1
    for kind in range(KINDS):
        copies = hand.count(kind)
        chans.extend([Pair(kind, kind, is_exposed=False)] * (copies // 2))
        if copies % 2 == 0:
            continue
        if spare < 0:
            spare = kind
        else:
            cas.append(Pair(spare, kind, is_exposed=False))
            spare = -1
    return chans + cas


def _is_ca(pair: Pair) -> bool:
    return pair.first != pair.second


def _cas(hand: _Winning) -> list[Pair]:
    return [pair for pair in hand.pairs if _is_ca(pair)]


def _reds(hand: _Winning) -> int:
    return sum([copies for kind, copies in enumerate(hand.all_cards) if (RED >> kind) & 1])


def _sets(hand: _Winning, kinds: tuple[int, int, int]) -> int:
    return min([hand.all_cards[kind] for kind in kinds])


def _times(hand: _Winning, found: int) -> int:
    """Once, or each time under the preset that counts repeats (CHAN-84)."""
    return found if counts_repeats(hand.options) else min(found, 1)


def _chi(hand: _Winning) -> int:
    return int(hand.is_own_door)  # CHAN-85: the door decides, not whose turn it is


def _thien_u(hand: _Winning) -> int:
    return int(hand.card == NOBODY)


def _tom(hand: _Winning) -> int:
    return _sets(hand, tom_triple(hand.options))


def _bach_thu(hand: _Winning) -> int:
    """Six Chắn, and no Cạ in the winning rank, exposed ones included (CHAN-90)."""
    cas = _cas(hand)
    ranks = [pair.first // 3 for pair in cas]
    return int(len(cas) == 4 and (hand.card == NOBODY or hand.card // 3 not in ranks))


def _leo(hand: _Winning) -> int:
    return _sets(hand, _LEO)


def _thien_khai(hand: _Winning) -> int:
    return _times(hand, hand.opening.count(COPIES))


def _chiu_u(hand: _Winning) -> int:
    return int(hand.had_three)


def _bon(hand: _Winning) -> int:
    grown = [kind for kind in range(KINDS) if hand.opening[kind] == 2 and hand.all_cards[kind] == COPIES]
    return _times(hand, len(grown))


def _bach_dinh(hand: _Winning) -> int:
    return int(_reds(hand) == 0)


def _tam_do(hand: _Winning) -> int:
    return int(_reds(hand) == 8)


def _kinh_tu_chi(hand: _Winning) -> int:
    return int(hand.all_cards[CC] == COPIES and _reds(hand) == COPIES)


def _thap_thanh(hand: _Winning) -> int:
    return int(not _cas(hand))


_COUNTS: Final[tuple[Callable[[_Winning], int], ...]] = (
    _chi,
    _thien_u,
    _tom,
    _bach_thu,
    _leo,
    _thien_khai,
    _chiu_u,
    _bon,
    _bach_dinh,
    _tam_do,
    _kinh_tu_chi,
    _thap_thanh,
)
"""How often each cước counts, by `Cuoc`."""
