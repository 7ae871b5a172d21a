"""Opens a table in the middle: with a state that the test made, as if play had led there."""

from __future__ import annotations

from typing import Any

from chieu.table.v1.table_service_pb2 import CreateTableRequest
from services.core.store import Committed
from services.core.table import calls, deals
from services.core.table.document import Controller, Phase, SeatDoc, replace
from services.core.table.draft import Draft
from services.core.table.updates import seal
from tests.core.stage import SECRET, Stage, player

__all__ = ["at", "begun", "place", "put"]


def begun(stage: Stage, options: Any, seats: int, *, humans: int | None = None) -> Draft:
    """A draft of a table whose seats 0, 1, ... are held by p0, p1, ... (the rest by bots) and where nothing runs."""
    kind, now = stage.kind, stage.now_ms()
    call = CreateTableRequest(request_id=stage.request_id(), game=kind.game.name)
    call.settings.seats = seats
    call.options.Pack(kind.codec.encode_options(options))
    owner = player("p0")
    table = calls.table_id(kind.game.name, SECRET, owner, call.request_id)
    draft = Draft(kind, calls.blank(kind, table, owner, call, now), None, now, stage.random)
    deals.draw_seed(draft)
    for seat in range(seats):
        if seat < (seats if humans is None else humans):
            draft.change_seat(seat, controller=Controller.PLAYER, subject=f"p{seat}", name=f"P{seat}")
        else:
            draft.change_seat(seat, controller=Controller.BOT, level="normal", ready=True)
    return draft


def place(draft: Draft, state: Any, deal: int = 1) -> Draft:
    """Let a deal run at the table, in this state."""
    draft.set_state(state)
    draft.change(deal=deal, phase=Phase.PLAYING)
    deals._open_record(draft, deal, [])
    draft.first_prompts()
    return draft


async def put(stage: Stage, draft: Draft) -> str:
    """Commit the draft as the table's first version; gives its id."""
    empty = replace(draft.document, seats=tuple(SeatDoc() for _ in draft.document.seats))
    outcome = await stage.memory.commit(seal(draft, (empty, None), 0, "before").change)
    assert outcome == Committed(1)
    return draft.document.table


async def at(stage: Stage, state: Any, *, humans: int | None = None) -> str:
    """A table in the middle of a deal; gives its id."""
    return await put(stage, place(begun(stage, state.options, len(state.hands), humans=humans), state))
