"""`chieu play GAME`: a whole match in the terminal."""

from __future__ import annotations

from enum import StrEnum
from random import SystemRandom
from typing import Annotated

import typer
from google.protobuf.message import Message

from chieu.table.v1.table_pb2 import Settings
from chieu.tan.v1 import tan_pb2
from chieu_client import Chieu, random_legal
from chieu_client.simple import sit
from chieu_terminal.commands.running import (
    FAILED,
    SERVER,
    Lang,
    LangOption,
    NameOption,
    ServerOption,
    TokenOption,
    run,
)
from chieu_terminal.faces import face_of
from chieu_terminal.keyboard import Keyboard
from chieu_terminal.match import Ending, Match
from chieu_terminal.screen import Screen
from chieu_terminal.words import Words

__all__ = ["app"]

app = typer.Typer(name="play", no_args_is_help=True, help="Play or watch a game in the terminal.")


class Level(StrEnum):
    """Who takes the other seats."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    NONE = "none"


class TanPreset(StrEnum):
    """The presets of Tấn's rules."""

    MOBILE = "mobile"
    TRADITIONAL = "traditional"


_TAN_PRESETS = {TanPreset.MOBILE: tan_pb2.PRESET_MOBILE, TanPreset.TRADITIONAL: tan_pb2.PRESET_TRADITIONAL}


@app.callback()
def _games() -> None:
    """Play or watch a game in the terminal."""


@app.command("tan")
def play_tan(
    *,
    lang: LangOption,
    server: ServerOption = SERVER,
    token: TokenOption = "",
    name: NameOption = "An",
    seats: Annotated[int, typer.Option(min=2, max=4, help="Seats of a new table.")] = 2,
    level: Annotated[Level, typer.Option(help="Bots on the other seats; `none` leaves them to people.")] = Level.NORMAL,
    preset: Annotated[TanPreset, typer.Option(help="Rules of a new table.")] = TanPreset.MOBILE,
    sets: Annotated[int | None, typer.Option(min=1, max=100, help="Sets in a new table's match.")] = None,
    join: Annotated[str, typer.Option(metavar="CODE_OR_ID", help="Sit down at this table instead.")] = "",
    watch: Annotated[str, typer.Option(metavar="ID", help="Only watch this table.")] = "",
    auto: Annotated[bool, typer.Option("--auto", help="Let a simple chooser play for you.")] = False,
) -> None:
    """Tấn: attack and defence, two to four seats."""
    options = tan_pb2.Options(preset=_TAN_PRESETS[preset], match_sets=sets)
    settings = Settings(seats=seats)
    bot_level = "" if level is Level.NONE else level.value

    async def job(session: Chieu, screen: Screen, words: Words) -> int:
        if watch:
            table = watch
        elif join:
            table = await sit(session, "tan", join)
        else:
            table = await _make(session, screen, words, "tan", settings, options, bot_level)
        return await _follow(session, screen, words, "tan", table, is_auto=auto)

    run(job, server=server, token=token, name=name, lang=Lang(lang))


async def _make(
    session: Chieu, screen: Screen, words: Words, game: str, settings: Settings, options: Message, bot_level: str
) -> str:
    made = await session.lobby.create(game, settings, options=options, bot_level=bot_level)
    if not bot_level:
        screen.say(words("table.made", id=made.id, game=game, code=made.code or made.id))
    return made.id


async def _follow(session: Chieu, screen: Screen, words: Words, game: str, table_id: str, *, is_auto: bool) -> int:
    face = face_of(game, words, is_plain=screen.is_plain)
    chooser = random_legal(SystemRandom()) if is_auto else None
    async with session.table(table_id) as table:
        if table.seat is None:
            screen.say(words("table.watching", id=table_id))
        else:
            screen.say(words("table.joined", id=table_id, seat=table.seat))
        ending = await Match(session, table, face, screen, Keyboard(), words, chooser).run()
    if ending is Ending.NO_INPUT:
        screen.say(words("table.input_ended", id=table_id))
        return FAILED
    return 0
