"""The packs that lie ready, as a file between the test that stacks them and the service that deals them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from services.core.game import AnyGame, Chance
from services.core.replica import Service

__all__ = ["STACK", "Stack", "stacked"]

STACK: Final = "STACK"
"""The setting that names the file."""


class Stack:
    """The packs for the deals of a match, from its first. Where none lies ready, chance deals."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def lay(self, *packs: Chance) -> None:
        """Have every match that begins from now on deal these packs, one after the other."""
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(packs), encoding="utf-8")
        fresh.replace(self._path)

    def pack(self, deal: int) -> Chance:
        """The pack for a deal, counted from 0; empty where none lies ready."""
        packs: list[Chance] = json.loads(self._path.read_text(encoding="utf-8")) if self._path.exists() else []
        return packs[deal] if deal < len(packs) else {}


def stacked(service: Service) -> Service:
    """The same service, dealing what lies ready."""
    game: AnyGame = service.game
    stack = Stack(Path(os.environ[f"CHIEU_{STACK}"]))

    def deal(options: Any, match: Any, chance: Chance) -> Any:
        return game.deal(options, match, {**chance, **stack.pack(game.deals_done(match))})

    return replace(service, game=replace(game, deal=deal))
