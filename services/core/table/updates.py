"""What a commit tells, and to whom: the only place where anything about a table becomes bytes for an audience.

Every audience gets its own view, its own events and its own prompt through the game's `view` and `show`; seats
that nobody reads (bots, free seats) get nothing. An audience that learns nothing gets no update and its count
stands still, so that a count never tells that somebody else did something in private.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage

from chieu.table.v1.table_pb2 import Phase as WirePhase
from chieu.table.v1.table_pb2 import Settings as WireSettings
from chieu.table.v1.table_pb2 import Table
from chieu.table.v1.update_pb2 import Prompt, TableEvent, Update
from services.core.game import SPECTATORS
from services.core.store import Change
from services.core.table import document as documents
from services.core.table.clock import next_wake
from services.core.table.document import Document, replace
from services.core.table.draft import TYPE_PREFIX, Draft, Kind, packed
from services.core.table.seating import seat_message
from wire import field_tag, wrapped

__all__ = ["Sealed", "audiences", "seal", "snapshot", "table_message"]

_STATE = field_tag(Update.DESCRIPTOR, "state")


@dataclass(frozen=True, slots=True)
class Sealed:
    """A finished draft: what to commit, and what the table is if the commit counts."""

    change: Change
    document: Document
    state: Any
    policy_moves: int
    """Bots' answers among them that the policy had to give."""
    policy_faults: int
    """Answers of the policy that the rules would not take."""


def table_message(kind: Kind, document: Document, *, with_subject: bool = False) -> Table:
    """The table as everybody who may open it sees it."""
    settings = document.settings
    message = Table(
        id=document.table,
        game=document.game,
        title=document.title,
        visibility=document.visibility,  # type: ignore[arg-type] # stored as the enum's number
        code=document.code,
        settings=WireSettings(
            seats=len(document.seats),
            ready_check=settings.ready_check,
            between_seconds=settings.between_ms // 1000,
            claim_seconds=settings.claim_ms // 1000,
            bot_pace_ms=settings.pace_ms,
        ),
        phase=WirePhase.ValueType(document.phase),
        seats=[seat_message(k, seat, with_subject=with_subject) for k, seat in enumerate(document.seats)],
        deal=document.deal,
        ranking=document.ranking,
        end_reason=document.end_reason,
        next_deal_ms=document.next_deal_ms,
        created_ms=document.created_ms,
        commitment=document.commitment,
        rules_version=document.rules_version,
    )
    message.options.type_url = TYPE_PREFIX + kind.codec.options_message.DESCRIPTOR.full_name
    message.options.value = document.options
    match = kind.game.unpack_match(kind.options(document), document.match)
    message.scores.extend(kind.game.scores(match))
    has_begun = document.phase in (documents.Phase.PLAYING, documents.Phase.BETWEEN)
    message.takes_newcomers = has_begun and kind.with_newcomer(document, match) is not None
    return message


def audiences(document: Document) -> Iterator[int]:
    """Who is told anything: seats that a player holds, and the spectators."""
    for number, seat in enumerate(document.seats):
        if seat.is_player:
            yield number
    yield SPECTATORS


def count_of(document: Document, audience: int) -> documents.Audience:
    """An audience's count and the mark of its last update."""
    return document.spectators if audience == SPECTATORS else document.seats[audience].audience


class _Telling:
    """Builds the updates of one commit; what several audiences share is made once."""

    def __init__(self, kind: Kind, document: Document, state: Any) -> None:
        self.kind = kind
        self.document = document
        self.state = state
        self.table = wrapped(_STATE, table_message(kind, document).SerializeToString(deterministic=True))
        """The field `state`, the same in every update of the commit."""
        running = state is not None and document.phase == documents.Phase.PLAYING
        self.prompts: Mapping[int, Any] = kind.game.prompts(state) if running else {}
        self._encoded: dict[int, AnyMessage] = {}

    def view(self, audience: int) -> AnyMessage | None:
        """The audience's view, or None before the first deal."""
        if self.state is None:
            return None
        return packed(self.kind.codec.encode_view(self.kind.game.view(self.state, self.document.sees_as(audience))))

    def prompt(self, audience: int) -> Prompt | None:
        """The question that the audience's seat has open."""
        if audience == SPECTATORS:
            return None
        opened = self.document.seats[audience].prompt
        if opened is None or audience not in self.prompts:
            return None
        return Prompt(
            prompt_id=opened.prompt_id,
            seat=audience,
            choices=packed(self.kind.codec.encode_choices(self.prompts[audience].choices)),
            deadline_ms=opened.deadline_ms,
            allowed_ms=opened.allowed_ms,
        )

    def events(self, events: list[Any], audience: int) -> list[AnyMessage]:
        """What of the events the audience is shown."""
        shown, audience = [], self.document.sees_as(audience)
        for event in events:
            seen = event if isinstance(event, TableEvent) else self.kind.game.show(event, audience)
            if seen is not None:
                shown.append(self._encode(event, seen))
        return shown

    def _encode(self, event: Any, seen: Any) -> AnyMessage:
        if isinstance(seen, TableEvent):
            return self._once(seen, seen)
        if seen is event:  # public: the same for everybody
            return self._once(event, None)
        return packed(self.kind.codec.encode_event(seen))

    def _once(self, event: Any, message: TableEvent | None) -> AnyMessage:
        encoded = self._encoded.get(id(event))
        if encoded is None:
            encoded = packed(message if message is not None else self.kind.codec.encode_event(event))
            self._encoded[id(event)] = encoded
        return encoded

    def update(self, audience: int, count: documents.Audience, now_ms: int) -> Update:
        """An update, without events and without `state`."""
        message = Update(
            table=self.document.table,
            seq=count.seq,
            mark=count.mark,
            server_ms=now_ms,
            view=self.view(audience),
            prompt=self.prompt(audience),
        )
        if audience != SPECTATORS:
            message.seat = audience
        return message


def snapshot(kind: Kind, document: Document, state: Any, audience: int, now_ms: int, *, rewound: bool = False) -> bytes:
    """An Update with the whole picture, for an audience that has nothing, or nothing that can be continued."""
    telling = _Telling(kind, document, state)
    message = telling.update(audience, count_of(document, audience), now_ms)
    message.snapshot = True
    message.rewound = rewound
    return message.SerializeToString(deterministic=True) + telling.table


def seal(draft: Draft, before: tuple[Document, Any], version: int, writer: str) -> Sealed:
    """Turn a draft into a commit: count and write every audience's update, name the next wake-up."""
    kind, mark = draft.kind, draft.random(8)
    told, table = _tell(draft, before, mark)
    document, timing = replace(draft.document, written_ms=draft.now_ms), kind.timing
    return Sealed(
        change=Change(
            table=document.table,
            expected=version,
            mark=mark,
            writer=writer,
            document=documents.pack(document),
            state=b"" if draft.state is None else kind.game.pack(draft.state),
            due_ms=next_wake(document, timing, draft.now_ms, present=draft.present),
            updates=told,
            shared=table,
            record=draft.entries,
            archive=draft.archive,
            expire_ms=timing.scaled(timing.over_ms) if document.is_over else timing.kept_ms,
        ),
        document=document,
        state=draft.state,
        policy_moves=draft.policy_moves,
        policy_faults=draft.policy_faults,
    )


def _tell(draft: Draft, before: tuple[Document, Any], mark: bytes) -> tuple[dict[int, tuple[int, bytes]], bytes]:
    """Each audience's count and update up to the table, and the table."""
    telling = _Telling(draft.kind, draft.document, draft.state)
    earlier: _Telling | None = None
    told: dict[int, tuple[int, bytes]] = {}
    for audience in audiences(draft.document):
        events = telling.events(draft.events, audience)
        if not events:
            earlier = earlier or _Telling(draft.kind, *before)
            if _looks_alike(earlier, telling, audience):
                continue
        count = documents.Audience(count_of(draft.document, audience).seq + 1, mark)
        message = telling.update(audience, count, draft.now_ms)
        message.events.extend(events)
        told[audience] = (count.seq, message.SerializeToString(deterministic=True))
        _count(draft, audience, count)
    return told, telling.table


def _looks_alike(earlier: _Telling, now: _Telling, audience: int) -> bool:
    if audience != SPECTATORS and audience >= len(earlier.document.seats):
        return False
    return (
        earlier.table == now.table
        and earlier.prompt(audience) == now.prompt(audience)
        and earlier.view(audience) == now.view(audience)
    )


def _count(draft: Draft, audience: int, count: documents.Audience) -> None:
    if audience == SPECTATORS:
        draft.document = replace(draft.document, spectators=count)
    else:
        draft.change_seat(audience, audience=count)
