"""From a table's id to its game's links. What connections use; they know nothing below it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Final

import structlog

from gateway.link.game import GameLinks, Patience
from gateway.link.link import LinkOptions
from gateway.link.subscription import Subscription

__all__ = ["LONGEST_TABLE_ID", "Router", "game_of"]

_TICK_SECONDS: Final = 0.1
_log: Final = structlog.get_logger()

LONGEST_TABLE_ID: Final = 128
"""No table's id is longer, in characters."""


def game_of(table: str) -> str:
    """The game that a table's id names: what stands before its first dash. Empty where there is none."""
    game, dash, _ = table.partition("-")
    return game if dash and len(table) <= LONGEST_TABLE_ID else ""


class Router:
    """All games' links, and the clock that they share."""

    def __init__(self, services: Mapping[str, Sequence[str]], options: LinkOptions, patience: Patience) -> None:
        self.games = {game: GameLinks(game, seeds, options, patience) for game, seeds in services.items()}
        self._ticker: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to connect to every game."""
        for links in self.games.values():
            links.start()
        self._ticker = asyncio.create_task(self._tick(), name="router clock")

    async def stop(self) -> None:
        """Ends every link."""
        if self._ticker is not None:
            self._ticker.cancel()
            await asyncio.wait([self._ticker])
        await asyncio.gather(*(links.stop() for links in self.games.values()))

    def serves(self, table: str) -> bool:
        """Whether the table's id names a game that has services here."""
        return game_of(table) in self.games

    def open(self, subscription: Subscription) -> None:
        """Opens a table whose game is served; what becomes of it, its subscriber is told."""
        self.games[game_of(subscription.table)].open(subscription)

    def close(self, subscription: Subscription) -> None:
        """Lets a table go. Closing twice is closing once."""
        self.games[game_of(subscription.table)].close(subscription)

    def answer(self, subscription: Subscription, corr: int, prompt_id: bytes, move: bytes) -> None:
        """Answers a prompt; `move` is a serialized google.protobuf.Any. The subscriber gets exactly one reply."""
        self.games[game_of(subscription.table)].answer(subscription, corr, prompt_id, move)

    def healthy_games(self) -> dict[str, bool]:
        """For each game whether a sign of life has been through its store recently."""
        now = time.monotonic()
        return {game: links.is_healthy(now) for game, links in self.games.items()}

    def answers_in_flight(self) -> int:
        """Answers that no service has replied to yet."""
        return sum(links.answers_in_flight() for links in self.games.values())

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            for links in self.games.values():
                try:
                    await links.tick(time.monotonic())
                except Exception:  # noqa: BLE001 - the clock must not stop
                    _log.exception("tick_fault", game=links.game)
