"""Who somebody is, after their credentials were believed."""

from __future__ import annotations

import hashlib
import math
import re
import time
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = [
    "DEFAULT_TENANT",
    "MAX_NAME",
    "MAX_SUBJECT",
    "Identity",
    "Role",
    "clean_name",
    "guest_name",
    "is_subject",
    "is_tenant",
    "service_identity",
]

DEFAULT_TENANT: Final = "default"
"""Whose tables they are where nobody says."""

MAX_SUBJECT: Final = 128
"""Longest subject, in characters."""

MAX_NAME: Final = 40
"""Longest name that is shown to others, in characters."""

_TENANT: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_GUEST_LETTERS: Final = "BCDGHKLMNPQRSTVX23456789"


class Role(StrEnum):
    """What a caller is; its value is the word on the wire."""

    PLAYER = "player"
    SERVICE = "service"


@dataclass(frozen=True, slots=True)
class Identity:
    """One caller. Only a verified token or a service token makes one.

    `table` and `seat` narrow what the caller may do: the only table it may open, the only seat it may take.
    `expires` is in seconds since 1970, infinite for a service.
    """

    tenant: str
    subject: str
    name: str
    role: Role = Role.PLAYER
    table: str = ""
    seat: int | None = None
    expires: float = math.inf

    def is_expired(self, now: float | None = None) -> bool:
        """Whether the token's time is over; `now` in seconds since 1970, by default the system's."""
        return self.expires <= (time.time() if now is None else now)

    def may_open(self, table: str) -> bool:
        """Whether the token leaves that table open to its bearer."""
        return not self.table or self.table == table


def service_identity(tenant: str = DEFAULT_TENANT, name: str = "service") -> Identity:
    """The identity of a service that acts for itself."""
    return Identity(tenant=tenant, subject="service", name=name, role=Role.SERVICE)


def is_subject(text: str) -> bool:
    """Whether this can be a subject: 1 to `MAX_SUBJECT` characters, all of them visible."""
    return 0 < len(text) <= MAX_SUBJECT and all(unicodedata.category(sign)[0] not in "CZ" for sign in text)


def is_tenant(text: str) -> bool:
    """Whether this can be a tenant: 1 to 64 ASCII letters, digits, dots, dashes and underscores."""
    return _TENANT.fullmatch(text) is not None


def clean_name(text: str, subject: str) -> str:
    """The name to show to others: one line, no control or direction marks, at most `MAX_NAME` characters.

    Where nothing is left, a name made from the subject, which does not tell what the subject is.
    """
    whole = unicodedata.normalize("NFC", text)
    visible = "".join(" " if sign.isspace() else sign for sign in whole if sign.isspace() or sign.isprintable())
    return " ".join(visible.split())[:MAX_NAME].strip() or guest_name(subject)


def guest_name(subject: str) -> str:
    """A short name for somebody who gave none: the same one for the same subject, and not the subject itself."""
    digest = hashlib.blake2b(subject.encode("utf-8", "surrogatepass"), digest_size=4, person=b"chieu-guest").digest()
    return "Khach-" + "".join(_GUEST_LETTERS[byte % len(_GUEST_LETTERS)] for byte in digest)
