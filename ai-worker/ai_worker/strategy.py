"""What a strategy is asked and what it answers: the seam between the worker and every way of thinking.

A strategy is a function of what a seat may see. The same question, nodes and seed give the same move; time alone may
cut a search short. Whoever writes one: check the clock at least every 20 ms (`search.slices` does it), since
compiled code reacts to no signal.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

__all__ = ["Budget", "Question", "Rung", "SeatView", "Strategy", "Thought"]

O = TypeVar("O")  # noqa: E741 - options, as in services.core.game
V = TypeVar("V")
C = TypeVar("C")
M = TypeVar("M")


class SeatView(Protocol):
    """What every game's view tells about itself."""

    @property
    def audience(self) -> int:
        """The seat whose view it is."""

    @property
    def seats(self) -> Any:
        """One entry a seat."""


@dataclass(frozen=True, slots=True)
class Question(Generic[O, V, C]):
    """A prompt as a strategy gets it: the asked seat, what it sees, what it may answer."""

    seat: int
    view: V
    choices: C
    options: O


@dataclass(frozen=True, slots=True)
class Budget:
    """What a strategy may spend, whichever is used up first."""

    seconds: float
    nodes: int


class Rung(enum.StrEnum):
    """What a move came from, best first."""

    SEARCH = "search"
    HEURISTIC = "heuristic"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Thought(Generic[M]):
    """A move and where it came from. `nodes` counts what was searched for it, also in vain."""

    move: M
    rung: Rung
    nodes: int = 0


class Strategy(Protocol):
    """One level of one game."""

    def __call__(self, question: Question[Any, Any, Any], budget: Budget, seed: int) -> Thought[Any]:
        """A move that the choices offer. `seed` is any integer from 0."""
