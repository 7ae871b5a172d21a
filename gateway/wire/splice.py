"""Wraps bytes that a service or we serialized into the message around them, without reading them.

A protobuf field that holds a message is its tag, its length and its bytes, so a frame round an update is a few bytes in
front. That keeps views and moves out of this process: it never parses what it only carries. Field numbers are read from
the descriptors.
"""

from __future__ import annotations

from typing import Final

from google.protobuf.descriptor import Descriptor

from chieu.gateway.v1 import gateway_pb2
from chieu.link.v1 import link_pb2

__all__ = ["batch_entry", "reply_frame", "update_frame", "varint"]

_LENGTH_DELIMITED: Final = 2
_VARINT: Final = 0
_SMALL: Final = 0x80


def varint(number: int) -> bytes:
    """Base-128 with the low group first, as protobuf writes an unsigned number."""
    out = bytearray()
    while number >= _SMALL:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _tag(message: Descriptor, field: str, wire: int) -> bytes:
    return varint(message.fields_by_name[field].number << 3 | wire)


_UPDATE: Final = _tag(gateway_pb2.ServerFrame.DESCRIPTOR, "update", _LENGTH_DELIMITED)
_REPLY: Final = _tag(gateway_pb2.ServerFrame.DESCRIPTOR, "reply", _LENGTH_DELIMITED)
_CORR: Final = _tag(gateway_pb2.ServerFrame.DESCRIPTOR, "corr", _VARINT)
_FRAME: Final = _tag(link_pb2.ConnectRequest.DESCRIPTOR, "frames", _LENGTH_DELIMITED)


def update_frame(update: bytes) -> bytes:
    """A ServerFrame that carries a serialized chieu.table.v1.Update."""
    return b"".join((_UPDATE, varint(len(update)), update))


def reply_frame(corr: int, reply: bytes) -> bytes:
    """A ServerFrame with that `corr` that carries a serialized chieu.table.v1.AnswerReply."""
    head = _CORR + varint(corr) if corr else b""
    return b"".join((head, _REPLY, varint(len(reply)), reply))


def batch_entry(frame: bytes) -> bytes:
    """One entry of a ConnectRequest. A batch is nothing but its entries one after the other."""
    return b"".join((_FRAME, varint(len(frame)), frame))
