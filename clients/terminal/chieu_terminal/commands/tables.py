"""`chieu tables`: public tables with free seats."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.table import Table as Grid

from chieu.table.v1.table_pb2 import Table
from chieu_client import Chieu
from chieu_terminal.commands.running import SERVER, Lang, LangOption, NameOption, ServerOption, TokenOption, run
from chieu_terminal.screen import Screen
from chieu_terminal.words import Words

__all__ = ["list_tables"]


def list_tables(
    *,
    lang: LangOption,
    game: Annotated[str, typer.Option(help="The game.")] = "tan",
    server: ServerOption = SERVER,
    token: TokenOption = "",
    name: NameOption = "An",
) -> None:
    """Lists public tables with free seats, newest first: id, code, seats taken, title."""

    async def job(session: Chieu, screen: Screen, words: Words) -> int:
        tables = await session.lobby.tables(game)
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


def _row(table: Table) -> tuple[str, str, str, str]:
    taken = sum(seat.WhichOneof("controller") is not None for seat in table.seats)
    return table.id, table.code, f"{taken}/{len(table.seats)}", table.title
