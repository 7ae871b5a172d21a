"""Refusals and ends in plain words. Pure."""

from __future__ import annotations

from chieu_client import Refused, SessionEnded, TableEnded, Unreachable
from chieu_terminal.words import Words

__all__ = ["explain", "explain_end"]


def explain(refused: Refused, words: Words) -> str:
    """Why not, by the reason; the server's own detail follows where it has one."""
    if refused.reason == "STALE_PROMPT":
        return words("table.too_late", by=words.get(f"by.{refused.answered_by}", words("by.UNSPECIFIED")))
    reason = words.get(f"reason.{refused.reason}", refused.reason)
    return f"{reason} ({refused.detail})" if refused.detail else reason


def explain_end(error: TableEnded | SessionEnded | Unreachable, words: Words) -> str:
    """Why there is no more news."""
    match error:
        case TableEnded() if error.is_superseded:
            return words("table.superseded")
        case TableEnded():
            return words("table.ended", why=explain(Refused(error.refusal), words))
        case SessionEnded() if error.wants_another_token:
            return words("reason.UNAUTHENTICATED")
        case SessionEnded():
            return words("table.ended", why=error.words)
        case _:
            return words("table.unreachable")
