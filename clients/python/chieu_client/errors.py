"""What can go wrong for a caller: a refusal is an answer of the table, the rest are ends of a connection."""

from __future__ import annotations

from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu_client.closing import wants_another_token

__all__ = ["Refused", "SessionEnded", "TableEnded", "Unreachable"]


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of ours
    """A typed "no" that changed nothing.

    `reason` and `advice` are the names of `chieu.table.v1.Reason` and `Advice` without their prefix
    (`"STALE_PROMPT"`, `"RESYNC"`); a number that this client does not know yet is shown as `"REASON_99"`.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(describe(refusal))
        self.refusal = refusal

    @property
    def reason(self) -> str:
        """Why, for instance `ILLEGAL_MOVE`."""
        return _name(refusal_pb2.Reason, "REASON_", self.refusal.reason)

    @property
    def advice(self) -> str:
        """What to do next: `RESYNC`, `CHANGE` or `RETRY`."""
        return _name(refusal_pb2.Advice, "ADVICE_", self.refusal.advice)

    @property
    def rule(self) -> str:
        """With `ILLEGAL_MOVE`: the rulebook's code, for instance `MUST_OPEN`. Else empty."""
        return self.refusal.rule

    @property
    def detail(self) -> str:
        """What was expected and what came, in words. May be empty."""
        return self.refusal.detail

    @property
    def answered_by(self) -> str:
        """With `STALE_PROMPT`: who closed it: `PLAYER`, `BOT`, `CLOCK` or `ABSENT`; `UNSPECIFIED` if not known."""
        return _name(refusal_pb2.AnsweredBy, "ANSWERED_BY_", self.refusal.answered_by)

    @property
    def may_retry(self) -> bool:
        """Whether the same request may succeed later."""
        return self.refusal.advice == refusal_pb2.ADVICE_RETRY


class TableEnded(Exception):  # noqa: N818 - an end, and not always an error
    """This session does not get a table's updates any more; other tables go on."""

    def __init__(self, table: str, refusal: Refusal) -> None:
        super().__init__(f"table {table}: {describe(refusal)}")
        self.table = table
        self.refusal = refusal

    @property
    def is_superseded(self) -> bool:
        """Whether a newer connection of the same player took this seat's updates over."""
        return self.refusal.reason == refusal_pb2.REASON_SUPERSEDED


class SessionEnded(Exception):  # noqa: N818 - an end, and not always an error
    """The connection is over and coming back would not help.

    `code` is the WebSocket close code or the HTTP status that said so; 0 when this side closed the session.
    """

    def __init__(self, code: int, words: str) -> None:
        super().__init__(f"{words} ({code})" if code else words)
        self.code = code
        self.words = words

    @property
    def wants_another_token(self) -> bool:
        """Whether a new session with another token would be let in."""
        return wants_another_token(self.code)


class Unreachable(Exception):  # noqa: N818 - a state of the world
    """Nothing answered for as long as this session was told to be patient."""


def describe(refusal: Refusal) -> str:
    """One line for logs: reason, rule and detail, as far as they are there."""
    parts = [_name(refusal_pb2.Reason, "REASON_", refusal.reason), refusal.rule, refusal.detail]
    return ": ".join(part for part in parts if part)


def _name(
    enum: type[refusal_pb2.Reason | refusal_pb2.Advice | refusal_pb2.AnsweredBy], prefix: str, number: int
) -> str:
    value = enum.DESCRIPTOR.values_by_number.get(number)
    return value.name.removeprefix(prefix) if value else f"{prefix}{number}"
