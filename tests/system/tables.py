"""Tables for tests: made, filled, and played to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from chieu.table.v1.table_pb2 import Settings
from chieu.table.v1.update_pb2 import Update
from chieu.tan.v1 import tan_pb2
from tests.system.player import Player

__all__ = ["MOBILE", "TRADITIONAL", "make_table", "options", "play_out"]

MOBILE = tan_pb2.PRESET_MOBILE
TRADITIONAL = tan_pb2.PRESET_TRADITIONAL


def options(preset: tan_pb2.Preset.ValueType = MOBILE, *, sets: int = 1, turn_seconds: int = 60) -> tan_pb2.Options:
    """Rules of a short match."""
    return tan_pb2.Options(preset=preset, match_sets=sets, turn_seconds=turn_seconds)


async def make_table(
    players: Sequence[Player],
    seats: int,
    rules: tan_pb2.Options | None = None,
    *,
    bots: str = "easy",
) -> str:
    """A table at which these players sit, and bots on the other seats; the match starts as the last seat is taken."""
    owner, *others = players
    settings = Settings(seats=seats, between_seconds=0, bot_pace_ms=0)
    made = await owner.session.lobby.create("tan", settings, options=rules or options())
    for other in others:
        await other.session.lobby.take_seat(made.id)
    for seat in range(len(players), seats):
        await owner.session.lobby.set_controller(made.id, seat, bots)
    return made.id


async def play_out(
    table: str, players: Sequence[Player], spectators: Sequence[Player] = (), moved: Callable[[], None] = lambda: None
) -> list[Update]:
    """Play a match to its end; everybody's last update."""
    async with asyncio.TaskGroup() as group:
        ends = [group.create_task(player.play(table, moved)) for player in players]
        ends += [group.create_task(spectator.watch(table)) for spectator in spectators]
    return [end.result() for end in ends]
