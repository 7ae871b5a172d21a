"""How events become lines, whatever the game. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from google.protobuf.message import Message
from rich.text import Text

__all__ = ["Teller", "tell_all"]

Teller = Callable[[Any], Text]
"""Makes a line of what stands in an event's oneof."""


def tell_all(events: Sequence[Message], kind: type[Message], tellers: Mapping[str, Teller]) -> list[Text]:
    """The lines of a game's events, whose oneof is called `event`; what has no teller is shown elsewhere."""
    return [
        tellers[name](getattr(event, name))
        for event in events
        if isinstance(event, kind) and (name := event.WhichOneof("event")) in tellers
    ]
