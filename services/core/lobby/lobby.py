"""The lobby of one game, as this replica sees and feeds it."""

from __future__ import annotations

import asyncio

import structlog

from identity import Identity
from services.core.home import Home
from services.core.home.commands import Read, Recode
from services.core.home.entry import Entry
from services.core.refusal import Reason, Refused
from services.core.store import Listing, StoreUnavailable
from services.core.table.access import must_see
from services.core.table.document import Controller, Document, Phase
from services.core.table.draft import Draft

__all__ = ["Lobby"]

LISTING_MS = 120_000
CODE_MS = 3_600_000
QUICK_MS = 600_000
RENEW_SECONDS = 40.0
PUBLIC = 1

log = structlog.get_logger(__name__)


class Lobby:
    """Shows tables while they gather, binds join codes, and looks both up."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._shown: dict[str, Document] = {}
        self._coded: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        home.committed = self._committed

    def _committed(self, entry: Entry) -> None:
        document = entry.document
        assert document is not None
        if document.is_over:
            self._coded.discard(document.table)
        wanted = document.visibility == PUBLIC and document.phase == Phase.GATHERING and self._free(document) > 0
        if (
            wanted
            or document.table in self._shown
            or (document.code and not document.is_over and document.table not in self._coded)
        ):
            task = asyncio.get_running_loop().create_task(self._renew(document, wanted=wanted))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _renew(self, document: Document, *, wanted: bool) -> None:
        store = self._home.store
        try:
            if wanted:
                self._shown[document.table] = document
                await store.list_table(self._listing(document), LISTING_MS)
            elif self._shown.pop(document.table, None) is not None:
                await store.unlist_table(document.tenant, document.table)
            if document.code and not document.is_over:
                if await store.lease_code(document.code, document.table, CODE_MS):
                    self._coded.add(document.table)
                else:
                    self._home.submit(document.table, Recode(document.code))
            else:
                self._coded.discard(document.table)
        except StoreUnavailable:
            log.warning("the lobby could not be told", table=document.table)

    async def run(self) -> None:
        """Renew leases for ever."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            for entry in list(self._home.entries()):
                document = entry.document
                if document is not None and not document.is_over:
                    shown = self._shown.get(document.table)
                    await self._renew(document, wanted=shown is not None)

    @staticmethod
    def _free(document: Document) -> int:
        return sum(seat.controller == Controller.NOBODY for seat in document.seats)

    def _listing(self, document: Document) -> Listing:
        return Listing(document.table, document.tenant, len(document.seats), self._free(document), document.created_ms)

    async def tables(self, caller: Identity, limit: int) -> list[Draft]:
        """Public tables with free seats, each looked at anew."""
        found = []
        for listing in await self._home.store.listed(caller.tenant, limit):
            draft = await self._look(caller, listing.table)
            if draft is not None and draft.document.phase == Phase.GATHERING:
                found.append(draft)
        return found

    async def fitting(self, caller: Identity, seats: int) -> list[str]:
        """Public tables with so many seats, one of them free, the oldest first."""
        listings = await self._home.store.listed(caller.tenant, 100)
        return [one.table for one in reversed(listings) if one.seats == seats and one.free > 0]

    async def quick_seat(self, key: str) -> str | None:
        """The table where a quick seat was found before, so that asking twice does not seat anybody twice."""
        return await self._home.store.resolve_code(f"quick {key}")

    async def keep_quick_seat(self, key: str, table: str) -> None:
        """Remember for a while where a quick seat was found. No join code is written in small letters."""
        await self._home.store.lease_code(f"quick {key}", table, QUICK_MS)

    async def find(self, code: str) -> str:
        """The table of a join code. Raises Refused NO_SUCH_TABLE."""
        table = await self._home.store.resolve_code(code.strip().upper())
        if table is None:
            raise Refused(Reason.REASON_NO_SUCH_TABLE, "no table has this code")
        return table

    async def _look(self, caller: Identity, table: str) -> Draft | None:
        def look(draft: Draft) -> Draft:
            must_see(draft.document, caller)
            return draft

        future: asyncio.Future[Draft] = asyncio.get_running_loop().create_future()
        self._home.submit(table, Read(future, look))
        try:
            return await future
        except Refused:
            return None
