"""The tables of one replica. `services.core.home` tells how it works."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import structlog

from services.core.game import SPECTATORS
from services.core.home.commands import Claim, Command, Open, Seen, Wake
from services.core.home.entry import Entry
from services.core.home.subscribers import Subscription
from services.core.metrics import Metrics
from services.core.refusal import Reason, Refused
from services.core.store import Committed, Conflict, Outcome, Store, StoreUnavailable
from services.core.table import clock, document
from services.core.table.calls import is_table_id
from services.core.table.draft import Draft, Kind
from services.core.table.updates import Sealed, seal

__all__ = ["Home"]

INBOX = 256
ATTEMPTS = 8
CACHED = 20_000
RETRY_SECONDS = 1.0
LOOK_MS = 500
"""How often a table is looked at that somebody watches here and another replica wrote last."""

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
        self.is_here: Callable[[str], bool] = lambda _: True
        """Whether this replica is a table's home; the placement knows."""
        self.committed: Callable[[Entry], None] = lambda _: None
        """Called after every commit of a table; the lobby listens."""

    # --- commands -----------------------------------------------------------------------------------------------------

    def submit(self, table: str, command: Command) -> None:
        """Run a command on a table when its turn comes."""
        if not is_table_id(self.kind.game.name, table):
            command.refuse(Refused(Reason.REASON_NO_SUCH_TABLE, "that is no table's id"))
            return
        entry = self._entry(table)
        if len(entry.inbox) >= INBOX:
            command.refuse(Refused(Reason.REASON_TABLE_BUSY, "too many requests wait at this table"))
            return
        entry.push(command)
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
        for entry in list(self._entries.values())[: len(self._entries) - CACHED]:
            if entry.is_idle:
                self._drop(entry)

    def _drop(self, entry: Entry) -> None:
        entry.disarm()
        self._entries.pop(entry.table, None)

    def _next(self, entry: Entry) -> None:
        while entry.inbox and not entry.is_busy:
            if entry.document is None:
                entry.is_busy = True
                self._spawn(self._read(entry))
                return
            self._run(entry, entry.inbox.popleft())

    def _run(self, entry: Entry, command: Command) -> None:
        assert entry.document is not None
        draft = Draft(
            self.kind, entry.document, entry.state, self.now_ms(), self._random, entry.subscribers.has_players()
        )
        try:
            result = command.run(draft)
            sealed = seal(draft, (entry.document, entry.state), entry.version, self.name) if draft.is_changed else None
        except Refused as refused:
            refusal = refused
            self._believe(entry, command, lambda: command.refuse(refusal))
        except Exception:  # noqa: BLE001 - logged in _fault
            self._fault(entry, command)
        else:
            if sealed is not None:
                self._commit(entry, command, sealed, result)
            else:
                self._believe(entry, command, lambda: self._settle(entry, command, result))
        if entry.version == 0 and not entry.is_busy:
            entry.forget()  # what a creation was tried on is no table

    def _settle(self, entry: Entry, command: Command, result: Any) -> None:
        command.settle(result)
        if isinstance(command, Wake):
            self._arm(entry, again=True)

    def _fault(self, entry: Entry, command: Command) -> None:
        """Called while the exception is being handled."""
        log.exception("fault", table=entry.table, command=type(command).__name__)  # noqa: LOG004 - see above
        self._metrics.faults.inc()
        entry.forget()
        command.refuse(Refused(Reason.REASON_UNAVAILABLE, "the service failed; nothing was applied"))

    # --- reading ------------------------------------------------------------------------------------------------------

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, entry: Entry) -> None:
        entry.confirm()
        try:
            await self._load(entry)
        except StoreUnavailable:
            self._refuse_all(entry, Refused(Reason.REASON_UNAVAILABLE, "the store does not answer"))
        except Exception:
            log.exception("fault", table=entry.table, command="load")
            self._metrics.faults.inc()
            self._refuse_all(entry, Refused(Reason.REASON_UNAVAILABLE, "the table could not be read"))
        entry.is_busy = False
        self._next(entry)

    async def _load(self, entry: Entry) -> None:
        stored = await self.store.load(entry.table)
        if stored is None:
            self._make(entry)
            return
        found = document.unpack(stored.document)
        state = self.kind.game.unpack(self.kind.options(found), stored.state) if stored.state else None
        entry.remember(stored.version, stored.mark, found, state, is_ours=stored.writer == self.name)
        entry.follow_seats(self.kind, None, self.now_ms())
        await self._catch_up(entry)
        self._arm(entry)

    def _make(self, entry: Entry) -> None:
        """There is no such table. Commands before one that makes it are refused, it is run on its own first document."""
        while entry.inbox:
            try:
                made = entry.inbox[0].make(self.kind, entry.table, self.now_ms())
            except Refused as refused:
                entry.inbox.popleft().refuse(refused)
                continue
            if made is not None:
                entry.remember(0, b"", made, None, is_ours=False)
                return
            entry.inbox.popleft().refuse(Refused(Reason.REASON_NO_SUCH_TABLE, f"no table {entry.table}"))
        for one in entry.subscribers:
            entry.subscribers.remove(one)
            one.sink.ended(one.sub, Refused(Reason.REASON_NO_SUCH_TABLE, f"no table {entry.table}"))
        self._drop(entry)

    async def _catch_up(self, entry: Entry) -> None:
        """Tell subscribers what other writers committed meanwhile."""
        if any(not entry.is_current(one) for one in entry.subscribers):
            updates = await self.store.updates(entry.table)
            for one in entry.subscribers:
                entry.resume(self.kind, one, updates, self.now_ms())

    def _refuse_all(self, entry: Entry, refusal: Refused) -> None:
        entry.forget()
        waiting, entry.inbox = entry.inbox, deque()
        for command in waiting:
            command.refuse(refusal)
        self._retry_later(entry)

    def _retry_later(self, entry: Entry) -> None:
        """Whatever is due here must not wait for somebody to come, nor whoever watches."""
        entry.arm(RETRY_SECONDS, lambda: self.submit(entry.table, Wake()))

    def _believe(self, entry: Entry, command: Command, then: Callable[[], None]) -> None:
        """Do what a run without changes says, if the cache is still what the store has."""
        if entry.may_believe(command):
            self._do(entry, command, then)
            return
        entry.is_busy = True
        entry.confirm()

        def compared(head: asyncio.Future[int]) -> None:
            entry.is_busy = False
            if head.cancelled() or head.exception() is not None:
                entry.forget()
                command.refuse(Refused(Reason.REASON_UNAVAILABLE, "the store does not answer"))
                self._retry_later(entry)
            elif head.result() != entry.version:
                self._again(entry, command)
            else:
                self._do(entry, command, then)
            self._next(entry)

        self.store.head(entry.table).add_done_callback(compared)

    def _do(self, entry: Entry, command: Command, then: Callable[[], None]) -> None:
        try:
            then()
        except Exception:  # noqa: BLE001 - logged in _fault
            self._fault(entry, command)

    # --- writing ------------------------------------------------------------------------------------------------------

    def _commit(self, entry: Entry, command: Command, sealed: Sealed, result: Any) -> None:
        entry.is_busy = True
        entry.confirm()

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
                self._count(sealed)
                before = entry.document
                entry.remember(version, sealed.change.mark, sealed.document, sealed.state, is_ours=True)
                entry.due_ms = sealed.change.due_ms
                command.settle(result)
                # First whoever changed seats, so that he gets the picture of the new one and not a step of the old.
                entry.follow_seats(self.kind, before, self.now_ms())
                for audience, (seq, update) in sealed.change.updates.items():
                    whole = update + sealed.change.shared
                    entry.subscribers.tell(entry.table, audience, seq, sealed.change.mark, whole)
                self._arm(entry)
                self.committed(entry)

    def _count(self, sealed: Sealed) -> None:
        self._metrics.commits.inc()
        self._metrics.policy_moves.inc(sealed.policy_moves)
        if sealed.policy_faults:
            self._metrics.faults.inc(sealed.policy_faults)
            log.error("the policy was of no use", table=sealed.document.table)

    def _again(self, entry: Entry, command: Command) -> None:
        entry.forget()
        command.attempts += 1
        if command.attempts >= ATTEMPTS:
            command.refuse(Refused(Reason.REASON_TABLE_BUSY, "too many writers at once"))
            self._retry_later(entry)
        else:
            entry.inbox.appendleft(command)

    # --- time ---------------------------------------------------------------------------------------------------------

    def _arm(self, entry: Entry, *, again: bool = False) -> None:
        """Ask the bots that are to be asked now, and look again at the next moment when something is due.

        With `again` a look has just found nothing to do, so what seems overdue waits a little.
        """
        assert entry.document is not None
        now = self.now_ms()
        moments = [now + self.kind.timing.scaled(LOOK_MS)] if entry.subscribers and not self._hears(entry) else []
        if entry.is_ours or self.is_here(entry.table):
            moments += self._moments(entry, now)
        if again:
            moments = [at if at > now else now + self.kind.timing.scaled(LOOK_MS) for at in moments]
        if moments:
            entry.arm((min(moments) - now) / 1000, lambda: self._fire(entry))
        else:
            entry.disarm()

    def _hears(self, entry: Entry) -> bool:
        """Whether this replica would be told if another one wrote the table, or nobody can."""
        return entry.is_ours or (entry.document is not None and entry.document.is_over)

    def _moments(self, entry: Entry, now: int) -> list[int]:
        """When something is due, and when bots are to be asked; those whose time has come are asked."""
        assert entry.document is not None
        due = self._due(entry)
        moments = [] if due is None else [due]
        for ask in clock.asks(entry.document, self.kind.timing):
            if ask.first_ms > now:
                moments.append(ask.first_ms)
            elif entry.may_ask(ask.prompt.prompt_id, again=ask.again_ms <= now):
                self._ask(entry, ask)
        entry.keep_asked()
        return moments

    def _due(self, entry: Entry) -> int | None:
        assert entry.document is not None
        present = entry.subscribers.has_players()
        return clock.next_wake(entry.document, self.kind.timing, self.now_ms(), present=present)

    def _fire(self, entry: Entry) -> None:
        if entry.document is None or entry.is_busy:
            self.submit(entry.table, Wake())
            return
        due = self._due(entry)
        if due is not None and due <= self.now_ms():
            self.submit(entry.table, Wake())
        elif entry.subscribers and not self._hears(entry):
            self.submit(entry.table, Claim(lambda: entry.is_ours) if self.is_here(entry.table) else Wake())
        else:
            self._arm(entry)
            if due is not None and due != entry.due_ms:
                # The store's wake-up passes without a commit: a bot is asked again, or somebody is still here.
                entry.due_ms = due
                self._spawn(self._set_due(entry.table, entry.version, due))

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
        if one.is_closed:
            return
        one.audience = entry.audience_of(one)
        if not entry.admit(one):
            return
        self._arm(entry)
        if entry.is_current(one):
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
        except Exception as error:
            if not isinstance(error, StoreUnavailable):
                log.exception("fault", table=entry.table, command="resume")
                self._metrics.faults.inc()
            entry.subscribers.remove(one)
            one.sink.ended(one.sub, Refused(Reason.REASON_UNAVAILABLE, "the store does not answer"))
        entry.is_busy = False
        self._next(entry)

    def close(self, table: str, gone: Subscription) -> None:
        """A connection lets a table go, or does not want it any more before it has it."""
        gone.is_closed = True
        entry = self._entries.get(table)
        if entry is None:
            return
        entry.subscribers.remove(gone)
        if gone.audience != SPECTATORS and not entry.subscribers.has_players():
            self._note_presence(entry)

    def _note_presence(self, entry: Entry) -> None:
        """The last player's connection is gone: from now on the table counts as left alone."""
        if entry.document is not None and not entry.document.is_over:
            unnoted = self.now_ms() - entry.document.active_ms
            if unnoted > self.kind.timing.scaled(self.kind.timing.abandon_ms) // 10:
                self.submit(entry.table, Seen())

    def woken(self, table: str) -> None:
        """Another replica wrote this table: what is cached is old."""
        entry = self._entries.get(table)
        if entry is None:
            return
        if entry.is_idle:
            self._drop(entry)  # its time is the other one's business now
            return
        if not entry.is_busy:  # what the store is asked just now is compared by the command that waits then
            entry.forget()
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
