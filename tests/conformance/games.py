"""The games that the conformance suite tests, each listed once, with the tables it is tried on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

from services.chan import rules as chan_rules
from services.chan.game import CHAN
from services.core.game import AnyGame
from services.tan import rules as tan_rules
from services.tan.game import TAN
from services.tonk import rules as tonk_rules
from services.tonk.game import TONK
from tests.conformance.adapters import Adapter
from tests.conformance.adapters import chan as chan_adapter
from tests.conformance.adapters import tan as tan_adapter
from tests.conformance.adapters import tonk as tonk_adapter

__all__ = ["TABLES", "Table", "presets"]


@dataclass(frozen=True)
class Table:
    """One game with options and seats; `name` is its test id and contains the game's name."""

    name: str
    game: AnyGame
    adapter: Adapter
    options: Any
    seats: int
    is_preset: bool = False


def _tan_tables() -> list[Table]:
    finish = tan_rules.FinishRule
    found = []
    for seats, jokers, limit, tribute, rule in product(
        (2, 3, 4),
        (0, 2),
        (17, None),
        (False, True),
        (finish.HAND_EMPTY, finish.HAND_AND_STOCK_EMPTY),
    ):
        options = tan_rules.Options(jokers=jokers, hand_limit=limit, tribute=tribute, finish_rule=rule, match_sets=2)
        name = f"tan-{seats}-jokers{jokers}-limit{limit or 0}-tribute{tribute:d}-{rule.value}"
        found.append(_tan(name, options, seats))
    for seats in (2, 3, 4):
        found.append(_tan(f"tan-{seats}-mobile", tan_rules.MOBILE, seats, is_preset=True))
        found.append(_tan(f"tan-{seats}-traditional", tan_rules.TRADITIONAL, seats, is_preset=True))
    return found


def _tan(name: str, options: tan_rules.Options, seats: int, *, is_preset: bool = False) -> Table:
    adapter = cast("Adapter", tan_adapter)
    return Table(name, cast("AnyGame", TAN), adapter, options, seats, is_preset)


def _tonk_tables() -> list[Table]:
    """Every value of every option that changes play, with each number of seats."""
    found: list[Table] = []
    for seats, forced, blocks in product((2, 3, 4), (False, True), tonk_rules.HitBlocksKnock):
        place = len(found)
        options = tonk_rules.Options(
            max_seats=4,
            match_hands=2,
            forced_spread=forced,
            hit_blocks_knock=blocks,
            return_taken=tuple(tonk_rules.ReturnTaken)[place % 2],
            initial_upcard=place % 3 != 0,
            stall_rounds=(1, 6)[place // 2 % 2],
            tonk_pay=tuple(tonk_rules.TonkPay)[place // 3 % 2],
            caught_low_from=tuple(tonk_rules.CaughtLowFrom)[place // 4 % 2],
            bankroll_mode=tuple(tonk_rules.BankrollMode)[place // 5 % 2],
        )
        upcard = "upcard" if options.initial_upcard else "bare"
        name = f"tonk-{seats}-forced{forced:d}-{blocks.value}-{options.return_taken.value}-{upcard}"
        found.append(_tonk(f"{name}-stall{options.stall_rounds}", options, seats))
    plain = tonk_rules.Options(max_seats=4)
    found += [_tonk(f"tonk-{seats}-default", plain, seats, is_preset=True) for seats in (2, 3, 4)]
    poor = tonk_rules.Options(max_seats=4, starting_bankroll=90, short_seat=tonk_rules.ShortSeat.DROP_SEAT)
    found.append(_tonk("tonk-4-dropping", poor, 4, is_preset=True))
    return found


def _tonk(name: str, options: tonk_rules.Options, seats: int, *, is_preset: bool = False) -> Table:
    adapter = cast("Adapter", tonk_adapter)
    return Table(name, cast("AnyGame", TONK), adapter, options, seats, is_preset)


def _chan_tables() -> list[Table]:
    adapter = cast("Adapter", chan_adapter)
    found = []
    for house in chan_rules.House:
        options = chan_rules.Options(house=house, match_hands=2)
        found.append(Table(f"chan-{house.value}", cast("AnyGame", CHAN), adapter, options, 4, is_preset=True))
    return found


TABLES: Sequence[Table] = [*_chan_tables(), *_tan_tables(), *_tonk_tables()]


def presets() -> list[Table]:
    """The tables of every seat count and preset: what slower tests are tried on."""
    return [table for table in TABLES if table.is_preset]
