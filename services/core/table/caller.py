"""Who asks something of a table."""

from __future__ import annotations

from dataclasses import dataclass

from services.core.refusal import Reason, Refused
from services.core.table.document import Document

__all__ = ["Caller"]

PRIVATE = 3


@dataclass(frozen=True, slots=True)
class Caller:
    """A player or another service, as its token says."""

    tenant: str
    subject: str
    name: str = ""
    is_service: bool = False
    table: str = ""
    """The only table that the token opens; empty: any."""
    seat: int | None = None
    """The only seat that the token may take."""

    def must_see(self, document: Document) -> None:
        """Refuse as if there were no such table, unless this caller may know of it."""
        if self.is_service and not self.subject:
            return
        foreign = document.tenant != self.tenant or self.table not in ("", document.table)
        private = document.visibility == PRIVATE and not (
            self.table == document.table
            or self.subject == document.owner
            or document.seat_of(self.subject) is not None
            or self.is_service
        )
        if foreign or private:
            raise Refused(Reason.REASON_NO_SUCH_TABLE, f"no table {document.table}")

    def must_own(self, document: Document) -> None:
        """Refuse unless this caller made the table or is a service."""
        if not (self.is_service or self.subject == document.owner):
            raise Refused(Reason.REASON_FORBIDDEN, "only the table's owner may do that")

    def must_be_seated(self, document: Document) -> int:
        """The caller's seat, or a refusal."""
        seat = document.seat_of(self.subject) if self.subject else None
        if seat is None:
            raise Refused(Reason.REASON_NOT_SEATED, "you hold no seat at this table")
        return seat
