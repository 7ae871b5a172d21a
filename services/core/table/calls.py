"""The calls that change a table, each remembered by its request id so that repeating it does nothing."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable
from typing import Any

from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet

from chieu.table.v1 import table_service_pb2 as service
from chieu.table.v1.table_pb2 import Settings as WireSettings
from chieu.table.v1.table_pb2 import Visibility
from identity import Identity
from services.core.codec import BadOptions
from services.core.refusal import Reason, Refused
from services.core.table import clock, deals, seating
from services.core.table.access import PRIVATE, known_as, must_own, must_see
from services.core.table.document import REQUESTS, Audience, Document, Phase, Request, SeatDoc, Settings
from services.core.table.draft import Draft, Kind

__all__ = ["SHARDS", "blank", "changing", "create", "is_table_id", "must_be_the_same", "table_id"]

SHARDS = 64
UNLISTED = 2
"""The number of `VISIBILITY_UNLISTED`, which is read where none is given."""
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def table_id(game: str, secret: bytes, caller: Identity, request_id: str) -> str:
    """The id that a create call gives, today and whenever it is repeated: `<game>-<shard>-<rest>`."""
    key = f"{caller.tenant}\0{known_as(caller)}\0{request_id}".encode()
    made = hmac.new(secret, key, hashlib.sha256).digest()
    rest = base64.b32encode(made[:15]).decode().lower()
    return f"{game}-{made[15] % SHARDS:02d}-{rest}"


def is_table_id(game: str, table: str) -> bool:
    """Whether a table of this game may have that id. Whatever came from outside is asked before it becomes a key."""
    name, shard, rest = [*table.split("-", 2), "", ""][:3]
    is_shard = len(shard) == 2 and shard.isascii() and shard.isdigit()
    return name == game and is_shard and 0 < len(rest) <= 64 and rest.isascii() and rest.isalnum()


def join_code(random: Callable[[int], bytes]) -> str:
    """Six letters without I and O."""
    letters: list[str] = []
    while len(letters) < 6:
        number = random(1)[0]
        if number < 240:  # 10 * 24: no letter is likelier than another
            letters.append(CODE_LETTERS[number % 24])
    return "".join(letters)


def check_request_id(request_id: str) -> None:
    """Refuse a request id that is none."""
    if not 1 <= len(request_id) <= 64:
        raise Refused(Reason.REASON_MALFORMED, "request_id: 1 to 64 characters")


def blank(kind: Kind, table: str, caller: Identity, call: service.CreateTableRequest, now_ms: int) -> Document:
    """A table as it is before anything happened at it. Raises Refused BAD_OPTIONS, MALFORMED."""
    seats = call.settings.seats
    if seats not in kind.game.seats:
        allowed = ", ".join(map(str, kind.game.seats))
        raise Refused(Reason.REASON_BAD_OPTIONS, f"settings.seats: one of {allowed}")
    if call.visibility not in Visibility.values():
        raise Refused(Reason.REASON_BAD_OPTIONS, f"visibility: one of {', '.join(Visibility.keys()[1:])}")
    if len(call.title) > 60:
        raise Refused(Reason.REASON_BAD_OPTIONS, "title: at most 60 characters")
    options = _options(kind, call, seats)
    return Document(
        table=table,
        game=kind.game.name,
        tenant=caller.tenant,
        owner=known_as(caller),
        title=call.title,
        visibility=call.visibility or UNLISTED,
        code="",
        settings=_settings(call.settings),
        options=kind.codec.encode_options(options).SerializeToString(deterministic=True),
        rules_version=kind.game.rules_version,
        created_ms=now_ms,
        seats=tuple(SeatDoc() for _ in range(seats)),
        spectators=Audience(),
        phase=Phase.GATHERING,
        match=kind.game.pack_match(kind.game.open_match(options, seats)),
        active_ms=now_ms,
    )


def _options(kind: Kind, call: service.CreateTableRequest, seats: int) -> Any:
    try:
        return kind.codec.decode_options(_read_options(kind, call), seats)
    except BadOptions as bad:
        raise Refused(Reason.REASON_BAD_OPTIONS, f"options.{bad}") from bad


def _read_options(kind: Kind, call: service.CreateTableRequest) -> Message:
    """The options as they came. One that is not known here would be played without: it is refused."""
    message = kind.codec.options_message()
    name = message.DESCRIPTOR.full_name
    if not call.HasField("options"):
        return message
    try:
        is_the_game_s = call.options.Unpack(message)
    except DecodeError as error:
        raise Refused(Reason.REASON_MALFORMED, f"options: the {name} could not be read") from error
    if not is_the_game_s:
        raise Refused(Reason.REASON_BAD_OPTIONS, f"options: expected {name}")
    if len(UnknownFieldSet(message)):
        known = ", ".join(message.DESCRIPTOR.fields_by_name)
        raise Refused(Reason.REASON_BAD_OPTIONS, f"options: expected no field beyond {known}")
    return message


def _settings(wire: WireSettings) -> Settings:
    default = Settings()
    return Settings(
        ready_check=wire.ready_check,
        between_ms=1000 * _ranged(wire, "between_seconds", default.between_ms // 1000, 0, 120),
        claim_ms=1000 * _ranged(wire, "claim_seconds", default.claim_ms // 1000, 1, 15),
        pace_ms=_ranged(wire, "bot_pace_ms", default.pace_ms, 0, 5000),
    )


def _ranged(wire: WireSettings, name: str, default: int, low: int, high: int) -> int:
    value: int = getattr(wire, name) if wire.HasField(name) else default  # type: ignore[arg-type] # a field's name
    if not low <= value <= high:
        raise Refused(Reason.REASON_BAD_OPTIONS, f"settings.{name}: {low} to {high}")
    return value


def create(draft: Draft, caller: Identity, call: service.CreateTableRequest) -> None:
    """What making a table does beside being there: code, first seed, first seats."""
    code = "" if draft.document.visibility == PRIVATE else join_code(draft.random)
    draft.change(code=code, requests=(Request(known_as(caller), call.request_id, fingerprint(call)),))
    deals.draw_seed(draft)
    if call.take_seat:
        seating.take(draft, caller, caller.seat, call.entropy)
    if call.bot_level and draft.document.phase == Phase.GATHERING:
        seating.fill(draft, call.bot_level)
        if call.take_seat and not call.settings.ready_check:
            deals.begin(draft)


def must_be_the_same(draft: Draft, caller: Identity, call: service.CreateTableRequest) -> None:
    """Refuse a create call whose id is taken by another table, as far as that is still remembered."""
    must_see(draft.document, caller)
    for request in draft.document.requests:
        same = (request.subject, request.request_id) == (known_as(caller), call.request_id)
        if same and request.digest != fingerprint(call):
            raise Refused(Reason.REASON_REQUEST_REUSED, "that request_id made another table before")


def fingerprint(call: Message) -> bytes:
    """What a call said, 16 bytes."""
    return hashlib.sha256(call.SerializeToString(deterministic=True)).digest()[:16]


def changing(draft: Draft, caller: Identity, call: Message) -> None:
    """Do what a call says, once.

    Raises Refused as the rulebook of that call says; a repeated request id does nothing and is no refusal,
    unless it said something else the first time (REQUEST_REUSED).
    """
    must_see(draft.document, caller)
    request_id: str = call.request_id  # type: ignore[attr-defined] # every changing call has one
    check_request_id(request_id)
    print_ = fingerprint(call)
    for request in draft.document.requests:
        if (request.subject, request.request_id) == (known_as(caller), request_id):
            if request.digest == print_:
                return
            raise Refused(Reason.REASON_REQUEST_REUSED, "that request_id said something else before")
    _act(draft, caller, call)
    remembered = (*draft.document.requests, Request(known_as(caller), request_id, print_))
    draft.change(requests=remembered[-REQUESTS:])


def _act(draft: Draft, caller: Identity, call: Message) -> None:
    match call:
        case service.TakeSeatRequest():
            seating.take(draft, caller, call.seat if call.HasField("seat") else None, call.entropy)
        case service.LeaveSeatRequest():
            seating.leave(draft, caller)
        case service.ResumeSeatRequest():
            seating.resume(draft, caller)
        case service.SetControllerRequest():
            seating.set_bot(draft, caller, call.seat, call.bot_level)
        case service.SetReadyRequest():
            seating.set_ready(draft, caller, call.ready, call.entropy)
        case service.StartDealRequest():
            _start(draft, caller, call)
        case service.CloseTableRequest():
            must_own(draft.document, caller)
            if not draft.document.is_over:
                clock.close(draft, "CLOSED_BY_OWNER")
        case _:
            raise TypeError(call)


def _start(draft: Draft, caller: Identity, call: service.StartDealRequest) -> None:
    must_own(draft.document, caller)
    if draft.document.phase == Phase.GATHERING and call.deal == 1:
        seating.fill(draft, call.bot_level or "normal")
    draft.change(active_ms=draft.now_ms)
    deals.start(draft, call.deal)
