"""Tables for tests: made, filled, and played to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import cycle

from google.protobuf.message import Message

from chieu.table.v1.table_pb2 import Settings
from chieu.table.v1.update_pb2 import Update
from tests.system.options import tan_options
from tests.system.player import Player

__all__ = ["make_table", "play_out"]


async def make_table(
    players: Sequence[Player],
    seats: int,
    rules: Message | None = None,
    *,
    bots: Sequence[str] = ("easy",),
    claim_seconds: int = 1,
) -> str:
    """A table at which these players sit, and bots on the other seats; the match starts as the last seat is taken.

    The game is the one that the rules belong to; without any it is Tấn. Bots have these levels by turns.
    """
    owner, *others = players
    rules = tan_options() if rules is None else rules
    game = rules.DESCRIPTOR.full_name.split(".")[1]
    settings = Settings(seats=seats, between_seconds=0, bot_pace_ms=0, claim_seconds=claim_seconds)
    made = await owner.session.lobby.create(game, settings, options=rules)
    for other in others:
        await other.session.lobby.take_seat(made.id)
    for seat, level in zip(range(len(players), seats), cycle(bots), strict=False):
        await owner.session.lobby.set_controller(made.id, seat, level)
    return made.id


async def play_out(
    table: str, players: Sequence[Player], spectators: Sequence[Player] = (), moved: Callable[[], None] = lambda: None
) -> list[Update]:
    """Play a match to its end; everybody's last update."""
    async with asyncio.TaskGroup() as group:
        ends = [group.create_task(player.play(table, moved)) for player in players]
        ends += [group.create_task(spectator.watch(table)) for spectator in spectators]
    return [end.result() for end in ends]
