"""What all games' pictures share. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from chieu_terminal.words import Words

__all__ = ["grid", "panel", "turn_lines"]


def panel(content: RenderableType, title: str) -> Panel:
    """Something in a box with its title."""
    return Panel(content, title=title, title_align="left", box=box.ROUNDED)


def grid(headings: Sequence[tuple[str, bool]]) -> Table:
    """An empty table with these headings; true stands for a column of numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading, is_numeric in headings:
        table.add_column(heading, justify="right" if is_numeric else "left")
    return table


def turn_lines(turn: str, words: Words, seconds: float | None, *, is_mine: bool) -> Iterator[Text]:
    """Whose turn it is, by name, and what is left of the own one, if that is known; nothing for nobody's."""
    if is_mine and seconds is not None:
        yield Text(words("turn.yours", seconds=round(seconds)), style="bold")
    elif is_mine:
        yield Text(words("turn.yours_untimed"), style="bold")
    elif turn:
        yield Text(words("turn.other", who=turn))
