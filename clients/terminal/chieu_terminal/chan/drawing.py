"""Draws a picture: as panels and tables on a terminal, as plain lines elsewhere. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chieu_terminal.chan.ink import KindInk
from chieu_terminal.chan.picture import Hand, Live, Picture, SeatRow
from chieu_terminal.drawing import grid, panel, turn_lines
from chieu_terminal.ink import fill
from chieu_terminal.words import Words

__all__ = ["draw"]


def draw(picture: Picture, words: Words, *, is_plain: bool, seconds: float | None = None) -> RenderableType:
    """The whole picture. `seconds`: what is left of the own question or window, if that is known."""
    ink = KindInk(is_plain)
    rest = [*_live(picture, words, ink), *_known(picture, words, ink)]
    rest += turn_lines(picture.turn, words, seconds, is_mine=picture.is_my_turn)
    if is_plain:
        return Text("\n").join([*_plain(picture, words, ink), *rest])
    parts: list[RenderableType] = [_head(picture, words), _seats(picture, words, ink)]
    if any(True for _ in _groups(picture.hand)):
        parts.append(_hand(picture.hand, words, ink))
    return Group(*parts, *rest)


def _head(picture: Picture, words: Words) -> Text:
    title = words("chan.title", hand_no=picture.hand_no, hands=picture.hands)
    house = words("chan.traditional") if picture.is_traditional else ""
    return Text.assemble(
        (title, "bold"), "   ", words("chan.stock", stock=picture.stock), f" · {house}" if house else ""
    )


def _seats(picture: Picture, words: Words, ink: KindInk) -> Table:
    columns = [("seat", False), ("cards", True), ("points", True), ("melds", False), ("door", False)]
    table = grid([(words(f"chan.{key}"), is_numeric) for key, is_numeric in columns])
    for row in picture.seats:
        role = Text(f", {row.role}" if row.role else "", style="dim")
        name = Text.assemble("▶ " if row.has_turn else "  ", (row.name, "bold" if row.has_turn else ""), role)
        table.add_row(name, str(row.cards), str(row.points), ink.groups(row.melds), _door(row, picture.live, ink))
    return table


def _door(row: SeatRow, live: Live | None, ink: KindInk) -> Text:
    """The cards of a door; the live one, which came last, stands out."""
    if live is None or live.door != row.name or not row.door or row.door[-1] != live.card:
        return ink.codes(row.door)
    last = Text(f"[{live.card}]", style="" if ink.is_plain else "bold reverse")
    return Text(" ").join([*(ink.code(name) for name in row.door[:-1]), last])


def _hand(hand: Hand, words: Words, ink: KindInk) -> Panel:
    rows = Table.grid(padding=(0, 2))
    for key, groups in _groups(hand):
        drawn = [_named(group, ink) for group in groups]
        rows.add_row(words(f"chan.hand_{key}"), Columns(drawn, padding=(0, 3)))
    return panel(rows, words("chan.hand"))


def _named(group: tuple[str, ...], ink: KindInk) -> Text:
    """A group with its code or codes first: `5v Ngũ Vạn`, `8v+8n Bát Vạn, Bát Văn`."""
    kinds = list(dict.fromkeys(group))
    return Text.assemble(ink.group(kinds), " ", Text(", ").join(ink.full(name) for name in kinds))


def _groups(hand: Hand) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    for key, groups in [("chan", hand.chan), ("ca", hand.ca), ("heads", hand.heads), ("lone", hand.lone)]:
        if groups:
            yield key, groups


def _live(picture: Picture, words: Words, ink: KindInk) -> Iterator[Text]:
    live = picture.live
    if live is not None:
        sentence = words.get(f"chan.live_{live.origin}", words.sentence("chan.live_DISCARD"))
        said = fill(sentence, card=ink.card(live.card), who=live.publisher, door=live.door)
        offered = words("chan.entitled", who=live.entitled) if live.entitled else ""
        yield Text.assemble(said, f" {offered}" if offered else "")
    if picture.stage:
        yield Text(words(f"chan.{picture.stage}"))
    if picture.return_door:
        yield Text(words("chan.return_door", door=picture.return_door))


def _known(picture: Picture, words: Words, ink: KindInk) -> Iterator[Text]:
    """What the own seat knows of itself."""
    if picture.waits:
        yield fill(words.sentence("chan.waits"), cards=ink.cards(picture.waits))
    if picture.spent:
        yield fill(words.sentence("chan.spent"), cards=ink.codes(picture.spent))
    if picture.locked:
        yield fill(words.sentence("chan.locked"), cards=ink.codes(picture.locked))


def _plain(picture: Picture, words: Words, ink: KindInk) -> Iterator[Text]:
    yield _head(picture, words)
    for row in picture.seats:
        role = f", {row.role}" if row.role else ""
        counts = f"{row.cards} {words('chan.cards')}, {row.points} {words('chan.points')}{role}"
        melds = Text.assemble(f"; {words('chan.melds')}: ", ink.groups(row.melds)) if row.melds else Text()
        door = Text.assemble(f"; {words('chan.door')}: ", _door(row, picture.live, ink)) if row.door else Text()
        yield Text.assemble(f"{'>' if row.has_turn else ' '} {row.name}: {counts}", melds, door)
    for key, groups in _groups(picture.hand):
        yield Text.assemble(f"{words('chan.hand')}, {words(f'chan.hand_{key}')}: ", ink.groups(groups))
