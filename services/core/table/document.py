"""A table as it is stored: core's envelope round a game's packed match and state.

Documents are values: nothing here is changed in place, a commit makes a new one with `replace`. Fields are
stored by position, so new ones go to the end with a default.
"""

from __future__ import annotations

import enum

import msgspec
from msgspec.structs import replace

from services.core.game import SPECTATORS

__all__ = [
    "Audience",
    "Closed",
    "Controller",
    "Document",
    "OpenPrompt",
    "Phase",
    "Request",
    "SeatDoc",
    "Settings",
    "Turn",
    "replace",
]

CLOSED_PROMPTS = 4
REQUESTS = 8


class Phase(enum.IntEnum):
    """Where a table stands in its life; the numbers are those of `chieu.table.v1.Phase`."""

    GATHERING = 1
    PLAYING = 2
    BETWEEN = 3
    FINISHED = 4
    CLOSED = 5


class Controller(enum.IntEnum):
    """Who answers for a seat."""

    NOBODY = 0
    PLAYER = 1
    BOT = 2


class Audience(msgspec.Struct, frozen=True, array_like=True):
    """An audience's own count of its updates, and the commit of the last one."""

    seq: int = 0
    mark: bytes = b""


class Closed(msgspec.Struct, frozen=True, array_like=True):
    """A prompt that was answered: enough to give the same answer the same reply."""

    prompt_id: bytes
    by: int
    digest: bytes
    """Of subject, prompt and canonical move."""
    seq: int
    """The reply: the audience's count after the move."""


class OpenPrompt(msgspec.Struct, frozen=True, array_like=True):
    """A question that waits for its answer."""

    prompt_id: bytes
    turn: int
    opened_ms: int
    deadline_ms: int
    """0: no deadline of its own."""
    allowed_ms: int


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """The time of a seat's last turn in this deal: all prompts of the turn share it, whatever happens in between."""

    number: int
    deadline_ms: int
    allowed_ms: int


class SeatDoc(msgspec.Struct, frozen=True, array_like=True):
    """One seat."""

    controller: Controller = Controller.NOBODY
    subject: str = ""
    name: str = ""
    level: str = ""
    ready: bool = False
    away: bool = False
    misses: int = 0
    entropy: bytes = b""
    audience: Audience = Audience()
    prompt: OpenPrompt | None = None
    closed: tuple[Closed, ...] = ()
    turn: Turn | None = None
    missed_ms: int = 0
    """The last deadline that the player missed: one turn is one miss, however many prompts it has."""
    back: bool = False
    """He came back in a window while he was away: the seat is his again, and everybody learns it at its end."""
    first_deal: int = 1
    """The first deal that it plays: a later one for who sat down between two deals."""

    @property
    def is_player(self) -> bool:
        """Whether a person answers for it, be he away or not."""
        return self.controller == Controller.PLAYER


class Request(msgspec.Struct, frozen=True, array_like=True):
    """A call that changed the table, remembered so that its repetition does nothing."""

    subject: str
    request_id: str
    digest: bytes


class Settings(msgspec.Struct, frozen=True, array_like=True):
    """The table's own rules, in milliseconds."""

    ready_check: bool = False
    between_ms: int = 8_000
    claim_ms: int = 3_000
    pace_ms: int = 700


class Document(msgspec.Struct, frozen=True, array_like=True):
    """Everything about a table but its version, mark, writer and packed state."""

    table: str
    game: str
    tenant: str
    owner: str
    title: str
    visibility: int
    code: str
    settings: Settings
    options: bytes
    """`chieu.<game>.v1.Options`, every field set."""
    rules_version: int
    created_ms: int
    seats: tuple[SeatDoc, ...]
    spectators: Audience
    phase: Phase
    match: bytes
    deal: int = 0
    seed: bytes = b""
    """Of the running deal, or of the next one while none runs. Never leaves before the deal's end."""
    commitment: bytes = b""
    chain: bytes = b""
    """Head of the running deal's hash chain."""
    next_deal_ms: int = 0
    settles_ms: int = 0
    """When the running pause is over; 0: none runs."""
    active_ms: int = 0
    """When a player last did something."""
    ranking: tuple[int, ...] = ()
    end_reason: str = ""
    requests: tuple[Request, ...] = ()
    is_window: bool = False
    """Whether the running pause is a claim window; another one passes whoever is asked beside it."""
    written_ms: int = 0
    """Time of the last commit. The next one is never earlier, although another replica's clock may be behind."""

    @property
    def players(self) -> int:
        """Seats that a person holds."""
        return sum(seat.is_player for seat in self.seats)

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen here any more."""
        return self.phase in (Phase.FINISHED, Phase.CLOSED)

    def sees_as(self, audience: int) -> int:
        """Whose view of the running or last deal an audience gets: until his first deal a newcomer only watches."""
        is_new = audience != SPECTATORS and self.seats[audience].first_deal > self.deal > 0
        return SPECTATORS if is_new else audience

    def seat_of(self, subject: str) -> int | None:
        """The seat that a player holds."""
        for number, seat in enumerate(self.seats):
            if seat.is_player and seat.subject == subject:
                return number
        return None


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Document)


def pack(document: Document) -> bytes:
    """The document as the store keeps it."""
    return _encoder.encode(document)


def unpack(data: bytes) -> Document:
    """The document that `pack` made."""
    return _decoder.decode(data)
