"""What the end of a WebSocket connection means for coming back.

The gateway's own codes say it by their hundred, so that new ones need no new client: 40xx come back, 41xx come back with
another token, 42xx do not come back. Of RFC 6455's codes those stay away for which we would do the same wrong again.
Everything else is an accident: come back, later and later.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Closing", "may_come_back", "wants_another_token"]

_HUNDRED = 100
_ANOTHER_TOKEN = 41
_STAY_AWAY = 42
_STAY_AWAY_CODES = frozenset({1000, 1002, 1003, 1007, 1008, 1009, 1010})
_UNAUTHORIZED = 401


@dataclass(frozen=True, slots=True)
class Closing:
    """How a connection ended. `code` is 1006 where no close frame came."""

    code: int = 1006
    words: str = ""


def may_come_back(code: int) -> bool:
    """Whether a connection that ended with this code is worth another one with the same token."""
    return code not in _STAY_AWAY_CODES and code // _HUNDRED not in {_ANOTHER_TOKEN, _STAY_AWAY}


def wants_another_token(code: int) -> bool:
    """Whether another token would do: for a close code, or for the HTTP status of an upgrade."""
    return code == _UNAUTHORIZED or code // _HUNDRED == _ANOTHER_TOKEN
