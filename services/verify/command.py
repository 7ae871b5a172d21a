"""`chieu verify RECORD_FILE`: anybody can check that a deal was dealt and played as its record says."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Annotated

import typer
from google.protobuf import json_format
from google.protobuf.message import DecodeError

from chieu.table.v1.record_pb2 import Record
from services.core.codec import Registered
from services.core.verify import verify
from services.verify.games import UnknownGame, find

__all__ = ["NotARecord", "main", "read", "verify_file"]


class NotARecord(Exception):  # noqa: N818 - an answer to whoever brought the file
    """The bytes are no record."""


def read(data: bytes) -> tuple[Record, Registered]:
    """A record, from JSON or binary proto, and its game. Raises NotARecord and UnknownGame."""
    if data.lstrip()[:1] == b"{":
        return _read_json(data)
    try:
        record = Record.FromString(data)
    except DecodeError as error:
        raise NotARecord("neither JSON nor a binary chieu.table.v1.Record") from error
    return record, find(record.game)


def _read_json(data: bytes) -> tuple[Record, Registered]:
    try:
        fields = json.loads(data)
    except ValueError as error:
        raise NotARecord(f"not JSON: {error}") from error
    registered = find(str(fields.get("game", "")))  # also makes the types known that the record holds
    try:
        return json_format.ParseDict(fields, Record()), registered
    except json_format.ParseError as error:
        raise NotARecord(f"not a chieu.table.v1.Record: {error}") from error


def verify_file(file: Annotated[Path, typer.Argument(help="A record, as JSON or binary.", exists=True)]) -> None:
    """Checks a finished deal: shuffle, every move, result, hash chain."""
    try:
        record, registered = read(file.read_bytes())
    except (NotARecord, UnknownGame) as bad:
        typer.echo(str(bad), err=True)
        raise typer.Exit(2) from bad
    findings = verify(record, registered.game, registered.codec)
    for finding in findings:
        typer.echo(str(finding))
    if findings:
        raise typer.Exit(1)
    typer.echo(f"{record.table}, deal {record.deal}: {len(record.entries)} entries, everything is as it must be")


def main() -> None:
    """The `chieu` command with this sub-command added: the terminal client itself knows no rules."""
    app: typer.Typer = importlib.import_module("chieu_terminal.cli").app
    app.command("verify")(verify_file)
    app()
