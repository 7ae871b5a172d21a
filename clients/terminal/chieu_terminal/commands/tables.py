"""`chieu tables`: public tables with free seats."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

import typer
from rich import box
from rich.table import Table as Grid

from chieu.table.v1.table_pb2 import Table
from chieu_client import Chieu, Refused
from chieu_terminal.commands.running import SERVER, Lang, LangOption, NameOption, ServerOption, TokenOption, run
from chieu_terminal.faces import FACES
from chieu_terminal.screen import Screen
from chieu_terminal.words import Words

__all__ = ["list_tables"]


def list_tables(
    *,
    lang: LangOption,
    game: Annotated[str, typer.Option(help="Only this game's.", show_default=False)] = "",
    server: ServerOption = SERVER,
    token: TokenOption = "",
    name: NameOption = "An",
) -> None:
    """Lists public tables with free seats, newest first: id (it begins with the game), code, seats taken, title."""

    async def job(session: Chieu, screen: Screen, words: Words) -> int:
        tables = await (session.lobby.tables(game) if game else _of_all_games(session))
        if not tables:
            screen.say(words("table.none"))
        elif screen.is_plain:
            for table in tables:
                typer.echo("\t".join(_row(table)))  # Rich would turn tabs into spaces
        else:
            grid = Grid(box=box.SIMPLE, show_header=False)
            for table in tables:
                grid.add_row(*_row(table))
            screen.show(grid)
        return 0

    run(job, server=server, token=token, name=name, lang=Lang(lang))


async def _of_all_games(session: Chieu) -> list[Table]:
    found = await asyncio.gather(*(_if_served(session, game) for game in FACES))
    return sorted((table for tables in found for table in tables), key=lambda table: table.created_ms, reverse=True)


async def _if_served(session: Chieu, game: str) -> Sequence[Table]:
    """The tables of a game; none where it is not served."""
    try:
        return await session.lobby.tables(game)
    except Refused as refused:
        if refused.reason != "WRONG_GAME":
            raise
        return ()


def _row(table: Table) -> tuple[str, str, str, str]:
    taken = sum(seat.WhichOneof("controller") is not None for seat in table.seats)
    return table.id, table.code, f"{taken}/{len(table.seats)}", table.title
