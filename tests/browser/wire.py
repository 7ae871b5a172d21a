"""What a browser's sockets carried, as messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from google.protobuf.message import Message
from playwright.sync_api import Page, WebSocket

from chieu.gateway.v1.gateway_pb2 import ServerFrame
from chieu.table.v1.update_pb2 import Update
from chieu_client.unpack import unpack

__all__ = ["Wire", "cards_in"]

_CARDS = {"chieu.cards.v1.Card", "chieu.chan.v1.Kind"}


class Wire:
    """Records every frame that a page receives from now on."""

    def __init__(self, page: Page) -> None:
        self.frames: list[ServerFrame] = []
        page.on("websocket", self._listen)

    @property
    def updates(self) -> list[Update]:
        """The updates among them."""
        return [frame.update for frame in self.frames if frame.HasField("update")]

    @property
    def latest(self) -> Update:
        """The latest update."""
        return self.updates[-1]

    def view(self, update: Update | None = None) -> Any:
        """The view of an update, of the latest one if none is given: the message of its game."""
        return unpack((update or self.latest).view)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._take)

    def _take(self, payload: str | bytes) -> None:
        assert isinstance(payload, bytes), "the page speaks the binary encoding"
        self.frames.append(ServerFrame.FromString(payload))


def cards_in(message: Message) -> Iterator[int]:
    """Every card that a message names, at any depth and in any envelope."""
    for field, value in message.ListFields():
        values = value if field.is_repeated else [value]
        if field.enum_type is not None and field.enum_type.full_name in _CARDS:
            yield from (card for card in values if card)
        elif field.message_type is not None and field.message_type.full_name == "google.protobuf.Any":
            for packed in values:
                yield from cards_in(unpack(packed))
        elif field.message_type is not None:
            for inner in values:
                yield from cards_in(inner)
