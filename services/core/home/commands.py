"""What may be asked of a table at its home. A command is run on a draft, as often as it takes until one run counts."""

from __future__ import annotations

import contextlib
from asyncio import Future
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from google.protobuf.message import Message
from typing_extensions import override

from chieu.table.v1 import table_service_pb2 as service
from identity import Identity
from services.core.home.subscribers import Subscription
from services.core.refusal import Refused
from services.core.table import answers, calls, clock
from services.core.table.access import count_for, must_see
from services.core.table.document import Document
from services.core.table.draft import Draft, Kind

__all__ = ["Act", "Answer", "Claim", "Command", "Create", "Open", "Read", "Recode", "Seen", "Wake"]

T = TypeVar("T")


class Command:
    """One thing to do. `run` may change its draft; exactly one of `settle` and `refuse` is called in the end."""

    attempts = 0
    order = 0
    """Its place among all commands of its table; the home gives it."""

    def run(self, draft: Draft) -> Any:
        """Do it. Raises Refused."""
        raise NotImplementedError

    def settle(self, result: Any) -> None:
        """It counts; this is what `run` returned."""

    def refuse(self, refusal: Refused) -> None:
        """It does not, and nothing changed."""

    def make(self, kind: Kind, table: str, now_ms: int) -> Document | None:  # noqa: ARG002 - most make nothing
        """The table's first document, if this command makes tables."""
        return None


class _Awaited(Command):
    """A command that somebody awaits."""

    def __init__(self, future: Future[Any]) -> None:
        self.future = future

    @override
    def settle(self, result: Any) -> None:
        if not self.future.done():
            self.future.set_result(result)

    @override
    def refuse(self, refusal: Refused) -> None:
        if not self.future.done():
            self.future.set_exception(refusal)


class Read(_Awaited):
    """Looks, and changes nothing."""

    def __init__(self, future: Future[Any], look: Callable[[Draft], Any]) -> None:
        super().__init__(future)
        self.look = look

    @override
    def run(self, draft: Draft) -> Any:
        return self.look(draft)


class Act(_Awaited):
    """A call of `TableService` that changes the table; gives the table's draft back."""

    def __init__(self, future: Future[Any], caller: Identity, call: Message) -> None:
        super().__init__(future)
        self.caller = caller
        self.call = call

    @override
    def run(self, draft: Draft) -> Draft:
        with _counted(draft, self.caller):
            calls.changing(draft, self.caller, self.call)
        return draft


class Create(_Awaited):
    """Makes a table, or finds the one that this very call made."""

    def __init__(self, future: Future[Any], caller: Identity, call: service.CreateTableRequest) -> None:
        super().__init__(future)
        self.caller = caller
        self.call = call

    @override
    def make(self, kind: Kind, table: str, now_ms: int) -> Document:
        return calls.blank(kind, table, self.caller, self.call, now_ms)

    @override
    def run(self, draft: Draft) -> Draft:
        if not draft.document.seed and not draft.document.requests:
            calls.create(draft, self.caller, self.call)
        else:
            calls.must_be_the_same(draft, self.caller, self.call)
        return draft


class Answer(Command):
    """An answer to a prompt. `done` gets the audience's count or the refusal."""

    def __init__(
        self,
        caller: Identity,
        prompt_id: bytes,
        move: bytes,
        bot_seat: int | None,
        done: Callable[[int | Refused], None],
    ) -> None:
        self.caller = caller
        self.prompt_id = prompt_id
        self.move = move
        self.bot_seat = bot_seat
        self.done = done

    @override
    def run(self, draft: Draft) -> int:
        with _counted(draft, self.caller):
            return answers.answer(draft, self.caller, self.prompt_id, self.move, self.bot_seat)

    @override
    def settle(self, result: Any) -> None:
        self.done(result)

    @override
    def refuse(self, refusal: Refused) -> None:
        self.done(refusal)


class Open(Command):
    """A connection wants the table; `admit` is called when it may have it."""

    def __init__(self, one: Subscription, admit: Callable[[], None]) -> None:
        self.one = one
        self.admit = admit

    @override
    def run(self, draft: Draft) -> None:
        must_see(draft.document, self.one.caller)

    @override
    def settle(self, result: Any) -> None:
        self.admit()

    @override
    def refuse(self, refusal: Refused) -> None:
        self.one.sink.ended(self.one.sub, refusal)


@contextlib.contextmanager
def _counted(draft: Draft, caller: Identity) -> Iterator[None]:
    """Let refusals tell the count of the caller's audience, so that a client sees whether it is behind."""
    document = draft.document
    try:
        yield
    except Refused as refused:
        refused.seq = refused.seq or count_for(document, caller)
        raise


class Seen(Command):
    """A player had the table open until now."""

    @override
    def run(self, draft: Draft) -> None:
        if not draft.document.is_over:
            draft.change(active_ms=draft.now_ms)


class Recode(Command):
    """Draws another join code for a table whose own turned out to be another table's."""

    def __init__(self, taken: str) -> None:
        self.taken = taken

    @override
    def run(self, draft: Draft) -> None:
        if draft.document.code == self.taken and not draft.document.is_over:
            draft.change(code=calls.join_code(draft.random))


class Claim(Command):
    """Writes a table that another replica wrote last, so that this one is woken when somebody else writes it again."""

    def __init__(self, is_ours: Callable[[], bool]) -> None:
        self.is_ours = is_ours

    @override
    def run(self, draft: Draft) -> None:
        if not self.is_ours() and not draft.document.is_over:
            draft.touch()


class Wake(Command):
    """Time has passed."""

    @override
    def run(self, draft: Draft) -> None:
        clock.wake(draft)
