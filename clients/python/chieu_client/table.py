"""One open table: its updates in order, its prompts, and answers that get through.

Theory of operation. A table is `Open`ed again whenever its stream may have a hole: on a new wire, after a gap, after a
`Closed` that advises to retry or resync, and when an `Open` itself stays unanswered. Each `Open` names the last update,
so what was missed comes as steps if the server still has them, else as a snapshot; the second `Open` in a row asks for
a snapshot outright. `history.py` decides what an update is; only news and snapshots reach the readers.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator

from google.protobuf.message import Message

from chieu.gateway.v1.gateway_pb2 import Answer, ClientFrame, Leave, Open, ServerFrame
from chieu.table.v1 import refusal_pb2, table_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import Accepted, Update
from chieu_client.answers import Answers
from chieu_client.clock import ServerClock
from chieu_client.connection import Connection
from chieu_client.errors import Refused, TableEnded, Unreachable
from chieu_client.feed import Feed
from chieu_client.history import NOWHERE, Place, Step, step
from chieu_client.patience import Backoff, Patience
from chieu_client.prompt import Prompt
from chieu_client.unpack import pack

__all__ = ["LiveTable"]

_OVER = (table_pb2.PHASE_FINISHED, table_pb2.PHASE_CLOSED)


class LiveTable:
    """A table that this session follows; `Chieu.table` opens one."""

    def __init__(self, table_id: str, connection: Connection, clock: ServerClock, patience: Patience) -> None:
        self.table_id = table_id
        self._connection = connection
        self._clock = clock
        self._patience = patience
        self._feed: Feed[Update] = Feed()
        self._answers = Answers(self._send_if_open, patience)
        self._backoff = Backoff(patience)
        self._latest: Update | None = None
        self._place: Place = NOWHERE
        self._histories = 0
        self._first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._is_open = False
        self._opens = 0
        self._open_corr = 0
        self._lost_at = time.monotonic()
        self._reopening: asyncio.TimerHandle | None = None
        self._ended: Exception | None = None
        self._corr = connection.add(self)
        if connection.is_up:
            self._open()

    # What a caller does with it.

    @property
    def latest(self) -> Update:
        """The latest update: its view is all that may be known. Raises LookupError before the first one came."""
        if self._latest is None:
            raise LookupError("nothing is known of the table yet")
        return self._latest

    @property
    def seat(self) -> int | None:
        """The own seat; None for a spectator."""
        return self.latest.seat if self.latest.HasField("seat") else None

    @property
    def is_over(self) -> bool:
        """Whether the match has its result, or the table is closed without one."""
        return self.latest.state.phase in _OVER

    @property
    def prompt(self) -> Prompt | None:
        """The own seat's open prompt, if there is one."""
        return Prompt.of(self.latest, self._clock) if self.latest.HasField("prompt") else None

    async def updates(self) -> AsyncGenerator[Update, None]:
        """Every update once and in order, the latest one first.

        Ends after the update that ends the match. Raises TableEnded, SessionEnded or Unreachable if no more can come.
        A reader that falls hundreds of updates behind misses the oldest: look at `seq`.
        """
        async for update in self._feed.read(self._latest):
            yield update

    async def prompts(self) -> AsyncGenerator[Prompt, None]:
        """Each open prompt of the own seat once; those that closed while nobody looked are left out. Ends as `updates`.

        A prompt comes again if the server lost the moment in which it was answered.
        """
        asked = (-1, b"")
        async for _ in self._feed.read(self._latest):
            if not self.latest.HasField("prompt"):
                continue
            key = (self._histories, self.latest.prompt.prompt_id)
            if key != asked:
                asked = key
                yield Prompt.of(self.latest, self._clock)

    async def answer(self, prompt: Prompt, move: Message) -> Accepted:
        """Answers a prompt. Returns when the move counts; safe to repeat, also after an error or a cancellation.

        Raises Refused if it does not count and nothing changed; TableEnded, SessionEnded or Unreachable if that cannot
        be known any more.
        """
        if self._ended:
            raise self._ended
        answer = Answer(table=self.table_id, prompt_id=prompt.id, move=pack(move))
        return await self._answers.ask(self._corr(), answer)

    async def until_gone(self, prompt: Prompt) -> Update:
        """The first update that does not show this prompt any more, or the last one. Raises as `updates`."""
        async for update in self._feed.read(self._latest):
            if self.latest.prompt.prompt_id != prompt.id:
                return update
        return self.latest

    async def until_open(self) -> None:
        """Returns when the first update is there. Raises Refused if the table cannot be opened, and as `updates`."""
        try:
            async with asyncio.timeout(self._patience.total):
                await asyncio.shield(self._first)
        except TimeoutError:
            raise Unreachable(f"table {self.table_id} could not be opened") from None

    def close(self) -> None:
        """Lets the table go; the seat stays. Readers end. Twice is once."""
        self._cancel_reopening()
        if self._is_open:
            self._connection.send(ClientFrame(corr=self._corr(), leave=Leave(table=self.table_id)))
        self._connection.remove(self)
        self._end(TableEnded(self.table_id, Refusal(detail="let go")), is_quiet=True)

    # What the connection calls.

    def on_connected(self) -> None:
        """A new wire is there."""
        self._opens = 0
        self._open()

    def on_disconnected(self) -> None:
        """The wire is gone."""
        self._is_open = False
        self._lost_at = time.monotonic()
        self._cancel_reopening()

    def on_session_ended(self, error: Exception) -> None:
        """No wire will come any more."""
        self._cancel_reopening()
        self._end(error)

    def on_frame(self, frame: ServerFrame) -> None:
        """A frame of this table."""
        match frame.WhichOneof("frame"):
            case "update":
                self._on_update(frame.update)
            case "reply":
                self._answers.on_reply(frame.corr, frame.reply)
            case "opened":
                self._on_opened(frame.corr)
            case "closed":
                self._on_closed(frame.closed.refusal)
            case "refusal" if frame.corr == self._open_corr:
                self._on_closed(frame.refusal)
            case "refusal":
                self._answers.on_refusal(frame.corr, frame.refusal)
            case _:
                pass

    def _on_opened(self, corr: int) -> None:
        if corr not in {0, self._open_corr}:
            return
        self._cancel_reopening()
        self._is_open = True
        self._answers.say_again()

    def _on_update(self, update: Update) -> None:
        match step(self._place, update):
            case Step.GAP:
                self._reopen_soon()
            case Step.NEWS | Step.SNAPSHOT:
                self._on_sound()
                self._place = Place.of(update)
                self._show(update)
            case Step.SEEN if update.snapshot:
                self._on_sound()
            case Step.SEEN:
                pass

    def _on_sound(self) -> None:
        """The stream has no hole."""
        self._opens = 0
        if self._is_open:
            self._cancel_reopening()
            self._backoff.reset()

    def _show(self, update: Update) -> None:
        if self._latest:
            if (update.seq, update.mark) == (self._latest.seq, self._latest.mark):
                return  # asked for a snapshot outright, and nothing had been missed
            self._histories += update.rewound or update.seq <= self._latest.seq
        self._latest = update
        self._feed.publish(update)
        if not self._first.done():
            self._first.set_result(None)
        if self.is_over:
            self._feed.end()

    def _on_closed(self, refusal: Refusal) -> None:
        if refusal.reason == refusal_pb2.REASON_UNSPECIFIED:
            return  # an echo of our own Leave
        if self._is_open:
            self._is_open, self._lost_at = False, time.monotonic()
        is_final = refusal.advice == refusal_pb2.ADVICE_CHANGE or refusal.reason == refusal_pb2.REASON_SUPERSEDED
        if is_final or time.monotonic() - self._lost_at > self._patience.total:
            self._connection.remove(self)
            self._cancel_reopening()
            self._end(TableEnded(self.table_id, refusal) if self._first.done() else Refused(refusal))
        else:
            self._reopen_after(self._backoff.delay())

    # Opening, and opening again.

    def _open(self) -> None:
        if self._opens:
            self._place = NOWHERE
        self._opens += 1
        self._open_corr = self._corr()
        frame = Open(table=self.table_id, seq=self._place.seq, mark=self._place.mark)
        self._connection.send(ClientFrame(corr=self._open_corr, open=frame))
        self._reopen_after(self._patience.reply)

    def _reopen_soon(self) -> None:
        """Opens again, unless that is under way: at once after a first gap, later and later from then on."""
        if self._reopening:
            return
        if self._opens:
            self._reopen_after(self._backoff.delay())
        else:
            self._open()

    def _reopen_after(self, seconds: float) -> None:
        self._cancel_reopening()
        if self._connection.is_up:
            self._reopening = asyncio.get_running_loop().call_later(seconds, self._open)

    def _cancel_reopening(self) -> None:
        if self._reopening:
            self._reopening.cancel()
            self._reopening = None

    def _send_if_open(self, frame: ClientFrame) -> None:
        if self._is_open:
            self._connection.send(frame)

    def _end(self, error: Exception, *, is_quiet: bool = False) -> None:
        self._is_open = False
        self._ended = self._ended or error
        self._answers.fail_all(error)
        self._feed.end(None if is_quiet else error)
        if not self._first.done():
            self._first.set_exception(error)
            self._first.exception()  # nobody may be waiting
