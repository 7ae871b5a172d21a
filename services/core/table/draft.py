"""One commit in the making.

A draft starts from a document and a state that nobody else changes, and collects what a commit will say: the new
document, the new state, the events and the record's entries. Nothing counts until the store has taken it; a draft
that is refused or loses the race is simply dropped.

For the editor: a document is replaced, never changed; the state is copied before the first move is played on it.
A refusal must leave through `Refused` before anything else sees the draft.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from chieu.table.v1 import record_pb2, refusal_pb2
from chieu.table.v1.update_pb2 import TableEvent
from services.core import record
from services.core.codec import Codec
from services.core.game import AnyGame
from services.core.table.document import CLOSED_PROMPTS, Closed, Document, OpenPrompt, Phase, SeatDoc, Turn, replace
from services.core.table.timing import Timing

__all__ = ["Draft", "Kind", "packed"]

OPTIONS_CACHED = 1_000
TYPE_PREFIX = "type.googleapis.com/"


def packed(message: Message) -> AnyMessage:
    """A game's message as it travels in core's own."""
    return AnyMessage(
        type_url=TYPE_PREFIX + message.DESCRIPTOR.full_name, value=message.SerializeToString(deterministic=True)
    )


@dataclass(frozen=True)
class Kind:
    """A game as core plays it: its functions, its messages and how long things take."""

    game: AnyGame
    codec: Codec
    timing: Timing
    _options: dict[tuple[bytes, int], Any] = field(default_factory=dict, compare=False)

    def options(self, document: Document) -> Any:
        """The game's options of a table. Decoded once: options are values and few tables differ in them."""
        key = (document.options, len(document.seats))
        options = self._options.get(key)
        if options is None:
            if len(self._options) >= OPTIONS_CACHED:
                self._options.clear()
            options = self.codec.decode_options(self.codec.options_message.FromString(document.options), key[1])
            self._options[key] = options
        return options

    def with_newcomer(self, document: Document, match: Any) -> Any | None:
        """The match with one more seat; None if nobody may sit down at a match that has begun."""
        seats = len(document.seats)
        if self.game.newcomer is None or seats + 1 not in self.game.seats:
            return None
        joined = self.game.newcomer(self.options(document), match)
        return joined if len(self.game.scores(joined)) > seats else None


@dataclass
class Draft:
    """A table, and what has become of it since. Times are server milliseconds."""

    kind: Kind
    document: Document
    state: Any
    now_ms: int
    random: Callable[[int], bytes]
    """Bytes from the operating system; injected so that tests may repeat a match."""
    present: bool = False
    """Whether a player has the table open; only the home knows."""
    events: list[Any] = field(default_factory=list)
    """In order: `TableEvent` messages and the game's own events."""
    entries: list[bytes] = field(default_factory=list)
    archive: int | None = None
    policy_moves: int = 0
    policy_faults: int = 0
    _owns_state: bool = False
    _changed: bool = False

    def __post_init__(self) -> None:
        self.now_ms = max(self.now_ms, self.document.written_ms)

    @property
    def game(self) -> AnyGame:
        """The game's functions."""
        return self.kind.game

    @cached_property
    def options(self) -> Any:
        """The game's options."""
        return self.kind.options(self.document)

    @cached_property
    def match(self) -> Any:
        """The match as it stood when the draft began or a deal ended in it."""
        return self.game.unpack_match(self.options, self.document.match)

    @property
    def is_changed(self) -> bool:
        """Whether there is anything to commit."""
        return self._changed

    def change(self, **fields: Any) -> None:
        """Replace fields of the document."""
        self.document = replace(self.document, **fields)
        self._changed = True

    def touch(self) -> None:
        """Ask for a commit although nothing changes."""
        self._changed = True

    def change_seat(self, number: int, **fields: Any) -> SeatDoc:
        """Replace fields of one seat."""
        seats = list(self.document.seats)
        seats[number] = replace(seats[number], **fields)
        self.change(seats=tuple(seats))
        return seats[number]

    def own_state(self) -> Any:
        """The state, copied once, to play on."""
        if not self._owns_state:
            self.state = self.game.copy(self.state)
            self._owns_state = True
        return self.state

    def set_state(self, state: Any) -> None:
        """A fresh state, after a deal."""
        self.state = state
        self._owns_state = True

    def tell(self, event: TableEvent) -> None:
        """An event of the table itself, for every audience."""
        self.events.append(event)
        self._changed = True

    def log(self, entry: record_pb2.Entry) -> None:
        """The record grows by an entry, chained to the one before."""
        entry.hash = record.chain(self.document.chain, entry)
        self.change(chain=entry.hash)
        self.entries.append(entry.SerializeToString(deterministic=True))

    # What follows is the one way from a move to the next questions.

    def play(self, number: int, move: Any, by: refusal_pb2.AnsweredBy.ValueType, digest: bytes) -> None:
        """Play a seat's move, close its prompt, remember the reply, ask what comes next.

        Raises IllegalMove and leaves the draft as it was.
        """
        trial = self.game.copy(self.state)
        events = self.game.play(trial, number, move)
        self.set_state(trial)
        self.events.extend(events)
        self._close_prompt(number, by, digest)
        self.log(
            record_pb2.Entry(seat=number, by=by, move=packed(self.kind.codec.encode_move(move)), at_ms=self.now_ms)
        )
        self._ask()

    def advance(self) -> None:
        """Settle the running pause, whatever was not answered, and ask what comes next."""
        self.events.extend(self.game.advance(self.own_state()))
        self.change(settles_ms=0)
        self.log(record_pb2.Entry(at_ms=self.now_ms))
        self._ask()

    def first_prompts(self) -> None:
        """Ask what a fresh deal asks."""
        self._ask()

    def _close_prompt(self, number: int, by: refusal_pb2.AnsweredBy.ValueType, digest: bytes) -> None:
        seat = self.document.seats[number]
        assert seat.prompt is not None
        # The mover's prompt goes, so its audience always gets an update: its count after the move is known already.
        seq = seat.audience.seq + 1 if seat.is_player else 0
        closed = Closed(seat.prompt.prompt_id, by, digest, seq)
        self.change_seat(number, prompt=None, closed=(*seat.closed, closed)[-CLOSED_PROMPTS:])

    def _ask(self) -> None:
        wanted = {} if self.game.result(self.state) is not None else self.game.prompts(self.state)
        self._open_pause()
        for number, seat in enumerate(self.document.seats):
            prompt = wanted.get(number)
            if prompt is None:
                if seat.prompt is not None:
                    self.change_seat(number, prompt=None)
            elif seat.prompt is None or seat.prompt.turn != prompt.turn:
                turn = (
                    seat.turn if seat.turn is not None and seat.turn.number == prompt.turn else self._turn(prompt.turn)
                )
                opened = OpenPrompt(self.random(16), turn.number, self.now_ms, turn.deadline_ms, turn.allowed_ms)
                self.change_seat(number, prompt=opened, turn=turn)

    def _turn(self, number: int) -> Turn:
        seconds = self.game.turn_seconds(self.options)
        allowed = max(self.kind.timing.scaled(seconds * 1000), 1) if seconds else 0
        if self.document.settles_ms and self.document.players > 1:
            allowed = self.document.settles_ms - self.now_ms
        return Turn(number, self.now_ms + allowed if allowed else 0, allowed)

    def _open_pause(self) -> None:
        pause = None if self.game.result(self.state) is not None else self.game.pause(self.state)
        if pause is None:
            if self.document.settles_ms:
                self.change(settles_ms=0)
        elif not self.document.settles_ms:
            self.change(settles_ms=self.now_ms + self._pause_ms(pause.seconds), is_window=pause.seconds is None)

    def _pause_ms(self, seconds: float | None) -> int:
        timing, settings = self.kind.timing, self.document.settings
        if seconds is not None:
            return timing.scaled(seconds * 1000)
        if self.document.players > 1:
            return timing.scaled(settings.claim_ms)
        return timing.scaled(self.pace_ms)

    @property
    def pace_ms(self) -> int:
        """What a bot lets pass before it answers, unscaled; nothing while only bots sit."""
        return self.document.settings.pace_ms if self.document.players else 0

    @property
    def is_playing(self) -> bool:
        """Whether a deal is running."""
        return self.document.phase == Phase.PLAYING
