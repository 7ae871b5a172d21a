"""What this SDK offers for single games. The rest of it knows none."""

from __future__ import annotations

from chieu_client.games.registry import Game, UnknownGame, game, game_of, games

__all__ = ["Game", "UnknownGame", "game", "game_of", "games"]
