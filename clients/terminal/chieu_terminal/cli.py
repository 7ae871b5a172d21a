"""The entry point of the `chieu` command. Other packages add their commands to `app` before `main` runs."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from chieu_terminal.commands import play, records, tables

__all__ = ["app", "main"]

app = typer.Typer(name="chieu", no_args_is_help=True, add_completion=False)
app.add_typer(play.app, name="play")
app.command("tables")(tables.list_tables)
app.command("record")(records.fetch_record)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - the signature that Typer calls
    if wanted:
        typer.echo(f"chieu {version('chieu')}")
        raise typer.Exit


@app.callback()
def _root(
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Chiếu: tables for turn-based card games."""


def main() -> None:
    """Runs the command line and exits the process with its code."""
    app()
