"""Chắn's values as `chieu.chan.v1` messages, and back: one module for each kind of value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from google.protobuf.message import Message

from chieu.chan.v1 import chan_pb2 as pb
from services.chan.codec import events, moves, options, results, views
from services.chan.rules import Options
from services.core.codec import Codec

__all__ = ["CODEC", "ChanCodec"]


class ChanCodec:
    """What core asks of a codec."""

    options_message: type[Message] = pb.Options
    move_message: type[Message] = pb.Move
    view_message: type[Message] = pb.View
    event_message: type[Message] = pb.Event
    choices_message: type[Message] = pb.Choices
    result_message: type[Message] = pb.Result

    encode_options = staticmethod(options.encode_options)
    decode_move = staticmethod(moves.decode_move)
    encode_move = staticmethod(moves.encode_move)
    decode_choices = staticmethod(moves.decode_choices)
    encode_choices = staticmethod(moves.encode_choices)
    decode_view = staticmethod(views.decode_view)
    encode_view = staticmethod(views.encode_view)
    decode_event = staticmethod(events.decode_event)
    encode_event = staticmethod(events.encode_event)
    decode_result = staticmethod(results.decode_result)
    encode_result = staticmethod(results.encode_result)

    @staticmethod
    def decode_options(message: pb.Options, seats: int) -> Options:
        """The options of a table with so many seats; all of them are the same for every number."""
        del seats
        return options.decode_options(message)

    @staticmethod
    def option_help() -> Mapping[str, str]:
        """One line a rule."""
        return options.HELP


CODEC: Final[Codec] = ChanCodec()
