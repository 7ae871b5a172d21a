"""Tells what happened at a table, whatever is played at it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.message import Message

from chieu.table.v1 import table_pb2
from chieu.table.v1.update_pb2 import TableEvent, Update
from chieu_client.unpack import UnknownType, unpack
from chieu_terminal.seats import name_of, names_of
from chieu_terminal.words import Words

__all__ = ["events_of", "outcome", "tell_table"]


def events_of(update: Update) -> list[Message]:
    """The update's events; those whose type is not installed are passed over, the view has it all."""
    events = []
    for packed in update.events:
        try:
            events.append(unpack(packed))
        except UnknownType:
            continue
    return events


def tell_table(events: Sequence[Message], update: Update, words: Words) -> list[str]:
    """A line for each of the table's own events that is worth one."""
    names = names_of(update, words)
    lines = [_tell(event, update, names, words) for event in events if isinstance(event, TableEvent)]
    return [line for line in lines if line]


def outcome(update: Update, words: Words) -> str:
    """How a match ended; empty while it goes on."""
    state = update.state
    if state.phase == table_pb2.PHASE_CLOSED:
        return words("table.closed", reason=words.get(f"end.{state.end_reason}", state.end_reason))
    if state.phase != table_pb2.PHASE_FINISHED:
        return ""
    names = names_of(update, words)
    ranking = ", ".join(f"{place}. {names[seat]} {state.scores[seat]}" for place, seat in enumerate(state.ranking, 1))
    return words("table.over", ranking=ranking)


def _tell(event: TableEvent, update: Update, names: Sequence[str], words: Words) -> str:
    match event.WhichOneof("event"):
        case "seat_changed":
            seat = event.seat_changed.seat
            if seat.WhichOneof("controller") is None:
                return words("table.frees", seat=seat.number)
            is_me = update.HasField("seat") and update.seat == seat.number
            return words("table.sits", seat=seat.number, who=name_of(seat, words, is_me=is_me))
        case "away_changed":
            key = "table.away" if event.away_changed.away else "table.back"
            return words(key, who=names[event.away_changed.seat])
        case "turn_timed_out":
            return words("table.timed_out", who=names[event.turn_timed_out.seat])
        case "ready_changed":
            key = "table.ready" if event.ready_changed.ready else "table.unready"
            return words(key, who=names[event.ready_changed.seat])
        case _:
            return ""  # deals and ends are told by the game's own events, the scores and the outcome
