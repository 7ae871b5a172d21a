"""Players without a page at the other seats. They have a loop of their own: the browser keeps that of this thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, Final

from tests.system import Deployment, Player
from tests.system.player import Choose

__all__ = ["Company"]

_NAMES: Final = ("binh", "chi", "dung")
_PATIENCE: Final = 30.0


class Company:
    """Up to three players, called Binh, Chi and Dung. Each answers as it is told; `close` says what went wrong."""

    def __init__(self, deployment: Deployment) -> None:
        self._deployment = deployment
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._players: list[Player] = []
        self._playing: list[asyncio.Task[Any]] = []

    def sit(self, table: str, *chooses: Choose) -> None:
        """Take the free seats in their order, a player for each way to choose, and play from now on."""
        for choose in chooses:
            self._run(self._sit(table, choose))

    def close(self) -> None:
        """Leave. Raises what a player could not help."""
        try:
            self._run(self._leave())
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    async def _sit(self, table: str, choose: Choose) -> None:
        name = _NAMES[len(self._players)]
        address = self._deployment.gateways[0].address
        player = Player(address, name, self._deployment.token(name), choose=choose)
        self._players.append(await player.__aenter__())
        await player.session.lobby.take_seat(table)
        self._playing.append(asyncio.create_task(player.play(table)))

    async def _leave(self) -> None:
        for task in self._playing:
            task.cancel()
        ends = await asyncio.gather(*self._playing, return_exceptions=True)
        for player in self._players:
            await player.session.close()
        for end in ends:
            if isinstance(end, Exception):
                raise end

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE)
