"""A connection's interest in a table, as the links see it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Protocol

from chieu.table.v1 import refusal_pb2
from gateway.wire import News
from identity import Identity

if TYPE_CHECKING:
    from gateway.link.link import Link

__all__ = ["Answer", "SubState", "Subscriber", "Subscription", "next_number"]

_numbers: Final = itertools.count(1)


def next_number() -> int:
    """A number that this process never gave before: for subscriptions, answers and canaries on any link."""
    return next(_numbers)


class Subscriber(Protocol):
    """Whom a subscription serves. Its methods are called from the event loop, must not wait and must not raise."""

    def table_opened(self, subscription: Subscription, seat: int | None) -> None:
        """The table is open for the first time, or now for another seat than before."""

    def table_ended(self, subscription: Subscription, refusal: refusal_pb2.Refusal) -> None:
        """The table was refused or is not open any more. Nothing follows but replies."""

    def table_update(self, news: News) -> None:
        """News of the table."""

    def answer_replied(self, corr: int, reply: bytes) -> None:
        """The serialized AnswerReply to the answer that the subscriber sent with that number."""


class SubState(Enum):
    """Where a subscription stands."""

    WAITING = auto()
    """No link has it; one will be found."""
    OPENING = auto()
    """A link has asked for it."""
    OPEN = auto()
    """Its updates flow."""
    ENDED = auto()
    """Over; late frames about it mean nothing."""


@dataclass(slots=True, eq=False)
class Answer:
    """An answer that has no reply yet. `times_sent` counts the links it went out on."""

    subscription: Subscription
    corr: int
    prompt_id: bytes
    move: bytes
    expires: float
    times_sent: int = 0
    is_under_way: bool = False
    is_done: bool = False


@dataclass(slots=True, eq=False)
class Subscription:
    """One connection at one table. `seq` and `mark` are the last update that was delivered, to resume from.

    `generation` is when the connection was made: the newest of a seat wins. `number` changes whenever a link is asked
    for it, so that frames of an earlier try are not mistaken for those of the present one.
    """

    table: str
    identity: Identity
    generation: int
    subscriber: Subscriber
    seq: int = 0
    mark: bytes = b""
    state: SubState = SubState.WAITING
    number: int = 0
    link: Link | None = None
    seat: int | None = None
    was_open: bool = False
    wants: str = ""
    """While waiting: the address of the home it waits for, or empty for any."""
    retry_at: float = 0
    """While waiting: not before that time, or not longer for that home."""
    gives_up_at: float = 0
    hops: int = 0
    """How often it was sent elsewhere since it was last open."""
    unanswered: dict[Answer, None] = field(default_factory=dict)

    @property
    def is_ended(self) -> bool:
        """Whether it is over."""
        return self.state is SubState.ENDED
