"""How test players choose, where any legal move will not do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

from google.protobuf.message import Message

from chieu_client import Prompt
from chieu_client.games import game_of
from services.verify import find
from tests.system.player import Choose

__all__ = ["by_policy", "in_order", "lingering", "preferring"]

_ENDINGS = {"knock", "decline", "win"}
_MANY = 40


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


def lingering(chance: Random) -> Callable[[Prompt], Message]:
    """Plays the policy's moves and any others, but ends no deal by a move that is made for it, if there is another."""

    def choose(prompt: Prompt) -> Message:
        moves = list(islice(game_of(prompt.choices).legal_moves(prompt.choices), _MANY))
        others = [move for move in moves if _kind(move) not in _ENDINGS]
        chosen = by_policy(prompt) if chance.randrange(3) else chance.choice(moves)
        return chance.choice(others) if others and _kind(chosen) in _ENDINGS else chosen

    return choose


def _kind(move: Message) -> str:
    return str(move.WhichOneof("move"))
