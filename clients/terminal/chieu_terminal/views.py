"""What a seat may know, taken out of an update. Pure."""

from __future__ import annotations

from typing import TypeVar

from google.protobuf.message import Message

from chieu.table.v1.update_pb2 import Update
from chieu_client.unpack import unpack_as

__all__ = ["view_of"]

M = TypeVar("M", bound=Message)


def view_of(update: Update, kind: type[M]) -> M | None:
    """The update's view, which must be of that class; None before the first deal."""
    return unpack_as(update.view, kind) if update.HasField("view") else None
