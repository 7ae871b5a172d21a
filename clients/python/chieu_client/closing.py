"""What the end of a WebSocket connection means for coming back.

Codes below 4000 are RFC 6455's. Codes from 4000 on are 4000 plus the number of a `chieu.table.v1.Reason`.
A code that is not in the table is treated as an accident: come back, later and later.
"""

from __future__ import annotations

from dataclasses import dataclass

from chieu.table.v1 import refusal_pb2

__all__ = ["APPLICATION", "Closing", "may_come_back"]

APPLICATION = 4000

_STAY_AWAY = frozenset(
    {
        1000,  # the server is through with us
        1002,  # protocol error, and the next ones: we would do the same again
        1003,
        1007,
        1008,
        1009,
        1010,
        APPLICATION + refusal_pb2.REASON_MALFORMED,
        APPLICATION + refusal_pb2.REASON_UNAUTHENTICATED,
        APPLICATION + refusal_pb2.REASON_FORBIDDEN,
        APPLICATION + refusal_pb2.REASON_TOO_LARGE,
        APPLICATION + refusal_pb2.REASON_WRONG_GAME,
        APPLICATION + refusal_pb2.REASON_SUPERSEDED,
    }
)


@dataclass(frozen=True, slots=True)
class Closing:
    """How a connection ended. `code` is 1006 where no close frame came."""

    code: int = 1006
    words: str = ""


def may_come_back(code: int) -> bool:
    """Whether a connection that ended with this code is worth another one."""
    return code not in _STAY_AWAY
