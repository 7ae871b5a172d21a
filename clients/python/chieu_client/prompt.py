"""A question that the table asks, as a chooser or a person gets it."""

from __future__ import annotations

from dataclasses import dataclass, field

from google.protobuf.message import Message

from chieu.table.v1.update_pb2 import Update
from chieu_client.clock import ServerClock
from chieu_client.unpack import unpack

__all__ = ["Prompt"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """An open prompt of the own seat.

    `choices` is the game's message (`chieu.<game>.v1.Choices`): every legal move, as moves or as what makes them.
    `update` is the update that showed it.
    """

    id: bytes
    seat: int
    choices: Message
    update: Update
    deadline_ms: int
    allowed_ms: int
    clock: ServerClock = field(repr=False, compare=False)

    @classmethod
    def of(cls, update: Update, clock: ServerClock) -> Prompt:
        """The prompt that an update shows; it must show one. Raises UnknownType for a game that is not installed."""
        shown = update.prompt
        return cls(
            id=shown.prompt_id,
            seat=shown.seat,
            choices=unpack(shown.choices),
            update=update,
            deadline_ms=shown.deadline_ms,
            allowed_ms=shown.allowed_ms,
            clock=clock,
        )

    @property
    def view(self) -> Message:
        """All that the seat may know of the deal (`chieu.<game>.v1.View`)."""
        return unpack(self.update.view)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.update.state.game

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the clock answers, by the server's time; 0 when it has, None without a deadline."""
        return self.clock.seconds_until(self.deadline_ms) if self.deadline_ms else None
