"""What must be true of a match, whatever was done to the processes while it was played."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage

from chieu.table.v1 import refusal_pb2, table_pb2
from chieu.table.v1.record_pb2 import Record
from chieu.table.v1.update_pb2 import TableEvent, Update
from chieu.tonk.v1 import tonk_pb2
from chieu_client import Lobby
from chieu_client.unpack import unpack, unpack_as
from services.core.verify import verify
from services.verify import find
from tests.system.player import Acknowledged, Player, Seen

__all__ = ["check_acknowledged", "check_match", "check_stream", "fetch_records", "public"]

_PRIVATE: Mapping[str, Sequence[str]] = {
    "tan": ("audience", "hand", "secret"),
    "tonk": ("audience", "hand", "count", "drawn"),
    "chan": ("audience", "hand", "locked", "waits", "claim"),
}
"""What only some audiences find in a view, by game."""
_PRIVATE_OF_SEATS: Mapping[str, Sequence[str]] = {"tan": ("known", "aside_known", "jokers_held")}
"""And what they find in it of each seat."""


def check_stream(seen: Seen) -> None:
    """Every update came once and in order, or a snapshot came instead.

    A snapshot may show again what is known already only where the stream began anew.
    """
    last, mark = 0, b""
    begins = set(seen.openings)
    for place, update in enumerate(seen.updates):
        if update.snapshot:
            is_ahead = update.seq > last or update.rewound or place in begins
            assert is_ahead, f"a snapshot of {update.seq} in the middle of a stream that was at {last}"
        else:
            assert update.seq == last + 1, f"after update {last} came {update.seq}"
            assert update.mark != mark
        last, mark = update.seq, update.mark


def public(update: Update) -> tuple[bytes, bytes]:
    """What all audiences must see alike: the table, and the view without what only some know."""
    game, view = update.state.game, unpack(update.view)
    for name in _PRIVATE[game]:
        view.ClearField(name)
    for seat in view.seats:  # type: ignore[attr-defined] # of every game's view
        for name in _PRIVATE_OF_SEATS.get(game, ()):
            seat.ClearField(name)
    return update.state.SerializeToString(deterministic=True), view.SerializeToString(deterministic=True)


async def fetch_records(lobby: Lobby, table: str) -> list[Record]:
    """The records of a finished match, by deal."""
    deals = await lobby.records(table)
    return list(await asyncio.gather(*(lobby.record(table, deal) for deal in deals)))


def check_acknowledged(acknowledged: Iterable[Acknowledged], kept: Sequence[Record]) -> None:
    """What one player was told counts is in the record exactly once, in order, and nothing else of that player is."""
    told = list(acknowledged)
    for record in kept:
        for seat in {one.seat for one in told}:
            mine = [canonical(one.move) for one in told if one.deal == record.deal and one.seat == seat]
            assert mine == _moves(record, seat), f"deal {record.deal}, seat {seat}"
    assert {one.deal for one in told} <= {record.deal for record in kept}


def _moves(record: Record, seat: int) -> list[bytes]:
    by = refusal_pb2.ANSWERED_BY_PLAYER
    mine = [entry for entry in record.entries if entry.HasField("seat") and entry.seat == seat and entry.by == by]
    return [canonical(entry.move) for entry in mine]


def without_lost(seen: Seen, kept: Sequence[Record]) -> list[Acknowledged]:
    """What was acknowledged, without what a rewind took back: the last moves before it, as many as the record lacks."""
    told = seen.acknowledged
    if not seen.rewinds:
        return told
    assert len(seen.rewinds) == 1, "there is one resync, and a clean one"
    lost = len(told) - sum(len(_moves(record, seat)) for record in kept for seat in {one.seat for one in told})
    until = seen.rewinds[0]
    assert 0 <= lost <= until
    return told[: until - lost] + told[until:]


def canonical(move: AnyMessage) -> bytes:
    """A move with its cards in the order in which the table keeps it."""
    codec = find(move.TypeName().split(".")[1]).codec
    message = codec.encode_move(codec.decode_move(unpack(move)))
    return message.SerializeToString(deterministic=True)


def check_match(table: str, players: Sequence[Player], ends: Sequence[Update], kept: Sequence[Record]) -> None:
    """All clients' ends agree with one another and with the records; streams were whole; acknowledged moves count."""
    first = ends[0]
    assert first.state.phase == table_pb2.PHASE_FINISHED, first.state
    assert len({public(end) for end in ends}) == 1
    assert sorted(first.state.ranking) == list(range(len(first.state.seats)))
    assert [record.deal for record in kept] == list(range(1, first.state.deal + 1))
    assert list(kept[-1].scores) == list(first.state.scores)
    _check_sums(first, kept)
    registered = find(first.state.game)
    for record in kept:
        assert verify(record, registered.game, registered.codec) == []
    for player in players:
        seen = player.at(table)
        check_stream(seen)
        _check_results(seen, kept)
        check_acknowledged(without_lost(seen, kept), kept)


def _check_sums(end: Update, kept: Sequence[Record]) -> None:
    """Where one seat's gain is the others' loss, no deal changes what all seats have together."""
    if end.state.game == "tan":
        return
    options: Any = unpack(end.state.options)
    has_chips = end.state.game == "tonk" and options.bankroll_mode == tonk_pb2.BANKROLL_MODE_COVER
    together = len(end.state.seats) * options.starting_bankroll if has_chips else 0
    assert {sum(record.scores) for record in kept} == {together}


def _check_results(seen: Seen, kept: Sequence[Record]) -> None:
    """Whoever was told a result was told the record's."""
    by_deal = {record.deal: record for record in kept}
    for update in seen.updates:
        for packed in update.events:
            if packed.Is(TableEvent.DESCRIPTOR):
                event = unpack_as(packed, TableEvent)
                if event.HasField("deal_ended"):
                    record = by_deal[event.deal_ended.deal]
                    assert list(event.deal_ended.scores) == list(record.scores)
                    assert event.deal_ended.result == record.result
