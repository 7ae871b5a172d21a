"""Draws a picture: as panels and tables on a terminal, as plain lines elsewhere. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chieu_terminal.drawing import grid, panel, turn_lines
from chieu_terminal.ink import Ink, fill
from chieu_terminal.tonk.picture import Picture
from chieu_terminal.words import Words

__all__ = ["draw"]


def draw(picture: Picture, words: Words, *, is_plain: bool, seconds: float | None = None) -> RenderableType:
    """The whole picture. `seconds`: what is left of the own turn, if that is known."""
    ink = Ink(is_plain)
    turn = turn_lines(picture.turn, words, seconds, is_mine=picture.is_my_turn)
    if is_plain:
        return Text("\n").join([*_plain(picture, words, ink), *turn])
    parts: list[RenderableType] = [_seats(picture, words), _mat(picture, words, ink)]
    if picture.hand:
        parts.append(panel(ink.numbered(_numbered(picture)), _hand_title(picture, words)))
    return Group(_head(picture, words, ink), *parts, *turn)


def _head(picture: Picture, words: Words, ink: Ink) -> Text:
    title = words("tonk.title", hand_no=picture.hand_no, hands=picture.hands, stake=picture.stake)
    top = ink.card(picture.top) if picture.top else words("tonk.no_discard")
    piles = fill(words.sentence("tonk.piles"), stock=picture.stock, discards=picture.discards, top=top)
    idle = words("tonk.idle", idle=picture.idle, most=picture.most_idle) if picture.idle else ""
    return Text.assemble((title, "bold"), "   ", piles, f" · {idle}" if idle else "")


def _seats(picture: Picture, words: Words) -> Table:
    table = grid(
        [
            (words("tonk.seat"), False),
            (words("tonk.role"), False),
            (words("tonk.cards"), True),
            (picture.chips_word, True),
        ]
    )
    for row in picture.seats:
        name = Text.assemble("▶ " if row.has_turn else "  ", (row.name, "bold" if row.has_turn else ""))
        table.add_row(name, row.role, str(row.cards), str(row.chips))
    return table


def _mat(picture: Picture, words: Words, ink: Ink) -> Panel:
    rows = Table.grid(padding=(0, 3))
    for spread in picture.spreads:
        rows.add_row(f"{spread.number}. {spread.kind}", ink.cards(spread.cards), Text(spread.owner, style="dim"))
    content = rows if picture.spreads else Text(words("tonk.empty_mat"), style="dim")
    return panel(content, words("tonk.mat"))


def _hand_title(picture: Picture, words: Words) -> str:
    return words("tonk.hand", count=picture.count)


def _numbered(picture: Picture) -> list[tuple[int, str]]:
    return list(enumerate(picture.hand, start=1))


def _plain(picture: Picture, words: Words, ink: Ink) -> Iterator[Text]:
    yield _head(picture, words, ink)
    for row in picture.seats:
        role = f", {row.role}" if row.role else ""
        counts = f"{row.cards} {words('tonk.cards')}, {row.chips} {picture.chips_word}"
        yield Text(f"{'>' if row.has_turn else ' '} {row.name}: {counts}{role}")
    for spread in picture.spreads:
        yield Text.assemble(f"{spread.number}. {spread.kind}, {spread.owner}: ", ink.cards(spread.cards))
    if not picture.spreads:
        yield Text(words("tonk.empty_mat"))
    if picture.hand:
        yield Text.assemble(f"{_hand_title(picture, words)}: ", ink.numbered(_numbered(picture)))
