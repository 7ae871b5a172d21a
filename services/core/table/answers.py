"""Answers to prompts: seat, remembered reply, open prompt, then the rules.

The order is DESIGN's: what a seat may learn from a refusal never depends on what other seats hold.
"""

from __future__ import annotations

import hashlib
from typing import Any

from chieu.table.v1 import refusal_pb2
from identity import Identity
from services.core.codec import MalformedMove
from services.core.game import IllegalMove
from services.core.refusal import By, Reason, Refused
from services.core.table import deals, seating
from services.core.table.access import is_service, must_be_seated, must_see
from services.core.table.document import Closed, Controller, Phase, SeatDoc
from services.core.table.draft import Draft

__all__ = ["answer", "answer_for", "decode"]

BOT_SUBJECT = "bot"


def digest(subject: str, prompt_id: bytes, move: bytes) -> bytes:
    """What makes two answers the same: subject, prompt and canonical move; 16 bytes."""
    return hashlib.sha256(b"\0".join((subject.encode(), prompt_id, move))).digest()[:16]


def decode(draft: Draft, move: bytes) -> Any:
    """A move from its message's bytes."""
    codec = draft.kind.codec
    try:
        return codec.decode_move(codec.move_message.FromString(move))
    except (MalformedMove, ValueError) as error:
        raise Refused(Reason.REASON_MALFORMED, str(error)) from error
    except Exception as error:  # protobuf's DecodeError shares no base with the rest across its versions
        raise Refused(Reason.REASON_MALFORMED, "the move could not be read") from error


def answer(draft: Draft, caller: Identity, prompt_id: bytes, move: bytes, bot_seat: int | None) -> int:
    """A player's or a bot's answer. Returns the audience's count after the move; a repeat gets the same.

    Raises Refused: NO_SUCH_TABLE, NOT_SEATED, FORBIDDEN, MALFORMED, STALE_PROMPT, NO_DEAL, MATCH_OVER, ILLEGAL_MOVE.
    """
    must_see(draft.document, caller)
    number, subject, by = _seat_of(draft, caller, bot_seat)
    seat = draft.document.seats[number]
    try:
        decoded = decode(draft, move)
    except Refused:
        # Whoever answers too late hears of that first, whatever he says.
        if not _is_open(draft, prompt_id):
            raise _stale(draft, number, None, None) from None
        raise
    encoded = draft.kind.codec.encode_move(decoded).SerializeToString(deterministic=True)
    name = digest(subject, prompt_id, encoded)
    closed = next((one for one in seat.closed if one.prompt_id == prompt_id), None)
    if closed is not None:
        if closed.digest == name:
            return closed.seq
        raise _stale(draft, number, decoded, closed)
    if seat.prompt is None or seat.prompt.prompt_id != prompt_id:
        raise _stale(draft, number, decoded, None)
    _play(draft, number, decoded, by, name)
    if by == By.ANSWERED_BY_PLAYER:
        seating.come_back(draft, number)
        draft.change(active_ms=draft.now_ms)
    deals.finish_if_over(draft)
    return draft.document.seats[number].closed[-1].seq


def answer_for(draft: Draft, number: int, move: Any, by: refusal_pb2.AnsweredBy.ValueType) -> None:
    """An answer that core itself gives for a seat with an open prompt: the clock's or the policy's."""
    draft.play(number, move, by, b"")
    deals.finish_if_over(draft)


def _seat_of(draft: Draft, caller: Identity, bot_seat: int | None) -> tuple[int, str, refusal_pb2.AnsweredBy.ValueType]:
    if bot_seat is None:
        return must_be_seated(draft.document, caller), caller.subject, By.ANSWERED_BY_PLAYER
    if not is_service(caller):
        raise Refused(Reason.REASON_FORBIDDEN, "only services answer for bots")
    seats = draft.document.seats
    if not 0 <= bot_seat < len(seats) or seats[bot_seat].controller != Controller.BOT:
        raise Refused(Reason.REASON_NOT_SEATED, f"no bot holds seat {bot_seat}")
    return bot_seat, BOT_SUBJECT, By.ANSWERED_BY_BOT


def _play(draft: Draft, number: int, move: Any, by: refusal_pb2.AnsweredBy.ValueType, name: bytes) -> None:
    try:
        draft.play(number, move, by, name)
    except IllegalMove as refused:
        raise Refused(Reason.REASON_ILLEGAL_MOVE, rule=refused.code) from refused


def _is_open(draft: Draft, prompt_id: bytes) -> bool:
    """Whether any seat is asked this now. Nobody knows the id of another seat's prompt, so that tells nothing."""
    return any(seat.prompt is not None and seat.prompt.prompt_id == prompt_id for seat in draft.document.seats)


def _stale(draft: Draft, number: int, move: Any, closed: Closed | None) -> Refused:
    """Why there is no such open prompt. The rulebook's own reason goes along as `rule`; `move` None: unreadable."""
    match draft.document.phase:
        case Phase.GATHERING:
            return Refused(Reason.REASON_NO_DEAL, "no deal has begun")
        case Phase.BETWEEN:
            return Refused(Reason.REASON_NO_DEAL, "the deal is over", rule=_rule(draft, number, move))
        case Phase.FINISHED:
            return Refused(Reason.REASON_MATCH_OVER, "the match has ended")
        case Phase.CLOSED:
            return Refused(Reason.REASON_TABLE_CLOSED, "the table is closed")
        case Phase.PLAYING:
            by = closed.by if closed is not None else By.ANSWERED_BY_UNSPECIFIED
            rule = "" if _asked(draft.document.seats[number]) else _rule(draft, number, move)
            return Refused(
                Reason.REASON_STALE_PROMPT,
                "that prompt is not open",
                rule=rule,
                answered_by=refusal_pb2.AnsweredBy.ValueType(by),
            )


def _asked(seat: SeatDoc) -> bool:
    return seat.prompt is not None


def _rule(draft: Draft, number: int, move: Any) -> str:
    """The rulebook's first failing test for a seat that is not asked."""
    if move is None:
        return ""
    try:
        draft.game.play(draft.game.copy(draft.state), number, move)
    except IllegalMove as refused:
        return refused.code
    return ""
