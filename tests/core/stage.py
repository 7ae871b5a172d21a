"""Tables on a memory store, with homes that the test starts and players whom it plays."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from google.protobuf.message import Message

from chieu.table.v1 import table_service_pb2 as service
from chieu.table.v1.table_pb2 import Settings, Visibility
from chieu.table.v1.update_pb2 import Prompt, TableEvent, Update
from identity import Identity, Role
from services.core.codec import Codec
from services.core.game import AnyGame
from services.core.home import Home, Subscription
from services.core.home.commands import Act, Answer, Create, Read
from services.core.home.entry import Entry
from services.core.metrics import Metrics
from services.core.refusal import Refused
from services.core.store import MemoryStore, Store, StoredTable
from services.core.table import calls, document
from services.core.table.clock import Ask
from services.core.table.document import Document
from services.core.table.draft import Draft, Kind
from services.core.table.timing import Timing
from tests.core.toy import CODEC, TOY, Move

__all__ = ["SERVICE", "Screen", "Stage", "clock", "player"]

EPOCH_MS = 1_800_000_000_000
SECRET = b"a secret for tests"
SERVICE = Identity(tenant="default", subject="service", name="service", role=Role.SERVICE)


def player(subject: str, tenant: str = "default", **limits: Any) -> Identity:
    """Somebody with a token."""
    return Identity(tenant=tenant, subject=subject, name=subject.title(), **limits)


def clock() -> Callable[[], int]:
    """Milliseconds by the running loop's clock."""
    loop = asyncio.get_running_loop()
    return lambda: EPOCH_MS + int(loop.time() * 1000 + 0.01)


@dataclass
class Screen:
    """A sink that keeps all it is told: what a connection would have seen, as long as it has one subscription."""

    codec: Codec
    updates: list[Update] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    seats: list[int | None] = field(default_factory=list)
    refusals: list[Refused] = field(default_factory=list)
    homes: list[str] = field(default_factory=list)

    def opened(self, sub: int, seat: int | None) -> None:  # noqa: ARG002 - a sink's
        self.seats.append(seat)

    def update(self, subs: list[int], table: str, seq: int, mark: bytes, update: bytes) -> None:  # noqa: ARG002 - a sink's
        message = Update.FromString(update)
        assert (message.table, message.seq, message.mark) == (table, seq, mark)
        self.updates.append(message)
        self.raw.append(update)

    def ended(self, sub: int, refusal: Refused) -> None:  # noqa: ARG002 - a sink's
        self.refusals.append(refusal)

    def moved(self, table: str, home: str) -> None:  # noqa: ARG002 - a sink's
        self.homes.append(home)

    @property
    def last(self) -> Update:
        """The newest update."""
        return self.updates[-1]

    @property
    def seqs(self) -> list[int]:
        """Counts of all updates."""
        return [update.seq for update in self.updates]

    @property
    def view(self) -> Any:
        """The newest view."""
        message = self.codec.view_message()
        assert self.last.view.Unpack(message)
        return self.codec.decode_view(message)

    @property
    def prompt(self) -> Prompt:
        """The open prompt."""
        assert self.last.HasField("prompt"), "nothing is asked"
        return self.last.prompt

    def events(self) -> list[Any]:
        """Every event of every update, decoded."""
        return [event for update in self.updates for event in self.events_of(update)]

    def events_of(self, update: Update) -> list[Any]:
        """The events of one update, decoded."""
        decoded: list[Any] = []
        for packed in update.events:
            own = TableEvent()
            if packed.Unpack(own):
                decoded.append(own)
                continue
            message = self.codec.event_message()
            assert packed.Unpack(message)
            decoded.append(self.codec.decode_event(message))
        return decoded


class Stage:
    """One or more homes on one store."""

    def __init__(
        self,
        game: Any = TOY,
        codec: Codec = CODEC,
        *,
        timing: Timing | None = None,
        random: Callable[[int], bytes] = os.urandom,
        store: Store | None = None,
    ) -> None:
        self.kind = Kind(cast("AnyGame", game), codec, timing or Timing())
        self.now_ms = clock()
        self.random = random
        self.memory = MemoryStore(self.now_ms)
        self.asked: list[tuple[str, Ask]] = []
        self.metrics = Metrics(self.kind.game.name)
        self._requests = itertools.count(1)
        self._subs = itertools.count(1)
        self.home = self.another("one", store or self.memory)

    def another(self, name: str, store: Store | None = None, *, behind_ms: int = 0) -> Home:
        """Another replica's home, with a clock that may be behind. It does not hear that it is fenced before `listen`."""

        def ask(entry: Entry, question: Ask) -> None:
            self.asked.append((entry.table, question))

        return Home(
            self.kind,
            store or self.memory.beside(),
            name,
            now_ms=lambda: self.now_ms() - behind_ms,
            ask=ask,
            metrics=self.metrics,
            random=self.random,
        )

    @staticmethod
    async def listen(home: Home) -> None:
        """Let a home hear of other writers."""
        await home.store.listen(home.name, lambda woken: home.woken(woken.table), home.woken_all)

    def request_id(self) -> str:
        """One that was not used before."""
        return f"request {next(self._requests)}"

    def creation(self, *, seats: int = 2, **fields: Any) -> service.CreateTableRequest:
        """A call that makes a table; fields of settings may stand among its own."""
        fields.setdefault("visibility", Visibility.VISIBILITY_PUBLIC)
        names = {one.name for one in Settings.DESCRIPTOR.fields}
        settings = Settings(seats=seats, **{name: fields.pop(name) for name in names & fields.keys()})
        options = fields.pop("options", None)
        fields.setdefault("request_id", self.request_id())
        call = service.CreateTableRequest(game=self.kind.game.name, settings=settings, **fields)
        if options is not None:
            call.options.Pack(self.kind.codec.encode_options(options))
        return call

    async def create(self, caller: Identity = SERVICE, *, home: Home | None = None, **fields: Any) -> str:
        """Make a table; gives its id."""
        call = self.creation(**fields)
        return (await self.send_creation(caller, call, home=home)).document.table

    async def send_creation(
        self, caller: Identity, call: service.CreateTableRequest, *, home: Home | None = None
    ) -> Draft:
        """Send a call that makes a table."""
        table = calls.table_id(self.kind.game.name, SECRET, caller, call.request_id)
        future: asyncio.Future[Draft] = asyncio.get_running_loop().create_future()
        (home or self.home).submit(table, Create(future, caller, call))
        return await future

    async def act(self, caller: Identity, call: Message, *, home: Home | None = None) -> Document:
        """Send a call that changes a table; one without a request id gets a fresh one."""
        if not call.request_id:  # type: ignore[attr-defined] # every such call has one
            call.request_id = self.request_id()  # type: ignore[attr-defined]
        future: asyncio.Future[Draft] = asyncio.get_running_loop().create_future()
        (home or self.home).submit(call.table, Act(future, caller, call))  # type: ignore[attr-defined]
        return (await future).document

    async def sit(self, table: str, *names: str, home: Home | None = None) -> None:
        """Seat players, one after the other."""
        for name in names:
            await self.act(player(name), service.TakeSeatRequest(table=table), home=home)

    async def start(self, *names: str, home: Home | None = None, **fields: Any) -> str:
        """A table with these players and nobody else, whose first deal runs."""
        table = await self.create(player(names[0]), home=home, seats=len(names), take_seat=True, **fields)
        await self.sit(table, *names[1:], home=home)
        return table

    def send(
        self,
        caller: Identity,
        table: str,
        prompt_id: bytes,
        move: Any,
        *,
        bot_seat: int | None = None,
        home: Home | None = None,
    ) -> asyncio.Future[int]:
        """Send an answer; `move` may be bytes already."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def done(result: int | Refused) -> None:
            if isinstance(result, Refused):
                future.set_exception(result)
            else:
                future.set_result(result)

        data = move if isinstance(move, bytes) else self.kind.codec.encode_move(move).SerializeToString()
        (home or self.home).submit(table, Answer(caller, prompt_id, data, bot_seat, done))
        return future

    async def answer(self, table: str, seat: int, move: Move | Any, *, home: Home | None = None) -> int:
        """Answer the prompt that a seat has open, as its player or bot."""
        found = await self.document(table)
        prompt = found.seats[seat].prompt
        assert prompt is not None, f"seat {seat} is not asked"
        holder = found.seats[seat]
        if holder.is_player:
            return await self.send(player(holder.subject), table, prompt.prompt_id, move, home=home)
        return await self.send(SERVICE, table, prompt.prompt_id, move, bot_seat=seat, home=home)

    def open(
        self, table: str, caller: Identity, *, generation: int = 1, home: Home | None = None, **moment: Any
    ) -> tuple[Screen, Subscription]:
        """Open a table for a connection."""
        screen = Screen(self.kind.codec)
        one = Subscription(screen, next(self._subs), caller, generation, **moment)
        (home or self.home).open(table, one)
        return screen, one

    async def screen(self, table: str, name: str, *, home: Home | None = None, **how: Any) -> Screen:
        """The screen of a player (or of nobody who sits) who has opened a table."""
        screen, _ = self.open(table, player(name), home=home, **how)
        await self.settle()
        return screen

    async def read(self, table: str, caller: Identity = SERVICE, *, home: Home | None = None) -> Draft:
        """Look at a table through its home."""
        future: asyncio.Future[Draft] = asyncio.get_running_loop().create_future()
        (home or self.home).submit(table, Read(future, lambda draft: draft))
        del caller
        return await future

    async def stored(self, table: str) -> StoredTable:
        """The table's bytes."""
        found = await self.memory.load(table)
        assert found is not None
        return found

    async def document(self, table: str) -> Document:
        """The stored document."""
        return document.unpack((await self.stored(table)).document)

    async def state(self, table: str) -> Any:
        """The stored state."""
        stored = await self.stored(table)
        return self.kind.game.unpack(self.kind.options(document.unpack(stored.document)), stored.state)

    @staticmethod
    async def settle() -> None:
        """Let everything happen that needs no time."""
        for _ in range(30):
            await asyncio.sleep(0)

    async def wait(self, seconds: float) -> None:
        """Let time pass, and everything happen that is due then."""
        await asyncio.sleep(seconds)
        await self.settle()
