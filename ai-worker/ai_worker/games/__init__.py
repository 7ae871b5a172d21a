"""The games that the worker plays. Each module of this package has a `BOT`; adding a game is adding one module."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

from ai_worker.bots import BotGame

__all__ = ["load_games"]


def load_games() -> Mapping[str, BotGame]:
    """Every registered game by its name."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    bots: list[BotGame] = [module.BOT for module in modules]
    return {bot.name: bot for bot in bots}
