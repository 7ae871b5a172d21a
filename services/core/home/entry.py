"""One cached table: what it was at its last known version, what waits for it, who has it open."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from services.core.game import SPECTATORS
from services.core.home.commands import Command
from services.core.home.subscribers import Sink, Subscribers, Subscription
from services.core.refusal import Reason, Refused
from services.core.store import StoredUpdate
from services.core.table.access import is_service
from services.core.table.document import Document
from services.core.table.draft import Kind
from services.core.table.updates import count_of, snapshot

__all__ = ["Entry"]


class Entry:
    """A table at its home. `document` None: nothing is cached, the next command reads it."""

    __slots__ = (
        "_asked",
        "_confirmed",
        "_order",
        "_timer",
        "document",
        "due_ms",
        "inbox",
        "is_busy",
        "is_ours",
        "mark",
        "state",
        "subscribers",
        "table",
        "version",
    )

    def __init__(self, table: str) -> None:
        self.table = table
        self.version = 0
        self.mark = b""
        self.document: Document | None = None
        self.state: Any = None
        self.inbox: deque[Command] = deque()
        self.is_busy = False
        """The store was asked something about this table; until it answers no command runs."""
        self.is_ours = False
        """This replica made the last commit, and so is woken by the next one of another."""
        self.due_ms: int | None = None
        """The wake-up that the store is known to have."""
        self._order = 0
        self._confirmed = 0
        self.subscribers = Subscribers()
        self._timer: asyncio.TimerHandle | None = None
        self._asked: dict[bytes, int] = {}

    @property
    def is_idle(self) -> bool:
        """Whether nobody would notice if it were dropped."""
        return not (self.is_busy or self.inbox or self.subscribers)

    def push(self, command: Command) -> None:
        """Let a command wait for its turn."""
        self._order += 1
        command.order = self._order
        self.inbox.append(command)

    def confirm(self) -> None:
        """The store is asked now: once it has answered, commands that wait already may believe what is cached.

        Those that come later may not: whoever sent them may have seen what another replica wrote meanwhile.
        """
        self._confirmed = self._order

    def may_believe(self, command: Command) -> bool:
        """Whether the cache was right at some moment after the command came."""
        return command.order <= self._confirmed

    def remember(self, version: int, mark: bytes, document: Document, state: Any, *, is_ours: bool) -> None:
        """This is what the store has."""
        self.version, self.mark, self.document, self.state = version, mark, document, state
        self.is_ours = is_ours

    def forget(self) -> None:
        """What is cached may be old."""
        self.document = None
        self.state = None
        self.due_ms = None

    # --- the timer ----------------------------------------------------------------------------------------------------

    def arm(self, seconds: float, fire: Callable[[], None]) -> None:
        """Look again after so many seconds."""
        self.disarm()
        self._timer = asyncio.get_running_loop().call_later(max(seconds, 0.0), fire)

    def disarm(self) -> None:
        """Do not look again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def may_ask(self, prompt_id: bytes, *, again: bool) -> bool:
        """Whether a bot is to be asked now: once, and once again."""
        times = 2 if again else 1
        if self._asked.get(prompt_id, 0) >= times:
            return False
        self._asked[prompt_id] = times
        return True

    def keep_asked(self) -> None:
        """Forget questions that are not open any more."""
        if self._asked and self.document is not None:
            opened = {seat.prompt.prompt_id for seat in self.document.seats if seat.prompt is not None}
            self._asked = {prompt: times for prompt, times in self._asked.items() if prompt in opened}

    # --- subscribers --------------------------------------------------------------------------------------------------

    def follow_seats(self, kind: Kind, before: Document | None, now_ms: int) -> None:
        """A player who took or left a seat hears from now on what that seat, or the spectators, hear."""
        if before is not None and [s.subject for s in before.seats] == [s.subject for s in self._document.seats]:
            return
        for one in self.subscribers:
            audience = self.audience_of(one)
            if audience != one.audience:
                self.subscribers.remove(one)
                one.audience = audience
                if self.admit(one):
                    self.show(kind, one, now_ms)

    def audience_of(self, one: Subscription) -> int:
        """The seat that a subscription's caller holds, or the spectators."""
        seat = None if is_service(one.caller) else self._document.seat_of(one.caller.subject)
        return SPECTATORS if seat is None else seat

    def admit(self, one: Subscription) -> bool:
        """Take a subscription in, unless a newer connection has its seat."""
        if not self.subscribers.add(one):
            one.sink.ended(one.sub, Refused(Reason.REASON_SUPERSEDED, "a newer connection has this seat"))
            return False
        one.sink.opened(one.sub, None if one.audience == SPECTATORS else one.audience)
        return True

    def is_current(self, one: Subscription) -> bool:
        """Whether a subscription has the last update of its audience."""
        count = count_of(self._document, one.audience)
        return one.seq > 0 and (one.seq, one.mark) == (count.seq, count.mark)

    def resume(self, kind: Kind, one: Subscription, updates: Sequence[StoredUpdate], now_ms: int) -> None:
        """Send every update after the last one that a subscription has, or the whole picture."""
        if self.is_current(one):
            return
        kept = [(u.updates[one.audience], u.mark) for u in updates if one.audience in u.updates]
        places = [place for place, ((seq, _), mark) in enumerate(kept) if (seq, mark) == (one.seq, one.mark)]
        if not places:
            elsewhere = any(seq == one.seq for (seq, _), _ in kept)
            rewound = one.seq > 0 and (elsewhere or one.seq >= count_of(self._document, one.audience).seq)
            self.show(kind, one, now_ms, rewound=rewound)
            return
        for (seq, update), mark in kept[places[0] + 1 :]:
            one.seq, one.mark = seq, mark
            one.sink.update([one.sub], self.table, seq, mark, update)

    def show(self, kind: Kind, one: Subscription, now_ms: int, *, rewound: bool = False) -> None:
        """Send the whole picture."""
        count = count_of(self._document, one.audience)
        one.seq, one.mark = count.seq, count.mark
        whole = snapshot(kind, self._document, self.state, one.audience, now_ms, rewound=rewound)
        one.sink.update([one.sub], self.table, count.seq, count.mark, whole)

    @property
    def _document(self) -> Document:
        assert self.document is not None
        return self.document

    def send_away(self, home: str) -> None:
        """Every subscription ends here and is opened at the table's home."""
        sinks: dict[int, Sink] = {}
        for one in self.subscribers:
            sinks[id(one.sink)] = one.sink
            self.subscribers.remove(one)
        for sink in sinks.values():
            sink.moved(self.table, home)
