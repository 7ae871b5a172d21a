"""The games of this house, by name: the one place that goes from a name to rules and codec."""

from __future__ import annotations

import importlib
import importlib.util

from services.core.codec import Registered

__all__ = ["UnknownGame", "find"]


class UnknownGame(Exception):  # noqa: N818 - an answer to whoever named it
    """There is no game of this name here."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no game is called {name!r}")
        self.name = name


def find(name: str) -> Registered:
    """The game that `services.<name>` holds. Raises UnknownGame."""
    if not (name.isascii() and name.isalpha() and name.islower()) or name == "core":
        raise UnknownGame(name)
    package = importlib.util.find_spec(f"services.{name}")
    is_package = package is not None and bool(package.submodule_search_locations)
    if not is_package or importlib.util.find_spec(f"services.{name}.game") is None:
        raise UnknownGame(name)
    game = getattr(importlib.import_module(f"services.{name}.game"), name.upper())
    return Registered(game, importlib.import_module(f"services.{name}.codec").CODEC)
