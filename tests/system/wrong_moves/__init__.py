"""Moves that the rules refuse, game by game, each made from what a seat is asked and sees.

A game adds its own table of them: from a prompt to a move that is wrong there, and the rulebook's code.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.system.wrong_moves import chan, tan, tonk
from tests.system.wrong_moves.wrong import Wrong

__all__ = ["WRONG_MOVES", "Wrong"]

WRONG_MOVES: Mapping[str, Mapping[str, Wrong]] = {"tan": tan.WRONG, "tonk": tonk.WRONG, "chan": chan.WRONG}
