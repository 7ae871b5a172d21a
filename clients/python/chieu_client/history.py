"""Where an audience stands in a table's history, and what an update is to it. Pure.

    update                          place (seq, mark)          step
    snapshot                        another seat's, or nobody's SNAPSHOT: every audience counts for itself
    step                            another seat's, or nobody's GAP
    snapshot, rewound               another moment             SNAPSHOT: what was seen since may not have happened
    snapshot                        seq is new                 SNAPSHOT
    any                             the same moment, or before SEEN: a repetition, dropped
    step, seq = place + 1                                      NEWS
    step, the same seq              another mark               GAP: another history
    step, seq > place + 1                                      GAP: something is missing

Edit the table and `step` together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from chieu.table.v1.update_pb2 import Update

__all__ = ["NOWHERE", "Place", "Step", "step"]


class Step(Enum):
    """What an update is to somebody at a place."""

    NEWS = auto()
    SNAPSHOT = auto()
    SEEN = auto()
    GAP = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """A moment of one history: the last update's `seq` and `mark`, and the seat that it was for, None for spectators."""

    seq: int = 0
    mark: bytes = b""
    seat: int | None = None

    @classmethod
    def of(cls, update: Update) -> Place:
        """The place of whoever has this update."""
        return cls(update.seq, update.mark, update.seat if update.HasField("seat") else None)


NOWHERE = Place()


def step(place: Place, update: Update) -> Step:
    """What this update is to somebody who has everything up to `place`."""
    if place is not NOWHERE and Place.of(update).seat != place.seat:
        return Step.SNAPSHOT if update.snapshot else Step.GAP
    is_same_moment = Place.of(update) == place
    if update.snapshot and place is not NOWHERE:
        is_new = not is_same_moment if update.rewound else update.seq > place.seq
        return Step.SNAPSHOT if is_new else Step.SEEN
    if update.snapshot:
        return Step.SNAPSHOT
    if update.seq == place.seq + 1:
        return Step.NEWS
    if update.seq < place.seq or is_same_moment:
        return Step.SEEN
    return Step.GAP
