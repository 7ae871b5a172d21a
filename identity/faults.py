"""Why somebody is not believed."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["BadToken", "TokenFault"]


class TokenFault(StrEnum):
    """What is wrong with a token. Only `UNAVAILABLE` is our problem: the keys could not be fetched."""

    MISSING = "missing"
    MALFORMED = "malformed"
    ALGORITHM = "algorithm"
    SIGNATURE = "signature"
    EXPIRED = "expired"
    NOT_YET = "not_yet"
    CLAIM = "claim"
    UNKNOWN_KEY = "unknown_key"
    UNAVAILABLE = "unavailable"


class BadToken(Exception):  # noqa: N818 - a refusal, not an error of ours
    """The token is not believed; `reason` says why and never holds anything of the token."""

    def __init__(self, reason: TokenFault, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail
