"""Ranks and points after a set. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from chieu.tan.v1.tan_pb2 import EndReason, Result
from chieu_client.games import tan
from chieu_terminal.drawing import grid
from chieu_terminal.ink import Ink
from chieu_terminal.words import Words

__all__ = ["scoreboard"]


def scoreboard(set_no: int, result: Result, names: Sequence[str], words: Words, ink: Ink) -> RenderableType:
    """The seats in the order of their ranks, with the points of the set and of the match."""
    reason = EndReason.Name(result.reason).removeprefix("END_REASON_") if result.reason in EndReason.values() else ""
    title = words("tan.set_over", set_no=set_no, reason=words.get(f"tan.{reason}", reason))
    order = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])
    if ink.is_plain:
        return Text("\n").join([Text(title), *(_line(seat, result, names, words, ink) for seat in order)])
    keys = ("place", "player", "gained", "total", "left_in_hand")
    table = grid([(words(f"tan.{key}"), key in {"gained", "total"}) for key in keys])
    for seat in order:
        points, total = f"+{result.points[seat]}", str(result.totals[seat])
        table.add_row(_rank(result, seat, words), names[seat], points, total, _left(result, seat, ink))
    return Group(Text(title, style="bold"), table)


def _line(seat: int, result: Result, names: Sequence[str], words: Words, ink: Ink) -> Text:
    points = f"+{result.points[seat]}, {words('tan.total')} {result.totals[seat]}"
    left = _left(result, seat, ink)
    rest = Text.assemble(f"; {words('tan.left_in_hand')}: ", left) if left else Text()
    return Text.assemble(f"{_rank(result, seat, words)}: {names[seat]}, {points}", rest)


def _rank(result: Result, seat: int, words: Words) -> str:
    return words(f"tan.rank_{result.ranks[seat]}")


def _left(result: Result, seat: int, ink: Ink) -> Text:
    hand = result.hands[seat] if seat < len(result.hands) else None
    return ink.cards(tan.names([*hand.hand, *hand.aside])) if hand else Text()
