"""What a caller may see and do at a table."""

from __future__ import annotations

from identity import Identity, Role
from services.core.refusal import Reason, Refused
from services.core.table.document import Document

__all__ = ["PRIVATE", "count_for", "is_service", "known_as", "must_be_player", "must_be_seated", "must_own", "must_see"]

PRIVATE = 3
"""The number of `VISIBILITY_PRIVATE`."""


def is_service(caller: Identity) -> bool:
    """Whether another service asks for itself, and not for a player."""
    return caller.role is Role.SERVICE


def known_as(caller: Identity) -> str:
    """What a table remembers a caller by; empty for services, which no player's subject can be."""
    return "" if is_service(caller) else caller.subject


def must_see(document: Document, caller: Identity) -> None:
    """Refuse as if there were no such table, unless this caller may know of it."""
    if is_service(caller):
        return
    foreign = document.tenant != caller.tenant or not caller.may_open(document.table)
    if foreign or (document.visibility == PRIVATE and not _is_invited(document, caller)):
        raise Refused(Reason.REASON_NO_SUCH_TABLE, f"no table {document.table}")


def _is_invited(document: Document, caller: Identity) -> bool:
    return (
        caller.table == document.table
        or caller.subject == document.owner
        or document.seat_of(caller.subject) is not None
    )


def count_for(document: Document, caller: Identity) -> int:
    """How many updates the caller's audience has had, which every refusal tells; 0 if there is no such table for him."""
    try:
        must_see(document, caller)
    except Refused:
        return 0
    seat = None if is_service(caller) else document.seat_of(caller.subject)
    return document.spectators.seq if seat is None else document.seats[seat].audience.seq


def must_own(document: Document, caller: Identity) -> None:
    """Refuse unless this caller made the table or is a service."""
    if not (is_service(caller) or caller.subject == document.owner):
        raise Refused(Reason.REASON_FORBIDDEN, "only the table's owner may do that")


def must_be_player(caller: Identity) -> None:
    """Refuse a service that asks for a seat of its own."""
    if is_service(caller):
        raise Refused(Reason.REASON_FORBIDDEN, "a service holds no seat; name the player it acts for")


def must_be_seated(document: Document, caller: Identity) -> int:
    """The caller's seat, or a refusal."""
    seat = None if is_service(caller) else document.seat_of(caller.subject)
    if seat is None:
        raise Refused(Reason.REASON_NOT_SEATED, "you hold no seat at this table")
    return seat
