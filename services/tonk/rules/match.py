"""The match: bankrolls, who deals, who is still in, and when it is over (TONK-7 to 9, 57 to 61)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from services.core.game import Draw, End, Ready, Shuffle, Verdict
from services.tonk.rules.options import BankrollMode, Options, ShortSeat, cover
from services.tonk.rules.results import HandResult, Reason

__all__ = [
    "NO_DEALER",
    "Line",
    "Match",
    "after_deal",
    "before_deal",
    "deals_done",
    "draws",
    "left_of",
    "line_up",
    "newcomer",
    "open_match",
    "pack_match",
    "ranking",
    "scores",
    "unpack_match",
]

NO_DEALER: Final = -1

_VERSION: Final = 1
_PACK_SIZE: Final = 52


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two hands.

    `order` lists the seats that are in, clockwise; `bankrolls` goes by seat number, those that left included.
    `dealer` deals the coming hand, or is `NO_DEALER` before the first. `deals` counts all hands, `hands`
    those that are no drawn initial tonks (TONK-17).
    """

    order: tuple[int, ...]
    bankrolls: tuple[int, ...]
    dealer: int
    deals: int
    hands: int


@dataclass(frozen=True, slots=True)
class Line:
    """Who is dealt in next: the seats clockwise, their dealer, and who stays short or was dropped (TONK-59)."""

    order: tuple[int, ...]
    dealer: int
    short: tuple[int, ...]
    dropped: tuple[int, ...]


def open_match(options: Options, seats: int) -> Match:
    """A match before its first hand."""
    if not 2 <= seats <= 4:
        raise ValueError(f"Tonk is for two to four seats, not {seats}")
    chips = options.starting_bankroll if options.bankroll_mode == BankrollMode.COVER else 0
    return Match(tuple(range(seats)), (chips,) * seats, NO_DEALER, 0, 0)


def left_of(order: Sequence[int], seat: int) -> int:
    """The next seat clockwise (TONK-1)."""
    return order[(order.index(seat) + 1) % len(order)]


def line_up(options: Options, match: Match) -> Line:
    """Tests the cover of every seat, and drops short ones if the options say so."""
    order = match.order
    dealer = match.dealer
    dropped: list[int] = []
    while True:
        short = _short(options, match, order)
        if not short or len(order) < 2 or options.short_seat == ShortSeat.END_MATCH:
            return Line(order, dealer, short, tuple(dropped))
        leaver = _poorest(match, order, dealer)
        if leaver == dealer:
            dealer = left_of(order, leaver)
        order = tuple([seat for seat in order if seat != leaver])
        dropped.append(leaver)


def _short(options: Options, match: Match, order: Sequence[int]) -> tuple[int, ...]:
    if options.bankroll_mode == BankrollMode.LEDGER:
        return ()
    least = cover(options, len(order))
    return tuple([seat for seat in order if match.bankrolls[seat] < least])


def _poorest(match: Match, order: Sequence[int], dealer: int) -> int:
    """The smallest bankroll; if equal, the latest in turn order after the last dealer, whose left deals now."""
    first = 0 if dealer == NO_DEALER else order.index(dealer)
    turns = [*order[first:], *order[:first]]
    least = min([match.bankrolls[seat] for seat in turns])
    return [seat for seat in turns if match.bankrolls[seat] == least][-1]


def before_deal(options: Options, match: Match) -> Verdict:
    """Another hand, or the end (TONK-60)."""
    if match.hands >= options.match_hands:
        return End("HANDS_PLAYED", ranking(match))
    if len(match.order) < 2:
        return End("SEATS_LEFT", ranking(match))
    line = line_up(options, match)
    if line.short or len(line.order) < 2:
        return End("SHORT_SEAT", ranking(match))
    return Ready()


def draws(_options: Options, match: Match) -> Sequence[Draw]:
    """The pack (TONK-10); another one for the dealer before the first hand (TONK-7)."""
    wanted: list[Draw] = [Shuffle("deck", _PACK_SIZE)]
    if match.dealer == NO_DEALER:
        wanted.append(Shuffle("dealer", _PACK_SIZE))
    return wanted


def after_deal(options: Options, match: Match, result: HandResult) -> Match:
    """The match with a finished hand added; the deal passes to the left (TONK-8)."""
    order = line_up(options, match).order
    counted = result.ending.reason != Reason.INITIAL_TONK_DRAW
    return Match(
        order,
        result.settlement.bankrolls,
        left_of(order, result.dealer),
        match.deals + 1,
        match.hands + counted,
    )


def newcomer(options: Options, match: Match) -> Match:
    """The match with another seat at the right of the dealer, or as it was if nobody may sit down (TONK-9)."""
    if not options.late_join or len(match.order) >= options.max_seats:
        return match
    seat = len(match.bankrolls)
    chips = options.starting_bankroll if options.bankroll_mode == BankrollMode.COVER else 0
    place = 0 if match.dealer == NO_DEALER else match.order.index(match.dealer)
    order = (*match.order[:place], seat, *match.order[place:])
    joined = replace(match, order=order, bankrolls=(*match.bankrolls, chips))
    return match if _short(options, joined, order) else joined


def scores(match: Match) -> tuple[int, ...]:
    """The bankroll of each seat."""
    return match.bankrolls


def deals_done(match: Match) -> int:
    """How many hands were dealt and ended, drawn ones included."""
    return match.deals


def ranking(match: Match) -> tuple[int, ...]:
    """The seats by bankroll, richest first; equal bankrolls share a rank, the lower number is named first (TONK-61)."""
    order = sorted([(-chips, seat) for seat, chips in enumerate(match.bankrolls)])
    return tuple([seat for _, seat in order])


def pack_match(match: Match) -> bytes:
    """Some twenty bytes and eight a seat."""
    packed = bytearray([_VERSION, len(match.bankrolls), len(match.order), *match.order])
    packed += match.dealer.to_bytes(1, "little", signed=True)
    packed += match.deals.to_bytes(8, "little") + match.hands.to_bytes(8, "little")
    for chips in match.bankrolls:
        packed += chips.to_bytes(8, "little", signed=True)
    return bytes(packed)


def unpack_match(_options: Options, packed: bytes) -> Match:
    """The match that `pack_match` wrote. Raises ValueError for anything else."""
    if len(packed) < 3 or packed[0] != _VERSION:
        raise ValueError("not a packed Tonk match")
    seats = packed[1]
    place = 3 + packed[2]
    if len(packed) != place + 17 + 8 * seats:
        raise ValueError("a packed Tonk match of the wrong length")
    order = tuple(packed[3:place])
    dealer = int.from_bytes(packed[place : place + 1], "little", signed=True)
    deals = int.from_bytes(packed[place + 1 : place + 9], "little")
    hands = int.from_bytes(packed[place + 9 : place + 17], "little")
    start = place + 17
    chips = [int.from_bytes(packed[start + 8 * s : start + 8 * s + 8], "little", signed=True) for s in range(seats)]
    return Match(order, tuple(chips), dealer, deals, hands)
