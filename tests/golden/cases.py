"""Golden cases as data: one file a case under `seeds/cases/<game>/`, taken from the rulebook as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

__all__ = ["Case", "load_cases"]

_CASES = Path(__file__).parents[2] / "seeds" / "cases"


@dataclass(frozen=True)
class Case:
    """One case; `data` is the file's content."""

    game: str
    data: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The rulebook's id, for instance `G-31`."""
        return str(self.data["id"])

    @property
    def test_id(self) -> str:
        """What pytest shows and selects by: the game and the case."""
        return f"{self.game}-{self.id}"


def load_cases(game: str) -> list[Case]:
    """All cases of a game in the order of their ids."""
    files = sorted((_CASES / game).glob("*.yaml"))
    return [Case(game, yaml.safe_load(file.read_text("utf-8"))) for file in files]
