"""`chieu play GAME`: a whole match in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from random import SystemRandom
from typing import Annotated

import typer
from google.protobuf.message import Message

from chieu.table.v1.table_pb2 import Settings
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
from chieu_terminal.faces import FACES, Entry, face_of
from chieu_terminal.keyboard import Keyboard
from chieu_terminal.match import Ending, Match
from chieu_terminal.options import BadOption, allowed, set_options
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


@app.callback()
def _games() -> None:
    """Play or watch a game in the terminal."""


def _add(game: str, entry: Entry) -> None:
    """Adds the command of a game."""

    @app.command(game, help=_help(entry))
    def play(
        *,
        lang: LangOption,
        server: ServerOption = SERVER,
        token: TokenOption = "",
        name: NameOption = "An",
        seats: Annotated[int | None, typer.Option(help="Seats of a new table.", show_default=False)] = None,
        level: Annotated[
            Level, typer.Option(help="Bots on the other seats; `none` leaves them to people.")
        ] = Level.NORMAL,
        option: Annotated[
            list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="A rule of a new table.")
        ] = None,
        join: Annotated[str, typer.Option(metavar="CODE_OR_ID", help="Sit down at this table instead.")] = "",
        watch: Annotated[str, typer.Option(metavar="ID", help="Only watch this table.")] = "",
        auto: Annotated[bool, typer.Option("--auto", help="Let a simple chooser play for you.")] = False,
    ) -> None:
        settings = Settings(seats=_seats(entry, seats))
        options = _options(entry, settings.seats, option or [])
        bot_level = "" if level is Level.NONE else level.value

        async def job(session: Chieu, screen: Screen, words: Words) -> int:
            if watch:
                table = watch
            elif join:
                table = await sit(session, game, join)
            else:
                table = await _make(session, screen, words, game, settings, options, bot_level)
            return await _follow(session, screen, words, table, is_auto=auto)

        run(job, server=server, token=token, name=name, lang=Lang(lang))


def _help(entry: Entry) -> str:
    takes = "; ".join(f"{name}={values}" for name, values in allowed(type(entry.options(entry.usual_seats))))
    return f"{entry.about}\n\nThe rules of a new table, each an --option: {takes}."


def _seats(entry: Entry, wanted: int | None) -> int:
    if wanted is not None and wanted not in entry.seats:
        raise typer.BadParameter(f"--seats takes {' or '.join(map(str, entry.seats))}, got {wanted}")
    return wanted or entry.usual_seats


def _options(entry: Entry, seats: int, wishes: Sequence[str]) -> Message:
    options = entry.options(seats)
    try:
        set_options(options, wishes)
    except BadOption as bad:
        raise typer.BadParameter(str(bad)) from None
    return options


for _game, _entry in FACES.items():
    _add(_game, _entry)


async def _make(
    session: Chieu, screen: Screen, words: Words, game: str, settings: Settings, options: Message, bot_level: str
) -> str:
    made = await session.lobby.create(game, settings, options=options, bot_level=bot_level)
    if not bot_level:
        screen.say(words("table.made", id=made.id, game=game, code=made.code or made.id))
    return made.id


async def _follow(session: Chieu, screen: Screen, words: Words, table_id: str, *, is_auto: bool) -> int:
    """Shows and plays a table, whichever game it is of: an id may be joined or watched by any game's command."""
    chooser = random_legal(SystemRandom()) if is_auto else None
    async with session.table(table_id) as table:
        game = table.latest.state.game
        if game not in FACES:
            screen.trouble(words("reason.WRONG_GAME"))
            return FAILED
        if table.seat is None:
            screen.say(words("table.watching", id=table_id))
        else:
            screen.say(words("table.joined", id=table_id, seat=table.seat))
        face = face_of(game, words, is_plain=screen.is_plain)
        ending = await Match(session, table, face, screen, Keyboard(), words, chooser).run()
    if ending is Ending.NO_INPUT:
        screen.say(words("table.input_ended", id=table_id))
        return FAILED
    return 0
