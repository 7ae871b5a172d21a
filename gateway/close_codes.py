"""Every code that the gateway closes a WebSocket with, and what a client does next.

The hundreds of our own codes say what to do, so that a client needs no list of them: 40xx come back with what you
have, 41xx come back with another token, 42xx do not come back on your own. docs/close-codes.md is this table for readers.
"""

from __future__ import annotations

from enum import Enum, IntEnum, unique
from typing import Final

__all__ = ["CloseCode", "ComeBack", "as_markdown", "come_back"]


class ComeBack(Enum):
    """What a client does after a close."""

    YES = "yes, after a pause that grows"
    WITH_NEW_TOKEN = "with another token"  # noqa: S105 - an advice
    NO = "no"


@unique
class CloseCode(IntEnum):
    """Why a connection ended; the value goes over the wire. Each member's comment is in `MEANINGS`."""

    NORMAL = 1000
    PROTOCOL_ERROR = 1002
    INVALID_TEXT = 1007
    TOO_LARGE = 1009
    DRAINING = 4000
    HELLO_TIMEOUT = 4001
    SILENT = 4002
    SLOW_READER = 4003
    INTERNAL = 4004
    KEYS_UNAVAILABLE = 4005
    UNAUTHENTICATED = 4100
    TOKEN_EXPIRED = 4101
    WRONG_ENCODING = 4200
    FLOOD = 4201
    TOO_MANY_CONNECTIONS = 4202


MEANINGS: Final[dict[CloseCode, str]] = {
    CloseCode.NORMAL: "The client closed.",
    CloseCode.PROTOCOL_ERROR: "The client broke the WebSocket protocol itself.",
    CloseCode.INVALID_TEXT: "The client's own close frame was not UTF-8.",
    CloseCode.TOO_LARGE: "A message was larger than `Welcome.max_message_bytes`.",
    CloseCode.DRAINING: "This gateway is going away. Another one takes over; resume there.",
    CloseCode.HELLO_TIMEOUT: "No valid `Hello` came in time.",
    CloseCode.SILENT: "Nothing came for `Welcome.heartbeat_seconds`, not even a pong.",
    CloseCode.SLOW_READER: "The client did not read what was sent; too much was waiting. Resume.",
    CloseCode.INTERNAL: "A fault of the gateway.",
    CloseCode.KEYS_UNAVAILABLE: "The token could not be checked, since the issuer's keys could not be read.",
    CloseCode.UNAUTHENTICATED: "The token is not valid.",
    CloseCode.TOKEN_EXPIRED: "The token's time ran out. A `Hello` with a new one before that keeps the connection.",
    CloseCode.WRONG_ENCODING: "A text message with `chieu.v1.proto`, or a binary one with `chieu.v1.json`.",
    CloseCode.FLOOD: "Far more frames than allowed, although refusals had said so.",
    CloseCode.TOO_MANY_CONNECTIONS: "The player, the address or the gateway has as many connections as it may.",
}


def come_back(code: int) -> ComeBack:
    """What a client does after a close with that code, also one that it does not know."""
    match code // 100:
        case 41:
            return ComeBack.WITH_NEW_TOKEN
        case 42:
            return ComeBack.NO
        case _ if code in {CloseCode.NORMAL, CloseCode.PROTOCOL_ERROR, CloseCode.INVALID_TEXT, CloseCode.TOO_LARGE}:
            return ComeBack.NO
        case _:
            return ComeBack.YES  # 40xx, and a connection that broke without any code (1006)


def as_markdown() -> str:
    """The table as docs/close-codes.md holds it."""
    rows = [f"| {code.value} | `{code.name}` | {MEANINGS[code]} | {come_back(code).value} |" for code in CloseCode]
    return "\n".join(["| code | name | meaning | come back? |", "| --- | --- | --- | --- |", *rows, ""])
