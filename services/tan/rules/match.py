"""The match: sets played, points, who leads next and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from services.core.game import Draw, End, Pick, Ready, Shuffle, Verdict
from services.tan.rules.options import Options
from services.tan.rules.results import SetResult

__all__ = [
    "Match",
    "after_deal",
    "before_deal",
    "deals_done",
    "draws",
    "next_leader",
    "open_match",
    "pack_match",
    "ranking",
    "scores",
    "unpack_match",
]

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Match:
    """A match so far: the ranks of each finished set by seat, and running scores."""

    seats: int
    set_ranks: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]


def open_match(options: Options, seats: int) -> Match:
    """A match before its first set."""
    if not 2 <= seats <= 4:
        raise ValueError(f"Tấn is for two to four seats, not {seats}")
    return Match(seats, (), (0,) * seats)


def before_deal(options: Options, match: Match) -> Verdict:
    """Another set, or the end after `match_sets` of them."""
    if len(match.set_ranks) < options.match_sets:
        return Ready()
    return End("sets_played", ranking(match))


def draws(options: Options, match: Match) -> Sequence[Draw]:
    """Deck and royal suit apart (TAN-5); a leader for the first set only (TAN-10)."""
    wanted: list[Draw] = [Shuffle("deck", 52 + options.jokers), Pick("royal", 4)]
    if not match.set_ranks:
        wanted.append(Pick("leader", match.seats))
    return wanted


def after_deal(options: Options, match: Match, result: SetResult) -> Match:
    """The match with a finished set added."""
    totals = tuple([match.totals[s] + result.points[s] for s in range(match.seats)])
    return Match(match.seats, (*match.set_ranks, result.ranks), totals)


def scores(match: Match) -> tuple[int, ...]:
    """Running score of each seat."""
    return match.totals


def deals_done(match: Match) -> int:
    """How many sets are finished."""
    return len(match.set_ranks)


def next_leader(match: Match) -> int:
    """The King: who was first in the last set (TAN-50). There must have been one."""
    return match.set_ranks[-1].index(1)


def ranking(match: Match) -> tuple[int, ...]:
    """The seats, best first (TAN-49)."""
    order = sorted([(_standing(match, seat), seat) for seat in range(match.seats)])
    return tuple([seat for _, seat in order])


def _standing(match: Match, seat: int) -> tuple[int, int, int, int]:
    own = [ranks[seat] for ranks in match.set_ranks]
    last = own[-1] if own else 0
    return -match.totals[seat], -own.count(1), -own.count(2), last


def pack_match(match: Match) -> bytes:
    """A few bytes a set."""
    packed = bytearray([_VERSION, match.seats, len(match.set_ranks)])
    for total in match.totals:
        packed += total.to_bytes(8, "little", signed=True)
    for ranks in match.set_ranks:
        packed += bytes(ranks)
    return bytes(packed)


def unpack_match(options: Options, packed: bytes) -> Match:
    """The match that `pack_match` wrote. Raises ValueError for anything else."""
    if len(packed) < 3 or packed[0] != _VERSION:
        raise ValueError("not a packed Tấn match")
    seats = packed[1]
    sets = packed[2]
    if len(packed) != 3 + 8 * seats + seats * sets:
        raise ValueError("a packed Tấn match of the wrong length")
    totals = [int.from_bytes(packed[3 + 8 * s : 11 + 8 * s], "little", signed=True) for s in range(seats)]
    start = 3 + 8 * seats
    rows = [tuple(packed[start + seats * k : start + seats * (k + 1)]) for k in range(sets)]
    return Match(seats, tuple(rows), tuple(totals))
