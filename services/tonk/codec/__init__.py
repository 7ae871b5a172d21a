"""Tonk's values as `chieu.tonk.v1` messages, and back: one module for each kind of value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from google.protobuf.message import Message

from chieu.tonk.v1 import tonk_pb2 as pb
from services.core.codec import Codec
from services.tonk.codec import events, moves, options, results, views

__all__ = ["CODEC", "TonkCodec"]


class TonkCodec:
    """What core asks of a codec."""

    options_message: type[Message] = pb.Options
    move_message: type[Message] = pb.Move
    view_message: type[Message] = pb.View
    event_message: type[Message] = pb.Event
    choices_message: type[Message] = pb.Choices
    result_message: type[Message] = pb.Result

    decode_options = staticmethod(options.decode_options)
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
    def option_help() -> Mapping[str, str]:
        """One line a rule."""
        return options.HELP


CODEC: Final[Codec] = TonkCodec()
