"""The WebSocket protocol's two encodings. A connection's subprotocol chooses one for good.

`chieu.v1.proto` carries a service's bytes untouched. `chieu.v1.json` parses and transcodes them, at some 100 µs an update;
`News` makes that once for all connections of an audience.
"""

from __future__ import annotations

import json
from typing import Final, Protocol, TypeVar

from google.protobuf import json_format
from google.protobuf.message import DecodeError, Message

from chieu.gateway.v1 import gateway_pb2
from chieu.table.v1 import update_pb2
from gateway.wire.splice import reply_frame, update_frame

__all__ = ["ENCODINGS", "JSON", "PROTO", "Encoding", "Malformed", "News", "as_json", "from_json"]

M = TypeVar("M", bound=Message)

_DEEPEST: Final = 32
_MOST_DETAIL: Final = 200


class Malformed(Exception):  # noqa: N818 - a refusal of what a client sent
    """The message is no ClientFrame; the text says what was expected and may be shown to its sender."""


class News:
    """One update on its way to the connections of one audience, made once for each encoding that is wanted."""

    __slots__ = ("_json", "_proto", "_update")

    def __init__(self, update: bytes) -> None:
        self._update = update
        self._proto: bytes | None = None
        self._json: bytes | None = None

    @property
    def proto(self) -> bytes:
        """The ServerFrame's bytes."""
        if self._proto is None:
            self._proto = update_frame(self._update)
        return self._proto

    @property
    def json(self) -> bytes:
        """The ServerFrame's JSON."""
        if self._json is None:
            update = update_pb2.Update.FromString(self._update)
            self._json = as_json(gateway_pb2.ServerFrame(update=update))
        return self._json


class Encoding(Protocol):
    """How frames look on the wire."""

    subprotocol: str
    is_text: bool

    def decode(self, message: bytes) -> gateway_pb2.ClientFrame:
        """Reads a client's frame, or raises Malformed."""

    def encode(self, frame: gateway_pb2.ServerFrame) -> bytes:
        """Writes a frame of the gateway's own."""

    def news(self, news: News) -> bytes:
        """Writes a frame with a service's update."""

    def reply(self, corr: int, reply: bytes) -> bytes:
        """Writes a frame with a service's serialized AnswerReply."""


class _Proto:
    subprotocol = "chieu.v1.proto"
    is_text = False

    def decode(self, message: bytes) -> gateway_pb2.ClientFrame:
        try:
            return gateway_pb2.ClientFrame.FromString(message)
        except DecodeError as error:
            raise Malformed("expected a serialized chieu.gateway.v1.ClientFrame") from error

    def encode(self, frame: gateway_pb2.ServerFrame) -> bytes:
        return frame.SerializeToString()

    def news(self, news: News) -> bytes:
        return news.proto

    def reply(self, corr: int, reply: bytes) -> bytes:
        return reply_frame(corr, reply)


class _Json:
    subprotocol = "chieu.v1.json"
    is_text = True

    def decode(self, message: bytes) -> gateway_pb2.ClientFrame:
        return from_json(message, gateway_pb2.ClientFrame())

    def encode(self, frame: gateway_pb2.ServerFrame) -> bytes:
        return as_json(frame)

    def news(self, news: News) -> bytes:
        return news.json

    def reply(self, corr: int, reply: bytes) -> bytes:
        return as_json(gateway_pb2.ServerFrame(corr=corr, reply=update_pb2.AnswerReply.FromString(reply)))


def as_json(message: Message) -> bytes:
    """Canonical JSON of a message, on one line."""
    return json.dumps(json_format.MessageToDict(message), ensure_ascii=False, separators=(",", ":")).encode()


def from_json(text: bytes, into: M) -> M:
    """Reads canonical JSON into the message, or raises Malformed. Unknown fields and values are refused."""
    try:
        return json_format.Parse(text, into, max_recursion_depth=_DEEPEST)
    except json_format.ParseError as error:
        raise Malformed(str(error)[:_MOST_DETAIL]) from error
    except (ValueError, TypeError, RecursionError, AttributeError) as error:
        raise Malformed(f"expected JSON of {into.DESCRIPTOR.full_name}") from error


PROTO: Final[Encoding] = _Proto()
JSON: Final[Encoding] = _Json()
ENCODINGS: Final = {encoding.subprotocol: encoding for encoding in (PROTO, JSON)}
