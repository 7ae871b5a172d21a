"""Wraps updates and replies that a service serialized into the ServerFrame around them, without reading them.

That keeps views and moves out of this process: it never parses what it only carries.
"""

from __future__ import annotations

from typing import Final

from chieu.gateway.v1 import gateway_pb2
from wire import field_tag, varint, wrapped

__all__ = ["reply_frame", "update_frame"]

_UPDATE: Final = field_tag(gateway_pb2.ServerFrame.DESCRIPTOR, "update")
_REPLY: Final = field_tag(gateway_pb2.ServerFrame.DESCRIPTOR, "reply")
_CORR: Final = field_tag(gateway_pb2.ServerFrame.DESCRIPTOR, "corr", 0)


def update_frame(update: bytes) -> bytes:
    """A ServerFrame that carries a serialized chieu.table.v1.Update."""
    return wrapped(_UPDATE, update)


def reply_frame(corr: int, reply: bytes) -> bytes:
    """A ServerFrame with that `corr` that carries a serialized chieu.table.v1.AnswerReply."""
    head = _CORR + varint(corr) if corr else b""
    return head + wrapped(_REPLY, reply)
