"""The toy game's values as `google.protobuf.Struct`, so that no proto is needed for a test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct

from services.core.codec import BadOptions, Codec, MalformedMove
from services.core.game import Hidden
from tests.core.toy.game import Choices, Do, Event, Move, Options, Phase, Result, View

__all__ = ["CODEC", "ToyCodec"]

_HIDDEN: Final = -2


def _struct(**fields: Any) -> Struct:
    message = Struct()
    message.update({name: value for name, value in fields.items() if value is not None})
    return message


def _ints(values: Any) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


class ToyCodec:
    options_message: type[Message] = Struct
    move_message: type[Message] = Struct
    view_message: type[Message] = Struct
    event_message: type[Message] = Struct
    choices_message: type[Message] = Struct
    result_message: type[Message] = Struct

    @staticmethod
    def decode_options(message: Struct, seats: int) -> Options:
        del seats
        fields: dict[str, Any] = dict(message)
        options = Options(**{name: int(value) for name, value in fields.items()})
        if not 1 <= options.cards <= 4:
            raise BadOptions("cards", "1 to 4")
        return options

    @staticmethod
    def encode_options(options: Options) -> Struct:
        return _struct(cards=options.cards, deals=options.deals, turn_seconds=options.turn_seconds)

    @staticmethod
    def decode_move(message: Struct) -> Move:
        try:
            fields: dict[str, Any] = dict(message)
            return Move(Do(fields["do"]), int(fields.get("card", -1)))
        except (ValueError, KeyError, TypeError) as error:
            raise MalformedMove("expected something to do") from error

    @staticmethod
    def encode_move(move: Move) -> Struct:
        return _struct(do=str(move.do), card=move.card if move.card >= 0 else None)

    @staticmethod
    def encode_view(view: View) -> Struct:
        return _struct(
            audience=view.audience,
            phase=int(view.phase),
            turn_no=view.turn_no,
            turn=view.turn,
            laid=view.laid,
            winner=view.winner,
            gone=list(view.gone),
            counts=list(view.counts),
            points=list(view.points),
            hand=list(view.hand),
            picked=view.picked,
            claimed=view.claimed,
        )

    @staticmethod
    def decode_view(message: Struct) -> View:
        fields: dict[str, Any] = dict(message)
        lists = {name: _ints(fields.pop(name)) for name in ("gone", "counts", "points", "hand")}
        claimed = fields.pop("claimed", None)
        phase = Phase(int(fields.pop("phase")))
        numbers = {name: int(value) for name, value in fields.items()}
        return View(phase=phase, claimed=claimed, **numbers, **lists)  # type: ignore[arg-type]

    @staticmethod
    def encode_event(event: Event) -> Struct:
        card = _HIDDEN if isinstance(event.card, Hidden) else event.card
        return _struct(name=event.name, seat=event.seat, card=card, to=event.to)

    @staticmethod
    def decode_event(message: Struct) -> Event:
        fields: dict[str, Any] = dict(message)
        card = None if "card" not in fields else int(fields["card"])
        to = None if "to" not in fields else int(fields["to"])
        return Event(fields["name"], int(fields["seat"]), Hidden() if card == _HIDDEN else card, to)

    @staticmethod
    def encode_choices(choices: Choices) -> Struct:
        return _struct(do=[str(do) for do in choices.do], cards=list(choices.cards))

    @staticmethod
    def decode_choices(message: Struct) -> Choices:
        fields: dict[str, Any] = dict(message)
        return Choices(tuple(Do(do) for do in fields["do"]), _ints(fields["cards"]))

    @staticmethod
    def encode_result(result: Result) -> Struct:
        return _struct(points=list(result.points))

    @staticmethod
    def option_help() -> Mapping[str, str]:
        return {}


CODEC: Final[Codec] = ToyCodec()
