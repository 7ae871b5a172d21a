"""Options on the wire: what is not set comes from the preset (TAN-59)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from chieu.tan.v1 import tan_pb2 as pb
from services.core.codec import BadOptions
from services.tan.rules import MOBILE, POINTS_ALLOWED, TRADITIONAL, FinishRule, Options, options_problem

__all__ = ["HELP", "decode_options", "encode_options"]

_FINISH: Final = {
    FinishRule.HAND_EMPTY: pb.FINISH_RULE_HAND_EMPTY,
    FinishRule.HAND_AND_STOCK_EMPTY: pb.FINISH_RULE_HAND_AND_STOCK_EMPTY,
}
_FINISH_BACK: Final = {wire: rule for rule, wire in _FINISH.items()}
_PLAIN: Final = ("hand_limit", "jokers", "tribute", "stall_limit", "match_sets", "turn_seconds")
_PRESETS: Final = {pb.PRESET_UNSPECIFIED: MOBILE, pb.PRESET_MOBILE: MOBILE, pb.PRESET_TRADITIONAL: TRADITIONAL}

HELP: Final = {
    "preset": "mobile: all defaults; traditional: no hand limit, two jokers, tribute",
    "hand_limit": "so many cards after a take lose the set (10 to 52; 0 for no limit)",
    "jokers": "two jokers that beat everything and never attack (0 or 2)",
    "tribute": "the last seat of a set pays the King its strongest royal card",
    "finish_rule": "whether an empty hand is out at once, or only when the stock is empty too",
    "stall_limit": "so many rounds without a discard, a draw or a rank end the set (6 to 200)",
    "points": "points of the first to the fourth rank",
    "match_sets": "sets in a match (1 to 100)",
    "turn_seconds": "seconds for a turn (5 to 300)",
}


def decode_options(message: pb.Options) -> Options:
    """The options with every default filled in. Raises BadOptions."""
    base = _PRESETS.get(message.preset)
    if base is None:
        raise BadOptions("preset", "mobile or traditional")
    options = replace(base, **{name: getattr(message, name) for name in _PLAIN if message.HasField(name)})
    if options.hand_limit == 0:
        options = replace(options, hand_limit=None)
    if message.points:
        options = replace(options, points=_points(message))
    if message.finish_rule:
        options = replace(options, finish_rule=_finish(message.finish_rule))
    problem = options_problem(options)
    if problem is not None:
        raise BadOptions(*problem)
    return options


def _points(message: pb.Options) -> tuple[int, int, int, int]:
    if len(message.points) != 4:
        raise BadOptions("points", POINTS_ALLOWED)
    first, second, third, fourth = message.points
    return first, second, third, fourth


def _finish(wire: pb.FinishRule.ValueType) -> FinishRule:
    if wire not in _FINISH_BACK:
        raise BadOptions("finish_rule", "hand_empty or hand_and_stock_empty")
    return _FINISH_BACK[wire]


@lru_cache(maxsize=256)
def encode_options(options: Options) -> pb.Options:
    """The options, every field set. The message is shared: do not change it."""
    return pb.Options(
        hand_limit=options.hand_limit or 0,
        jokers=options.jokers,
        tribute=options.tribute,
        finish_rule=_FINISH[options.finish_rule],
        stall_limit=options.stall_limit,
        points=options.points,
        match_sets=options.match_sets,
        turn_seconds=options.turn_seconds,
    )
