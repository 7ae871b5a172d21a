"""What the game-blind tests must be told about a game. Nothing of this is ever shipped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

__all__ = ["Adapter", "Folder"]


class Folder(Protocol):
    """A client that knows nothing but the events it was shown."""

    def apply(self, event: Any) -> None:
        """Takes in one event as its audience saw it."""

    def view(self) -> Any:
        """The view that the events add up to; to be compared with the rules' own."""

    def recall(self) -> Any:
        """The same with what a bot is given to remember."""


class Adapter(Protocol):
    """Test-only knowledge of one game."""

    def pack(self, options: Any) -> Sequence[int]:
        """Every card of the pack."""

    def locate(self, state: Any) -> Mapping[str, Sequence[int]]:
        """Every card by the place where it lies."""

    def cards_in(self, view: Any) -> set[int]:
        """Every card that a view names."""

    def may_name(self, state: Any, audience: int) -> set[int]:
        """Every card that an audience may be able to name, read off the state by the rulebook's table."""

    def may_remember(self, state: Any, audience: int) -> set[int]:
        """The same for a bot's view: what was shown earlier may be remembered."""

    def moves_made(self, state: Any) -> int:
        """Counts completed moves, so that a test can tell a step from a move."""

    def moves(self, choices: Any) -> Iterator[Any]:
        """Every legal move that a prompt offers, from its choices alone. May be long: take as many as needed."""

    def move_of_steps(self, state: Any, steps: Sequence[int]) -> Any:
        """The move that these steps make up, from the state before them."""

    def proposals(self, state: Any, below: Any) -> Iterable[tuple[int, Any]]:
        """Moves worth trying, most of them wrong. `below(n)` is a random number of `range(n)`."""

    def judge(self, state: Any, seat: int, move: Any) -> str | None:
        """The rulebook's answer to a move, worked out without the rules' own code."""

    def settles_chance(self, event: Any, audience: int) -> bool:
        """Whether an event tells its audience something that was open before the move."""

    def folder(self, options: Any, seats: int, audience: int, totals: Sequence[int]) -> Folder:
        """A client at the start of a deal."""
