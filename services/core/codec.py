"""How a game's values become protobuf messages and back: the second thing that a game registers.

Messages are the game's own (`chieu.<game>.v1`). Core never looks inside one: it puts them into
`google.protobuf.Any` on the way out and hands them to the codec on the way in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from google.protobuf.message import Message

__all__ = ["BadOptions", "Codec", "MalformedMove"]


class BadOptions(Exception):  # noqa: N818 - a refusal, not an error of ours
    """An option has a value outside its range; `field` names it, `allowed` says what it takes."""

    def __init__(self, field: str, allowed: str) -> None:
        super().__init__(f"{field}: {allowed}")
        self.field = field
        self.allowed = allowed


class MalformedMove(Exception):  # noqa: N818 - a refusal, not an error of ours
    """The message is no move at all: nothing set, or another message. Illegal moves are not malformed."""


class Codec(Protocol):
    """Messages in, values out, and back. `decode_x(encode_x(v)) == v` for every value of the rules."""

    options_message: type[Message]
    move_message: type[Message]
    view_message: type[Message]
    event_message: type[Message]
    choices_message: type[Message]
    result_message: type[Message]

    def decode_options(self, message: Any, seats: int) -> Any:
        """The options with every default filled in. Raises BadOptions."""

    def encode_options(self, options: Any) -> Message:
        """The options, every field set."""

    def decode_move(self, message: Any) -> Any:
        """The move in canonical order; unknown cards are kept for the rules to refuse. Raises MalformedMove."""

    def encode_move(self, move: Any) -> Message:
        """The canonical message of a move: equal moves give equal bytes."""

    def encode_view(self, view: Any) -> Message:
        """What an audience may know."""

    def decode_view(self, message: Any) -> Any:
        """The view, as the rules' `view` made it."""

    def encode_event(self, event: Any) -> Message:
        """An event that `show` let through."""

    def decode_event(self, message: Any) -> Any:
        """The event, as `show` made it."""

    def encode_choices(self, choices: Any) -> Message:
        """What a prompt takes."""

    def decode_choices(self, message: Any) -> Any:
        """The choices, as `prompts` made them."""

    def encode_result(self, result: Any) -> Message:
        """A finished deal's result."""

    def option_help(self) -> Mapping[str, str]:
        """One line a rule, by option name, for whoever offers the options to a person."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A game as a service, a worker or a checker gets it: its rules and its codec."""

    game: Any
    codec: Codec
