"""The games that the conformance suite tests, each listed once, with the tables it is tried on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

from services.core.game import AnyGame
from services.tan import rules as tan_rules
from services.tan.game import TAN
from tests.conformance.adapters import Adapter
from tests.conformance.adapters import tan as tan_adapter

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


TABLES: Sequence[Table] = _tan_tables()


def presets() -> list[Table]:
    """The tables of every seat count and preset: what slower tests are tried on."""
    return [table for table in TABLES if table.is_preset]
