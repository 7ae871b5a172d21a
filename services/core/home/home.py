"""The tables of one replica. `services.core.home` tells how it works."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import structlog

from services.core.home.commands import Command, Open, Wake
from services.core.home.entry import Entry
from services.core.home.subscribers import Subscription
from services.core.metrics import Metrics
from services.core.refusal import Reason, Refused
from services.core.store import Committed, Conflict, Outcome, Store, StoreUnavailable
from services.core.table import clock, document
from services.core.table.draft import Draft, Kind
from services.core.table.updates import Sealed, seal

__all__ = ["Home"]

INBOX = 256
ATTEMPTS = 8
CACHED = 20_000

log = structlog.get_logger(__name__)

Ask = Callable[[Entry, clock.Ask], None]


class Home:
    """Runs commands on tables, one at a time for each."""

    def __init__(
        self,
        kind: Kind,
        store: Store,
        name: str,
        *,
        now_ms: Callable[[], int],
        ask: Ask,
        metrics: Metrics,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.kind = kind
        self.store = store
        self.name = name
        self.now_ms = now_ms
        self._ask = ask
        self._metrics = metrics
        self._random = random
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self.committed: Callable[[Entry], None] = lambda _: None
        """Called after every commit of a table; the lobby listens."""

    # --- commands -----------------------------------------------------------------------------------------------------

    def submit(self, table: str, command: Command) -> None:
        """Run a command on a table when its turn comes."""
        entry = self._entry(table)
        if len(entry.inbox) >= INBOX:
            command.refuse(Refused(Reason.REASON_TABLE_BUSY, "too many requests wait at this table"))
            return
        entry.inbox.append(command)
        if not entry.is_busy:
            self._next(entry)

    def _entry(self, table: str) -> Entry:
        entry = self._entries.get(table)
        if entry is None:
            entry = self._entries[table] = Entry(table)
            self._evict()
        else:
            self._entries.move_to_end(table)
        return entry

    def _evict(self) -> None:
        if len(self._entries) <= CACHED:
            return
        for table, entry in list(self._entries.items())[: len(self._entries) - CACHED]:
            if entry.is_idle:
                entry.disarm()
                del self._entries[table]

    def _next(self, entry: Entry) -> None:
        while entry.inbox and not entry.is_busy:
            if entry.document is None:
                self._load(entry)
                return
            self._run(entry, entry.inbox.popleft())
        entry.is_fresh = False

    def _run(self, entry: Entry, command: Command) -> None:
        assert entry.document is not None
        draft = Draft(
            self.kind, entry.document, entry.state, self.now_ms(), self._random, entry.subscribers.has_players()
        )
        try:
            result = command.run(draft)
        except Refused as refused:
            refusal = refused
            self._believe(entry, command, lambda: command.refuse(refusal))
        except Exception:
            log.exception("fault", table=entry.table, command=type(command).__name__)
            self._fault(entry, command)
        else:
            if draft.is_changed:
                self._commit(entry, command, draft, result)
            else:
                self._believe(entry, command, lambda: command.settle(result))

    def _fault(self, entry: Entry, command: Command) -> None:
        self._metrics.faults.inc()
        entry.forget()
        command.refuse(Refused(Reason.REASON_UNAVAILABLE, "the service failed; nothing was applied"))

    # --- reading ------------------------------------------------------------------------------------------------------

    def _load(self, entry: Entry) -> None:
        entry.is_busy = True
        self._spawn(self._read(entry))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, entry: Entry) -> None:
        try:
            stored = await self.store.load(entry.table)
            if stored is not None:
                found = document.unpack(stored.document)
                state = self.kind.game.unpack(self.kind.options(found), stored.state) if stored.state else None
                entry.remember(stored.version, stored.mark, found, state)
                await self._catch_up(entry)
                self._arm(entry)
        except StoreUnavailable:
            self._refuse_all(entry, Refused(Reason.REASON_UNAVAILABLE, "the store does not answer"))
        except Exception:
            log.exception("fault", table=entry.table, command="load")
            self._metrics.faults.inc()
            self._refuse_all(entry, Refused(Reason.REASON_UNAVAILABLE, "the table could not be read"))
        else:
            if stored is None:
                self._make(entry)
        entry.is_busy = False
        self._next(entry)

    def _make(self, entry: Entry) -> None:
        """There is no such table. Commands before one that makes it are refused, it is run on its own first document."""
        while entry.inbox:
            try:
                made = entry.inbox[0].make(self.kind, entry.table, self.now_ms())
            except Refused as refused:
                entry.inbox.popleft().refuse(refused)
                continue
            if made is not None:
                entry.remember(0, b"", made, None)
                return
            entry.inbox.popleft().refuse(Refused(Reason.REASON_NO_SUCH_TABLE, f"no table {entry.table}"))
        for one in entry.subscribers:
            one.sink.ended(one.sub, Refused(Reason.REASON_NO_SUCH_TABLE, f"no table {entry.table}"))
        self._entries.pop(entry.table, None)

    async def _catch_up(self, entry: Entry) -> None:
        """Tell subscribers what other writers committed meanwhile."""
        if any(not entry.is_current(one) for one in entry.subscribers):
            updates = await self.store.updates(entry.table)
            for one in entry.subscribers:
                entry.resume(self.kind, one, updates, self.now_ms())

    def _refuse_all(self, entry: Entry, refusal: Refused) -> None:
        waiting, entry.inbox = entry.inbox, deque()
        for command in waiting:
            command.refuse(refusal)
        if entry.subscribers:
            self._retry_later(entry)

    def _retry_later(self, entry: Entry) -> None:
        entry.arm(1.0, lambda: self.submit(entry.table, Wake()))

    def _believe(self, entry: Entry, command: Command, then: Callable[[], None]) -> None:
        """Do what a run without changes says, if the cache is still what the store has."""
        if entry.is_fresh:
            then()
            return
        entry.is_busy = True
        version = entry.version

        def compared(head: asyncio.Future[int]) -> None:
            entry.is_busy = False
            if head.cancelled() or head.exception() is not None:
                entry.forget()
                command.refuse(Refused(Reason.REASON_UNAVAILABLE, "the store does not answer"))
                self._retry_later(entry)
            elif head.result() == version:
                then()
            else:
                self._again(entry, command)
            self._next(entry)

        self.store.head(entry.table).add_done_callback(compared)

    # --- writing ------------------------------------------------------------------------------------------------------

    def _commit(self, entry: Entry, command: Command, draft: Draft, result: Any) -> None:
        assert entry.document is not None
        sealed = seal(draft, (entry.document, entry.state), entry.version, self.name)
        entry.is_busy = True

        def answered(outcome: asyncio.Future[Outcome]) -> None:
            entry.is_busy = False
            if outcome.cancelled() or outcome.exception() is not None:
                self._unknown(entry, command)
            else:
                self._answered(entry, command, sealed, outcome.result(), result)
            self._next(entry)

        self.store.commit(sealed.change).add_done_callback(answered)

    def _unknown(self, entry: Entry, command: Command) -> None:
        self._metrics.unknown.inc()
        entry.forget()
        command.refuse(Refused(Reason.REASON_UNAVAILABLE, "the store did not answer; it is not known what counts"))
        self._retry_later(entry)

    def _answered(self, entry: Entry, command: Command, sealed: Sealed, outcome: Outcome, result: Any) -> None:
        match outcome:
            case Conflict():
                self._metrics.conflicts.inc()
                self._again(entry, command)
            case Committed(version):
                self._metrics.commits.inc()
                self._metrics.policy_moves.inc(sealed.policy_moves)
                before = entry.document
                entry.remember(version, sealed.change.mark, sealed.document, sealed.state)
                command.settle(result)
                for audience, (seq, update) in sealed.change.updates.items():
                    entry.subscribers.tell(
                        entry.table, audience, seq, sealed.change.mark, update + sealed.change.shared
                    )
                entry.follow_seats(self.kind, before, self.now_ms())
                self._arm(entry)
                self.committed(entry)

    def _again(self, entry: Entry, command: Command) -> None:
        entry.forget()
        command.attempts += 1
        if command.attempts >= ATTEMPTS:
            command.refuse(Refused(Reason.REASON_TABLE_BUSY, "too many writers at once"))
        else:
            entry.inbox.appendleft(command)

    # --- time ---------------------------------------------------------------------------------------------------------

    def _arm(self, entry: Entry) -> None:
        """Ask the bots that are to be asked now, and look again at the next moment when something is due."""
        assert entry.document is not None
        timing, now = self.kind.timing, self.now_ms()
        due = clock.next_wake(entry.document, timing, now, present=entry.subscribers.has_players())
        moments = [] if due is None else [due]
        for ask in clock.asks(entry.document, timing):
            if ask.first_ms > now:
                moments.append(ask.first_ms)
            elif entry.may_ask(ask.prompt.prompt_id, again=ask.again_ms <= now):
                self._ask(entry, ask)
        entry.keep_asked()
        if moments:
            entry.arm((min(moments) - now) / 1000, lambda: self._fire(entry))
        else:
            entry.disarm()

    def _fire(self, entry: Entry) -> None:
        if entry.document is None or entry.is_busy:
            self.submit(entry.table, Wake())
            return
        timing, now = self.kind.timing, self.now_ms()
        present = entry.subscribers.has_players()
        due = clock.next_wake(entry.document, timing, now, present=present)
        if due is not None and due <= now:
            self.submit(entry.table, Wake())
            return
        self._arm(entry)
        if due is not None:
            self._postpone(entry, due)

    def _postpone(self, entry: Entry, due_ms: int) -> None:
        """The store's wake-up has passed without a commit: a bot was asked again, or somebody is still here."""
        self._spawn(self._set_due(entry.table, entry.version, due_ms))

    async def _set_due(self, table: str, version: int, due_ms: int) -> None:
        try:
            await self.store.postpone(table, version, due_ms)
        except StoreUnavailable:
            log.warning("postponing failed", table=table)

    # --- subscribers and other replicas -------------------------------------------------------------------------------

    def open(self, table: str, one: Subscription) -> None:
        """A connection wants a table. It gets every update after the one that it names, or the whole picture."""
        self.submit(table, Open(one, lambda: self._admit(self._entries[table], one)))

    def _admit(self, entry: Entry, one: Subscription) -> None:
        one.audience = entry.audience_of(one)
        if not entry.admit(one) or entry.is_current(one):
            return
        if one.seq == 0:
            entry.show(self.kind, one, self.now_ms())
            return
        # Nothing may be told to the newcomer before what it missed, so the table waits.
        entry.is_busy = True
        self._spawn(self._resume(entry, one))

    async def _resume(self, entry: Entry, one: Subscription) -> None:
        try:
            entry.resume(self.kind, one, await self.store.updates(entry.table), self.now_ms())
        except StoreUnavailable:
            entry.subscribers.remove(one)
            one.sink.ended(one.sub, Refused(Reason.REASON_UNAVAILABLE, "the store does not answer"))
        entry.is_busy = False
        self._next(entry)

    def close(self, table: str, gone: Subscription) -> None:
        """A connection lets a table go."""
        entry = self._entries.get(table)
        if entry is not None:
            entry.subscribers.remove(gone)

    def woken(self, table: str) -> None:
        """Another replica wrote this table: what is cached is old."""
        entry = self._entries.get(table)
        if entry is None:
            return
        entry.forget()
        if entry.subscribers or entry.inbox:
            self.submit(table, Wake())

    def woken_all(self) -> None:
        """Wake-ups may have been missed."""
        for table in list(self._entries):
            self.woken(table)

    def hand_over(self, home_of: Callable[[str], str | None]) -> None:
        """Send subscribers away whose tables have another home; `home_of` gives its address, None if it is here."""
        for entry in list(self._entries.values()):
            address = home_of(entry.table) if entry.subscribers else None
            if address is not None:
                entry.send_away(address)

    def entries(self) -> Iterable[Entry]:
        """What is cached."""
        return self._entries.values()

    def count(self) -> int:
        """How many tables are cached."""
        return len(self._entries)

    def stop(self) -> None:
        """Fire no more timers."""
        for entry in self._entries.values():
            entry.disarm()
        for task in self._tasks:
            task.cancel()
