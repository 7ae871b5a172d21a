"""Options that no table takes, game by game, with what their refusal says is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from chieu.chan.v1 import chan_pb2
from chieu.tan.v1 import tan_pb2
from chieu.tonk.v1 import tonk_pb2

__all__ = ["BAD_OPTIONS", "OPTIONS", "WRONG_SEATS", "BadOptions"]

OPTIONS: Mapping[str, Any] = {"tan": tan_pb2.Options, "tonk": tonk_pb2.Options, "chan": chan_pb2.Options}

WRONG_SEATS: Mapping[str, tuple[Sequence[int], str]] = {
    "tan": ((0, 1, 5), "2, 3, 4"),
    "tonk": ((0, 1, 5), "2, 3, 4"),
    "chan": ((0, 1, 2, 3, 5), "4"),
}
"""Numbers of seats that no table of the game has, and those that one may have."""


_PLAIN = str.maketrans(" ", "-", "[],")


@dataclass(frozen=True)
class BadOptions:
    """Options of which `field` is wrong at a table of so many seats; `allowed` is what it takes."""

    field: str
    options: Message
    seats: int
    allowed: str

    def __str__(self) -> str:
        values = [getattr(self.options, field.name) for field, _ in self.options.ListFields()]
        return "-".join(map(str, (self.field, *values, "at", self.seats))).translate(_PLAIN)


def _each(
    game: str, field: str, values: Sequence[Any], allowed: str, seats: int = 2, **others: Any
) -> list[BadOptions]:
    return [BadOptions(field, OPTIONS[game](**{field: value, **others}), seats, allowed) for value in values]


_OTHERS = tonk_pb2.CAUGHT_LOW_FROM_OTHERS
_COVERED = ", no less than a hand may cost"
_SEATED = ", no fewer than the table has"
_POINTS = "four integers that do not increase, none beyond a million"
_MOST = 2**32 - 1

BAD_OPTIONS: Mapping[str, Sequence[BadOptions]] = {
    "tan": [
        *_each("tan", "preset", [3, 99], "mobile or traditional"),
        *_each("tan", "hand_limit", [1, 9, 53, _MOST], "10 to 52, or 0 for no limit"),
        *_each("tan", "jokers", [1, 3], "0 or 2"),
        *_each("tan", "finish_rule", [3], "hand_empty or hand_and_stock_empty"),
        *_each("tan", "stall_limit", [0, 5, 201], "6 to 200"),
        *_each("tan", "points", [[1], [4, 2, 1], [4, 2, 1, 0, 0], [0, 1, 2, 4]], _POINTS),
        *_each("tan", "points", [[1_000_001, 0, 0, 0], [0, 0, 0, -1_000_001]], _POINTS),
        *_each("tan", "match_sets", [0, 101, _MOST], "1 to 100"),
        *_each("tan", "turn_seconds", [0, 4, 301], "5 to 300"),
    ],
    "tonk": [
        *_each("tonk", "max_seats", [0, 1, 5, _MOST], f"2 to 4{_SEATED}"),
        *_each("tonk", "max_seats", [2], f"3 to 4{_SEATED}", seats=3),
        *_each("tonk", "max_seats", [2, 3], f"4{_SEATED}", seats=4),
        BadOptions("max_seats", tonk_pb2.Options(), 4, f"4{_SEATED}"),
        *_each("tonk", "stake", [0, 200_001, _MOST], "1 to 200000"),
        *_each("tonk", "tonk_pay", [3, 99], "always_double or new_spread_only"),
        *_each("tonk", "caught_low_from", [3], "everyone or others"),
        *_each("tonk", "return_taken", [3], "allow or forbid"),
        *_each("tonk", "hit_blocks_knock", [4], "none or one_turn or cumulative"),
        *_each("tonk", "stall_rounds", [0, 21], "1 to 20"),
        *_each("tonk", "match_hands", [0, 1001], "1 to 1000"),
        *_each("tonk", "bankroll_mode", [3], "cover or ledger"),
        *_each("tonk", "starting_bankroll", [0, 29, 500_000_001], f"30 to 500000000{_COVERED}"),
        *_each("tonk", "starting_bankroll", [59], f"60 to 500000000{_COVERED}", seats=3),
        *_each("tonk", "starting_bankroll", [89], f"90 to 500000000{_COVERED}", seats=4, max_seats=4),
        *_each("tonk", "starting_bankroll", [39], f"40 to 500000000{_COVERED}", seats=3, caught_low_from=_OTHERS),
        BadOptions("starting_bankroll", tonk_pb2.Options(stake=334), 2, f"1002 to 500000000{_COVERED}"),
        *_each("tonk", "starting_bankroll", [_MOST], "0 to 500000000", bankroll_mode=tonk_pb2.BANKROLL_MODE_LEDGER),
        *_each("tonk", "short_seat", [3], "end_match or drop_seat"),
        *_each("tonk", "turn_seconds", [601, _MOST], "0 to 600"),
    ],
    "chan": [
        *_each("chan", "house", [3, 99], "seed or traditional", seats=4),
        *_each("chan", "match_hands", [0, 101, _MOST], "1 to 100", seats=4),
        *_each("chan", "turn_seconds", [0, 4, 301], "5 to 300", seats=4),
    ],
}
