"""How test players choose, where any legal move will not do."""

from __future__ import annotations

from google.protobuf.message import Message

from chieu_client import Prompt
from chieu_client.games import game_of
from services.verify import find
from tests.system.player import Choose

__all__ = ["by_policy", "in_order", "preferring"]


def by_policy(prompt: Prompt) -> Message:
    """What the service's own policy would answer from the same view."""
    registered = find(prompt.game)
    game, codec = registered.game, registered.codec
    move = game.policy(codec.decode_view(prompt.view), prompt.seat, codec.decode_choices(prompt.choices))
    return codec.encode_move(move)


def in_order(*moves: Message) -> Choose:
    """These moves, one after the other, a prompt each; what comes after them stays unanswered."""
    left = iter(moves)
    return lambda _prompt: next(left, None)


def preferring(*moves: Message) -> Choose:
    """The first of these moves that is legal, else the last that the prompt offers: in Chắn, a pass."""

    def choose(prompt: Prompt) -> Message:
        offered = list(game_of(prompt.choices).legal_moves(prompt.choices))
        return next((move for move in moves if move in offered), offered[-1])

    return choose
