"""Frames as bytes: the two encodings, and splicing without parsing."""

from gateway.wire.encodings import ENCODINGS, JSON, PROTO, Encoding, Malformed, News, as_json, from_json
from gateway.wire.pool import register_messages
from gateway.wire.splice import reply_frame, update_frame

__all__ = [
    "ENCODINGS",
    "JSON",
    "PROTO",
    "Encoding",
    "Malformed",
    "News",
    "as_json",
    "from_json",
    "register_messages",
    "reply_frame",
    "update_frame",
]
