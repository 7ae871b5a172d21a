"""Wraps serialized bytes into the message around them, without reading them.

A protobuf field that holds a message is its tag, its length and its bytes, so a frame round an update is a few bytes in
front. Field numbers are read from the descriptors.
"""

from __future__ import annotations

from typing import Final

from google.protobuf.descriptor import Descriptor

from chieu.link.v1 import link_pb2

__all__ = ["batch_entry", "field_tag", "varint", "wrapped"]

_LENGTH_DELIMITED: Final = 2
_SMALL: Final = 0x80


def varint(number: int) -> bytes:
    """Base-128 with the low group first, as protobuf writes an unsigned number."""
    out = bytearray()
    while number >= _SMALL:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field_tag(message: Descriptor, field: str, wire: int = _LENGTH_DELIMITED) -> bytes:
    """What stands before a field's value."""
    return varint(message.fields_by_name[field].number << 3 | wire)


def wrapped(tag: bytes, value: bytes) -> bytes:
    """A field with its serialized message."""
    return b"".join((tag, varint(len(value)), value))


_FRAMES: Final = field_tag(link_pb2.ConnectRequest.DESCRIPTOR, "frames")
assert field_tag(link_pb2.ConnectResponse.DESCRIPTOR, "frames") == _FRAMES, "a batch looks the same both ways"


def batch_entry(frame: bytes) -> bytes:
    """One entry of a ConnectRequest or a ConnectResponse. A batch is nothing but its entries one after the other."""
    return wrapped(_FRAMES, frame)
