"""Draws a picture: as panels and tables on a terminal, as plain lines elsewhere. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chieu_terminal.drawing import grid, panel, turn_lines
from chieu_terminal.ink import Ink
from chieu_terminal.tan.picture import Hand, Picture
from chieu_terminal.words import Words

__all__ = ["draw"]


def draw(picture: Picture, words: Words, *, is_plain: bool, seconds: float | None = None) -> RenderableType:
    """The whole picture. `seconds`: what is left of the own turn, if that is known."""
    ink = Ink(is_plain, picture.royal)
    turn = turn_lines(picture.turn, words, seconds, is_mine=picture.is_my_turn)
    if is_plain:
        return Text("\n").join([*_plain(picture, words, ink), *turn])
    parts: list[RenderableType] = [_seats(picture, words, ink), _mat(picture, words, ink)]
    if picture.hand.names:
        rows = [Text.assemble(f"{label}  ", cards) for label, cards in _hand_rows(picture.hand, words, ink)]
        parts.append(panel(Group(*rows), words("tan.hand")))
    return Group(_head(picture, words, ink), *parts, *turn)


def _head(picture: Picture, words: Words, ink: Ink) -> Text:
    title = words("tan.title", set_no=picture.set_no, sets=picture.sets, round_no=picture.round_no)
    suit = ink.suit(words.get(f"suit.{picture.royal}", ""))
    royal, _, _ = words.sentence("tan.royal").partition("{")
    return Text.assemble((title, "bold"), "   ", royal, suit, "   ", _piles(picture, words))


def _piles(picture: Picture, words: Words) -> str:
    parts = [words("tan.piles", stock=picture.stock, discard=picture.discard)]
    if picture.aside:
        parts.append(words("tan.aside", count=picture.aside))
    if picture.quiet:
        parts.append(words("tan.stall", quiet=picture.quiet))
    return " · ".join(parts)


def _seats(picture: Picture, words: Words, ink: Ink) -> Table:
    columns = [("seat", False), ("role", False), ("cards", True), ("points", True), ("known", False)]
    table = grid([(words(f"tan.{key}"), is_numeric) for key, is_numeric in columns])
    for row in picture.seats:
        name = Text.assemble("▶ " if row.has_turn else "  ", (row.name, "bold" if row.has_turn else ""))
        table.add_row(name, row.role, str(row.cards), str(row.points), ink.cards(row.known))
    return table


def _mat(picture: Picture, words: Words, ink: Ink) -> Panel:
    grid = Table.grid(padding=(0, 3))
    for wave in picture.waves:
        grid.add_row(words("tan.wave", number=wave.number, who=wave.name), ink.pairs(wave.pairs))
    content = grid if picture.waves else Text(words("tan.empty_mat"), style="dim")
    return panel(content, words("tan.mat"))


def _hand_rows(hand: Hand, words: Words, ink: Ink) -> Iterator[tuple[str, Text]]:
    groups = [("normal", hand.normal), ("royal_cards", hand.royal), ("jokers", hand.jokers)]
    width = max(len(words(f"tan.{key}")) for key, _ in groups)
    for key, cards in groups:
        if cards:
            yield words(f"tan.{key}").ljust(width), ink.numbered(cards)


def _plain(picture: Picture, words: Words, ink: Ink) -> Iterator[Text]:
    yield _head(picture, words, ink)
    for row in picture.seats:
        known = Text.assemble(f"; {words('tan.known')}: ", ink.cards(row.known)) if row.known else Text()
        role = f", {row.role}" if row.role else ""
        counts = f"{row.cards} {words('tan.cards')}, {row.points} {words('tan.points')}"
        yield Text.assemble(f"{'>' if row.has_turn else ' '} {row.name}: {counts}{role}", known)
    for wave in picture.waves:
        yield Text.assemble(f"{words('tan.wave', number=wave.number, who=wave.name)}: ", ink.pairs(wave.pairs))
    if not picture.waves:
        yield Text(words("tan.empty_mat"))
    for label, cards in _hand_rows(picture.hand, words, ink):
        yield Text.assemble(f"{words('tan.hand')}, {label.rstrip()}: ", cards)
