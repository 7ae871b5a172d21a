"""Rules of short matches, game by game. Turns last long, so that nothing but a test's own doing closes a prompt."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from chieu.chan.v1 import chan_pb2
from chieu.tan.v1 import tan_pb2
from chieu.tonk.v1 import tonk_pb2

__all__ = ["MOBILE", "TRADITIONAL", "chan_options", "short_match", "tan_options", "tonk_options"]

MOBILE = tan_pb2.PRESET_MOBILE
TRADITIONAL = tan_pb2.PRESET_TRADITIONAL


def tan_options(
    preset: tan_pb2.Preset.ValueType = MOBILE, *, sets: int = 1, turn_seconds: int = 300
) -> tan_pb2.Options:
    """Tấn: a match of one set, if no more are asked for."""
    return tan_pb2.Options(preset=preset, match_sets=sets, turn_seconds=turn_seconds)


def tonk_options(hands: int = 3, *, turn_seconds: int = 300, **more: Any) -> tonk_pb2.Options:
    """Tonk: a match of a few hands for up to four seats."""
    return tonk_pb2.Options(**{"max_seats": 4, "match_hands": hands, "turn_seconds": turn_seconds, **more})


def chan_options(
    house: chan_pb2.House.ValueType = chan_pb2.HOUSE_SEED, *, hands: int = 1, turn_seconds: int = 300
) -> chan_pb2.Options:
    """Chắn: a match of one hand, if no more are asked for."""
    return chan_pb2.Options(house=house, match_hands=hands, turn_seconds=turn_seconds)


def short_match(game: str, deals: int) -> Message:
    """A match of any game, of so many deals."""
    match game:
        case "tan":
            return tan_options(sets=deals)
        case "tonk":
            return tonk_options(deals)
        case "chan":
            return chan_options(hands=deals)
        case _:
            raise ValueError(game)
