"""How every command runs: its options that all share, and ends in words instead of tracebacks."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from enum import StrEnum
from typing import Annotated, Any

import typer

from chieu_client import Chieu, Refused, SessionEnded, TableEnded, Unreachable
from chieu_terminal.refusals import explain, explain_end
from chieu_terminal.screen import Screen
from chieu_terminal.words import Words

__all__ = ["FAILED", "SERVER", "Lang", "LangOption", "NameOption", "ServerOption", "TokenOption", "run"]

FAILED = 1
INTERRUPTED = 130


class Lang(StrEnum):
    """The languages that the terminal speaks."""

    EN = "en"
    VI = "vi"


def _default_lang() -> Lang:
    return Lang.VI if os.environ.get("LC_ALL", os.environ.get("LANG", "")).startswith("vi") else Lang.EN


ServerOption = Annotated[str, typer.Option("--server", envvar="CHIEU_SERVER", help="Address of the server.")]
TokenOption = Annotated[
    str, typer.Option("--token", envvar="CHIEU_TOKEN", show_default=False, help="Your token; without one, a guest.")
]
NameOption = Annotated[str, typer.Option("--name", help="A guest's name.")]
LangOption = Annotated[Lang, typer.Option("--lang", default_factory=_default_lang, help="Language.")]

SERVER = "http://127.0.0.1:8080"

Job = Callable[[Chieu, Screen, Words], Coroutine[Any, Any, int]]


def run(job: Job, *, server: str, token: str, name: str, lang: Lang) -> None:
    """Runs a job in a session of its own and exits with the code that it returns."""
    words, screen = Words(lang.value), Screen()
    try:
        code = asyncio.run(_run(job, screen, words, server=server, token=token, name=name))
    except Refused as refused:
        screen.trouble(explain(refused, words))
        code = FAILED
    except (TableEnded, SessionEnded, Unreachable) as error:
        screen.trouble(explain_end(error, words))
        code = FAILED
    except KeyboardInterrupt:
        code = INTERRUPTED
    raise typer.Exit(code)


async def _run(job: Job, screen: Screen, words: Words, *, server: str, token: str, name: str) -> int:
    async with Chieu(server, token=token, guest="" if token else name) as session:
        return await job(session, screen, words)
