"""What the cases about requests, clocks and absence need from a table: the seam to core.

Such a case starts from a position, so the table is opened in the middle of a set. Versions in a case
count accepted moves; the driver turns one into the prompt that was open at that version, and a refusal
for an outdated prompt back into the rulebook's STALE_VERSION.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

__all__ = ["Refused", "TableDriver", "connect"]


class Refused(Exception):  # noqa: N818 - a refusal, not an error
    """The table said no; `code` in the rulebook's words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TableDriver(Protocol):
    """A table on the memory store with a player at every seat and a clock that only the test moves."""

    def open(self, game: Any, state: Any) -> None:
        """Opens a table of `game` whose running deal is in this state."""

    def play(self, seat: int, move: Any, version: int | None, request: str | None) -> int:
        """Answers the prompt that was open at `version` (None: now) and returns the version after it.

        The same `request` again is the same answer sent again. Raises Refused.
        """

    def time_out(self, version: int | None) -> None:
        """Fires the deadline that was set at `version` (None: now). Raises Refused if it is outdated."""

    def leave(self, seat: int) -> None:
        """The player of a seat leaves the table."""

    def start(self, players: int, deal_no: int) -> None:
        """Starts deal `deal_no` at a table of `players` that has finished the one before; opens it if need be."""

    def deals_started(self) -> Sequence[int]:
        """Numbers of the deals that were dealt since the table was opened."""

    def state(self) -> Any:
        """The stored state of the running or last deal."""

    def events(self) -> Sequence[str]:
        """Names of all events so far, the table's own ones (SeatAutopilot) with the game's."""


connect: Callable[[], TableDriver] | None = None
"""Makes a driver; None until the table core offers one."""
