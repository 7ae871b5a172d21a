"""Where an audience stands in a table's history, and what an update is to it. Pure.

    update                          place (seq, mark)          step
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
    """A moment of one history: the last update's `seq` and `mark`."""

    seq: int = 0
    mark: bytes = b""


NOWHERE = Place()


def step(place: Place, update: Update) -> Step:
    """What this update is to somebody who has everything up to `place`."""
    is_same_moment = (update.seq, update.mark) == (place.seq, place.mark)
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
