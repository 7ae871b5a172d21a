"""How test players choose, where any legal move will not do."""

from __future__ import annotations

from google.protobuf.message import Message

from chieu_client import Prompt
from services.verify import find

__all__ = ["by_policy"]


def by_policy(prompt: Prompt) -> Message:
    """What the service's own policy would answer from the same view."""
    registered = find(prompt.game)
    game, codec = registered.game, registered.codec
    move = game.policy(codec.decode_view(prompt.view), prompt.seat, codec.decode_choices(prompt.choices))
    return codec.encode_move(move)
