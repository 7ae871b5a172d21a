"""The match: hands played, scores, and who has won. Hands carry nothing over but the scores (CHAN-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from services.chan.rules.kinds import DEALT
from services.chan.rules.options import Options
from services.chan.rules.results import HandResult
from services.chan.rules.state import SEATS
from services.core.game import Draw, End, Pick, Ready, Shuffle, Verdict

__all__ = [
    "Match",
    "after_deal",
    "before_deal",
    "deals_done",
    "draws",
    "open_match",
    "pack_match",
    "ranking",
    "scores",
    "unpack_match",
]

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Match:
    """A match so far: hands played, running scores and hands won, by seat."""

    hands: int
    totals: tuple[int, ...]
    wins: tuple[int, ...]


def open_match(options: Options, seats: int) -> Match:
    """A match before its first hand."""
    if seats != SEATS:
        raise ValueError(f"Chắn is for four seats, not {seats}")
    return Match(0, (0,) * SEATS, (0,) * SEATS)


def before_deal(options: Options, match: Match) -> Verdict:
    """Another hand, or the end after `match_hands` of them."""
    if match.hands < options.match_hands:
        return Ready()
    return End("hands_played", ranking(match))


def draws(options: Options, match: Match) -> Sequence[Draw]:
    """The cards in play and the dealer, each seat alike (CHAN-2)."""
    return [Shuffle("deck", DEALT), Pick("dealer", SEATS)]


def after_deal(options: Options, match: Match, result: HandResult) -> Match:
    """The match with a finished hand added."""
    totals = [match.totals[seat] + result.settlement[seat] for seat in range(SEATS)]
    wins = [match.wins[seat] + (seat == result.winner) for seat in range(SEATS)]
    return Match(match.hands + 1, tuple(totals), tuple(wins))


def scores(match: Match) -> tuple[int, ...]:
    """Running score of each seat."""
    return match.totals


def deals_done(match: Match) -> int:
    """How many hands are finished."""
    return match.hands


def ranking(match: Match) -> tuple[int, ...]:
    """The seats, best first: by score, then by hands won, then in the order of seats."""
    order = sorted([(-match.totals[seat], -match.wins[seat], seat) for seat in range(SEATS)])
    return tuple([seat for _, _, seat in order])


def pack_match(match: Match) -> bytes:
    """A few bytes."""
    packed = bytearray([_VERSION, match.hands])
    for total in match.totals:
        packed += total.to_bytes(8, "little", signed=True)
    return bytes(packed + bytes(match.wins))


def unpack_match(options: Options, packed: bytes) -> Match:
    """The match that `pack_match` wrote. Raises ValueError for anything else."""
    if len(packed) != 2 + 9 * SEATS or packed[0] != _VERSION:
        raise ValueError("not a packed Chắn match")
    totals = [int.from_bytes(packed[2 + 8 * s : 10 + 8 * s], "little", signed=True) for s in range(SEATS)]
    return Match(packed[1], tuple(totals), tuple(packed[2 + 8 * SEATS :]))
