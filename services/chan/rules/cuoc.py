"""What a finished hand is worth (section 4), from the state after its end."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from services.chan.rules.kinds import CC, COPIES, KINDS, RED, rank_mask
from services.chan.rules.options import counts_repeats, tom_triple
from services.chan.rules.results import CUOC, CuocLine, HandResult, Pair, Reason
from services.chan.rules.state import MELD_CA, MELD_CHIU, NOBODY, SEATS, State, held, kinds_of, odd_kinds, put
from services.chan.rules.winning import chan_count
from services.core.cards import count, one

__all__ = ["VALUES", "cuoc_lines", "hand_result", "points", "score", "settle_points"]

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

# The numbers of `Cuoc`, since an enum's member costs the search a look-up.
_CHI: Final = 0
_THIEN_U: Final = 1
_TOM: Final = 2
_BACH_THU: Final = 3
_LEO: Final = 4
_THIEN_KHAI: Final = 5
_CHIU_U: Final = 6
_BON: Final = 7
_BACH_DINH: Final = 8
_TAM_DO: Final = 9
_KINH_TU_CHI: Final = 10
_THAP_THANH: Final = 11
_CUOC: Final = 12
_NONE: Final = (0,) * _CUOC

_PLAIN: Final = 2
_LEO_KINDS: Final = (19, 21, CC)
"""8s, 9v, cc."""


def hand_result(state: State) -> HandResult:
    """The result of a hand that is over."""
    seat: int = state.winner
    hands = tuple([kinds_of(state.hands, each) for each in range(SEATS)])
    openings = tuple([kinds_of(state.opening, each) for each in range(SEATS)])
    stock = tuple([int(kind) for kind in state.stock])[state.drawn :]
    if seat == NOBODY:
        nothing = (0,) * SEATS
        return HandResult(Reason.STOCK_EXHAUSTED, -1, -1, -1, (), (), 0, nothing, state.totals, hands, openings, stock)
    lines = cuoc_lines(state, seat)
    won = points(lines)
    settled = settle_points(seat, won)
    totals = tuple([state.totals[each] + settled[each] for each in range(SEATS)])
    card, door = int(state.live), int(state.door)
    return HandResult(
        Reason.WON, seat, card, door, _pairs(state, seat), lines, won, settled, totals, hands, openings, stock
    )


def settle_points(winner: int, won: int) -> tuple[int, ...]:
    """Three times the score to the winner, once from each other seat; nothing without one (CHAN-99)."""
    if winner < 0:
        return (0,) * SEATS
    return tuple([3 * won if seat == winner else -won for seat in range(SEATS)])


def cuoc_lines(state: State, seat: int) -> tuple[CuocLine, ...]:
    """The cước of a seat that has won with the live card, or as dealt if there is none (CHAN-80)."""
    times: vec[i64] = _times(state, seat)
    best: i64 = _best(times)
    return tuple(
        [CuocLine(cuoc, times[cuoc], *VALUES[cuoc], _added(times, cuoc, best)) for cuoc in CUOC if times[cuoc]]
    )


def points(lines: tuple[CuocLine, ...]) -> int:
    """What the cước are worth together (CHAN-81 to 83)."""
    return sum([line.points for line in lines]) if lines else _PLAIN


def score(state: State, seat: i64) -> i64:
    """The points of `cuoc_lines` without the lines: what a search asks."""
    times: vec[i64] = _times(state, seat)
    best: i64 = _best(times)
    if best < 0:
        return _PLAIN
    total: i64 = 0
    for cuoc in range(_CUOC):
        if times[cuoc]:
            total += _added(times, cuoc, best)
    return total


def _best(times: vec[i64]) -> i64:
    """The first cước of those with the greatest value, which rises with `Cuoc`; -1 if there is none."""
    best: i64 = -1
    for cuoc in range(_CUOC):
        if times[cuoc] and (best < 0 or VALUES[cuoc] > VALUES[best]):
            best = cuoc
    return best


def _added(times: vec[i64], cuoc: i64, best: i64) -> i64:
    """The best cước counts its điểm once, and everything else its dịch; with Thập thành all is điểm (CHAN-82, 83)."""
    main: i64 = VALUES[cuoc][0]
    extra: i64 = VALUES[cuoc][1]
    if times[_THAP_THANH]:
        return main * times[cuoc]
    return extra * times[cuoc] + (main - extra if cuoc == best else 0)


def _times(state: State, seat: i64) -> vec[i64]:
    """How often each cước counts, by `Cuoc` (4.3)."""
    card: i64 = state.live
    has_card = card != NOBODY
    all_cards: vec[i64] = _all_cards(state, seat)
    chans: i64 = chan_count(state, seat)
    odd: i64 = odd_kinds(state, seat)
    if has_card:
        chans += (odd >> card) & 1
        odd ^= one(card)
    at: i64 = seat * COPIES
    all_four: i64 = all_cards[3]
    dealt_two: i64 = state.opening[at + 1] & ~state.opening[at + 2]
    reds: i64 = 0
    for plane in all_cards:
        reds += count(plane & RED)
    times: vec[i64] = vec[i64](_NONE)
    times[_CHI] = int(has_card and state.door == seat)  # CHAN-85: the door decides, not whose turn it is
    times[_THIEN_U] = int(not has_card)
    times[_TOM] = _sets(all_cards, tom_triple(state.options))
    # Six Chắn, and no Cạ in the winning rank, exposed ones included (CHAN-90).
    times[_BACH_THU] = int(chans == 6 and not (has_card and _has_ca_of_rank(state, seat, odd, card)))
    times[_LEO] = _sets(all_cards, _LEO_KINDS)
    times[_THIEN_KHAI] = _repeated(state, count(state.opening[at + 3]))
    times[_CHIU_U] = int(has_card and held(state, seat, card) == 3)
    times[_BON] = _repeated(state, count(dealt_two & all_four))
    times[_BACH_DINH] = int(reds == 0)
    times[_TAM_DO] = int(reds == 8)
    times[_KINH_TU_CHI] = int(reds == 4 and (all_four >> CC) & 1)
    times[_THAP_THANH] = int(chans == 10)
    return times


def _all_cards(state: State, seat: i64) -> vec[i64]:
    """The planes of the twenty cards: hand, melds and the winning card (4.1)."""
    at: i64 = seat * COPIES
    planes: vec[i64] = state.hands[at : at + COPIES]
    if state.live != NOBODY:
        put(planes, 0, state.live)
    for entry in state.melds:
        if (entry >> 2) & 3 == seat:
            put(planes, 0, (entry >> 4) & 31)
            put(planes, 0, (entry >> 9) & 31)
            if entry & 3 == MELD_CHIU:
                put(planes, 0, (entry >> 4) & 31)
                put(planes, 0, (entry >> 4) & 31)
    return planes


def _has_ca_of_rank(state: State, seat: i64, odd: i64, card: i64) -> bool:
    """Whether one of the ten pairs is a Cạ of the card's rank; `odd` are the hand's spare kinds with the card."""
    rank: i64 = rank_mask(card)
    if odd & rank:
        return True
    for entry in state.melds:
        if (entry >> 2) & 3 == seat and entry & 3 == MELD_CA and one((entry >> 4) & 31) & rank:
            return True
    return False


def _sets(all_cards: vec[i64], kinds: tuple[int, int, int]) -> i64:
    """How many whole sets of three kinds there are."""
    mask: i64 = one(kinds[0]) | one(kinds[1]) | one(kinds[2])
    found: i64 = 0
    for plane in all_cards:
        found += int(plane & mask == mask)
    return found


def _repeated(state: State, found: i64) -> i64:
    """Once, or each time under the preset that counts repeats (CHAN-84)."""
    return found if counts_repeats(state.options) else min(found, 1)


def _pairs(state: State, seat: int) -> tuple[Pair, ...]:
    """The ten pairs: the exposed ones in their order, then the only partition of the rest (CHAN-72)."""
    pairs: list[Pair] = []
    for entry in state.melds:
        if (entry >> 2) & 3 == seat:
            pair = Pair(int((entry >> 4) & 31), int((entry >> 9) & 31), is_exposed=True)
            pairs.extend([pair, pair] if entry & 3 == MELD_CHIU else [pair])
    hand = list(kinds_of(state.hands, seat))
    if state.live != NOBODY:
        hand.append(state.live)
    return tuple(pairs + _concealed(hand))


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
