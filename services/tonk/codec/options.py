"""Options on the wire: what is not set has its default (TONK-6)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from chieu.tonk.v1 import tonk_pb2 as pb
from services.core.codec import BadOptions
from services.tonk import rules
from services.tonk.rules import Options, options_problem

__all__ = ["HELP", "decode_options", "encode_options", "read_options"]

_PLAIN: Final = (
    "max_seats",
    "stake",
    "initial_upcard",
    "forced_spread",
    "stall_rounds",
    "match_hands",
    "starting_bankroll",
    "late_join",
    "turn_seconds",
)
_ENUMS: Final[Mapping[str, Mapping[StrEnum, Any]]] = {
    "tonk_pay": {
        rules.TonkPay.ALWAYS_DOUBLE: pb.TONK_PAY_ALWAYS_DOUBLE,
        rules.TonkPay.NEW_SPREAD_ONLY: pb.TONK_PAY_NEW_SPREAD_ONLY,
    },
    "caught_low_from": {
        rules.CaughtLowFrom.EVERYONE: pb.CAUGHT_LOW_FROM_EVERYONE,
        rules.CaughtLowFrom.OTHERS: pb.CAUGHT_LOW_FROM_OTHERS,
    },
    "return_taken": {
        rules.ReturnTaken.ALLOW: pb.RETURN_TAKEN_ALLOW,
        rules.ReturnTaken.FORBID: pb.RETURN_TAKEN_FORBID,
    },
    "hit_blocks_knock": {
        rules.HitBlocksKnock.NONE: pb.HIT_BLOCKS_KNOCK_NONE,
        rules.HitBlocksKnock.ONE_TURN: pb.HIT_BLOCKS_KNOCK_ONE_TURN,
        rules.HitBlocksKnock.CUMULATIVE: pb.HIT_BLOCKS_KNOCK_CUMULATIVE,
    },
    "bankroll_mode": {
        rules.BankrollMode.COVER: pb.BANKROLL_MODE_COVER,
        rules.BankrollMode.LEDGER: pb.BANKROLL_MODE_LEDGER,
    },
    "short_seat": {
        rules.ShortSeat.END_MATCH: pb.SHORT_SEAT_END_MATCH,
        rules.ShortSeat.DROP_SEAT: pb.SHORT_SEAT_DROP_SEAT,
    },
}

HELP: Final = {
    "max_seats": "most seats of the table (2 to 4)",
    "stake": "the basic stake in whole chips; a tonk and a caught knock pay it twice",
    "initial_upcard": "a card is turned up to start the discard pile",
    "forced_spread": "a held spread must be laid before the discard; three aces may be kept",
    "tonk_pay": "whether going out by hits alone earns the double (always_double or new_spread_only)",
    "caught_low_from": "who pays the lowest hand when a knocker is caught (everyone or others)",
    "return_taken": "whether a taken discard may go straight back (allow or forbid)",
    "hit_blocks_knock": "how long a hit keeps the spread's owner from knocking (none, one_turn or cumulative)",
    "stall_rounds": "so many rounds of taking and returning discards end a hand (1 to 20)",
    "match_hands": "hands in a match (1 to 1000)",
    "bankroll_mode": "chips that must cover every loss, or signed scores (cover or ledger)",
    "starting_bankroll": "chips of each seat at the start",
    "short_seat": "whether a seat that cannot cover a loss ends the match or leaves it (end_match or drop_seat)",
    "late_join": "somebody may sit down in mid-match",
    "turn_seconds": "seconds for a turn (0 for no limit, to 600)",
}


def read_options(message: pb.Options) -> Options:
    """The options with every default filled in, whatever their values. Raises BadOptions for an unknown enum."""
    given: dict[str, Any] = {name: getattr(message, name) for name in _PLAIN if message.HasField(name)}
    for name, values in _ENUMS.items():
        wire = getattr(message, name)
        if wire:
            given[name] = _value_of(name, values, wire)
    return Options(**given)


def _value_of(name: str, values: Mapping[StrEnum, Any], wire: int) -> StrEnum:
    for value, number in values.items():
        if number == wire:
            return value
    raise BadOptions(name, " or ".join(values))


def decode_options(message: pb.Options, seats: int) -> Options:
    """The options of a table with so many seats. Raises BadOptions."""
    options = read_options(message)
    problem = options_problem(options, seats)
    if problem is not None:
        raise BadOptions(*problem)
    return options


@lru_cache(maxsize=256)
def encode_options(options: Options) -> pb.Options:
    """The options, every field set. The message is shared: do not change it."""
    plain = {name: getattr(options, name) for name in _PLAIN}
    enums = {name: values[getattr(options, name)] for name, values in _ENUMS.items()}
    return pb.Options(**plain, **enums)
