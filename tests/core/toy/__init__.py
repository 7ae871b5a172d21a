"""A game for tests of core: small, with everything in it that core promises to carry.

Two to four seats hold hidden cards. Whoever has the turn first picks a card in private and then lays one, both under
one deadline. Everybody else who holds a card of the same parity may claim it in a window; nobody learns who could or
did. Then the card is shown for a moment, while the winner may give it back.
"""

from __future__ import annotations

import dataclasses
from typing import Any, cast

from services.core.game import AnyGame
from tests.core.toy.codec import CODEC
from tests.core.toy.game import SHOW_SECONDS, TOY, Do, Move, Options, Phase, State

__all__ = ["CODEC", "SHOW_SECONDS", "TOY", "Do", "Move", "Options", "Phase", "State", "altered"]


def altered(**parts: Any) -> AnyGame:
    """The toy game with some of its parts replaced."""
    return dataclasses.replace(cast(AnyGame, TOY), **parts)
