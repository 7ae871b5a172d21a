"""When a home looks at a table by itself: something is due, a bot is to be asked, another replica may have written it.

Timers are hints. Whoever is woken by one looks at the document again, so firing twice is harmless, and one that never
fires is made up for by the sweeper.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog

from services.core.home.commands import Claim, Wake
from services.core.home.entry import Entry
from services.core.store import StoreUnavailable
from services.core.table import clock

if TYPE_CHECKING:
    from services.core.home.home import Home

__all__ = ["Alarm", "Ask"]

LOOK_MS = 500
"""How often a table is looked at that somebody watches here and another replica wrote last."""

log = structlog.get_logger(__name__)

Ask = Callable[[Entry, clock.Ask], None]
"""Asks a bot's worker."""


class Alarm:
    """The timers of one home's tables."""

    def __init__(self, home: Home, ask: Ask) -> None:
        self._home = home
        self._ask = ask

    def set(self, entry: Entry, *, again: bool = False) -> None:
        """Ask the bots that are to be asked now, and look again at the next moment when something is due.

        With `again` a look has just found nothing to do, so what seems overdue waits a little.
        """
        now, look = self._home.now_ms(), self._home.kind.timing.scaled(LOOK_MS)
        moments = [now + look] if entry.subscribers and not _hears(entry) else []
        if entry.is_ours or self._home.is_here(entry.table):
            moments += self._moments(entry, now)
        if again:
            moments = [at if at > now else now + look for at in moments]
        if moments:
            entry.arm((min(moments) - now) / 1000, lambda: self._fire(entry))
        else:
            entry.disarm()

    def _moments(self, entry: Entry, now: int) -> list[int]:
        """When something is due, and when bots are to be asked; those whose time has come are asked."""
        assert entry.document is not None
        due = self._due(entry)
        moments = [] if due is None else [due]
        for ask in clock.asks(entry.document, self._home.kind.timing):
            if ask.first_ms > now:
                moments.append(ask.first_ms)
            elif entry.may_ask(ask.prompt.prompt_id, again=ask.again_ms <= now):
                self._ask(entry, ask)
        entry.keep_asked()
        return moments

    def _due(self, entry: Entry) -> int | None:
        assert entry.document is not None
        home = self._home
        return clock.next_wake(entry.document, home.kind.timing, home.now_ms(), present=entry.subscribers.has_players())

    def _fire(self, entry: Entry) -> None:
        home = self._home
        if entry.document is None or entry.is_busy:
            home.submit(entry.table, Wake())
            return
        due = self._due(entry)
        if due is not None and due <= home.now_ms():
            home.submit(entry.table, Wake())
        elif entry.subscribers and not _hears(entry):
            home.submit(entry.table, Claim(lambda: entry.is_ours) if home.is_here(entry.table) else Wake())
        else:
            self.set(entry)
            if due is not None and due != entry.due_ms:
                # The store's wake-up passes without a commit: a bot is asked again, or somebody is still here.
                entry.due_ms = due
                home.spawn(self._set_due(entry.table, entry.version, due))

    async def _set_due(self, table: str, version: int, due_ms: int) -> None:
        try:
            await self._home.store.postpone(table, version, due_ms)
        except StoreUnavailable:
            log.warning("postponing failed", table=table)


def _hears(entry: Entry) -> bool:
    """Whether this replica would be told if another one wrote the table, or nobody can."""
    return entry.is_ours or (entry.document is not None and entry.document.is_over)
