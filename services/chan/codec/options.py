"""Options on the wire: what is not set has its default."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from chieu.chan.v1 import chan_pb2 as pb
from services.chan.rules import House, Options, options_problem
from services.core.codec import BadOptions

__all__ = ["HELP", "HOUSES", "HOUSES_BACK", "decode_options", "encode_options"]

HOUSES: Final = {House.SEED: pb.HOUSE_SEED, House.TRADITIONAL: pb.HOUSE_TRADITIONAL}
HOUSES_BACK: Final = {wire: house for house, wire in HOUSES.items()}

HELP: Final = {
    "house": "seed: the default; traditional: Tôm with Tam Sách, three alike must Chíu, Thiên khai and Bòn repeat",
    "match_hands": "hands in a match, scores are added up (1 to 100)",
    "turn_seconds": "seconds for a question (5 to 300)",
}


def decode_options(message: pb.Options) -> Options:
    """The options with every default filled in. Raises BadOptions."""
    options = Options()
    if message.house:
        if message.house not in HOUSES_BACK:
            raise BadOptions("house", "seed or traditional")
        options = replace(options, house=HOUSES_BACK[message.house])
    if message.HasField("match_hands"):
        options = replace(options, match_hands=message.match_hands)
    if message.HasField("turn_seconds"):
        options = replace(options, turn_seconds=message.turn_seconds)
    problem = options_problem(options)
    if problem is not None:
        raise BadOptions(*problem)
    return options


@lru_cache(maxsize=256)
def encode_options(options: Options) -> pb.Options:
    """The options, every field set. The message is shared: do not change it."""
    return pb.Options(house=HOUSES[options.house], match_hands=options.match_hands, turn_seconds=options.turn_seconds)
