"""A whole match in one call, for bots and first steps."""

from __future__ import annotations

import inspect
import re

from chieu.table.v1.table_pb2 import Settings, Table
from chieu_client.choosers import Chooser
from chieu_client.errors import Refused
from chieu_client.patience import Patience
from chieu_client.session import Chieu
from chieu_client.table import LiveTable

__all__ = ["play", "play_at", "sit"]

_CODE = re.compile(r"[A-Za-z]{6}")


async def play(
    address: str,
    game: str,
    table: str | None,
    chooser: Chooser,
    *,
    token: str = "",
    name: str = "An",
    seats: int = 2,
    bot_level: str = "normal",
    patience: Patience | None = None,
) -> Table:
    """Sits down, plays a match to its end with the chooser's moves, and returns the table with scores and ranking.

    `table` is an id, a six-letter code, or None for a new table against bots. Without a token it plays as a guest.
    Raises Refused where there is no seat or the chooser's move is illegal.
    """
    async with Chieu(address, token=token, guest="" if token else name, patience=patience) as session:
        seat = await sit(session, game, table, seats=seats, bot_level=bot_level)
        async with session.table(seat) as live:
            return await play_at(live, chooser)


async def play_at(live: LiveTable, chooser: Chooser) -> Table:
    """Answers every prompt of an open table until the match is over; returns the table as it ended."""
    async for prompt in live.prompts():
        chosen = chooser(prompt)
        move = await chosen if inspect.isawaitable(chosen) else chosen
        try:
            await live.answer(prompt, move)
        except Refused as refused:
            if refused.reason != "STALE_PROMPT":  # the clock was quicker: the next prompt comes
                raise
    return live.latest.state


async def sit(session: Chieu, game: str, table: str | None, *, seats: int = 2, bot_level: str = "normal") -> str:
    """Has a seat at the table that is named by id or code, or at a new one against bots; returns the table's id.

    Whoever holds a seat there already keeps it. Raises Refused where there is none.
    """
    if table is None:
        return (await session.lobby.create(game, Settings(seats=seats), bot_level=bot_level)).id
    is_code = _CODE.fullmatch(table)
    found = await (session.lobby.find_code(table, game) if is_code else session.lobby.find(table))
    if not found.HasField("seat"):
        await session.lobby.take_seat(found.table.id)
    return found.table.id
