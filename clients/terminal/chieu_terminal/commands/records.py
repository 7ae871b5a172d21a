"""`chieu record TABLE DEAL`: one finished deal, as the JSON that can be checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from google.protobuf import json_format

from chieu_client import Chieu
from chieu_client.unpack import unpack
from chieu_terminal.commands.running import SERVER, Lang, LangOption, NameOption, ServerOption, TokenOption, run
from chieu_terminal.screen import Screen
from chieu_terminal.words import Words

__all__ = ["fetch_record"]


def fetch_record(
    table: Annotated[str, typer.Argument(help="The table's id.")],
    deal: Annotated[int, typer.Argument(min=1, help="The deal's number.")],
    *,
    lang: LangOption,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write to this file.")] = None,
    server: ServerOption = SERVER,
    token: TokenOption = "",
    name: NameOption = "An",
) -> None:
    """Fetches the record of a finished deal as canonical JSON."""

    async def job(session: Chieu, screen: Screen, words: Words) -> int:
        del screen, words
        record = await session.lobby.record(table, deal)
        if record.HasField("options"):
            unpack(record.options)  # makes the game's types known to the JSON printer
        text = json_format.MessageToJson(record) + "\n"
        if output:
            output.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)
        return 0

    run(job, server=server, token=token, name=name, lang=Lang(lang))
