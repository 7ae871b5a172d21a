"""The score sheet of a win: what each cước adds to the points. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chieu.chan.v1 import chan_pb2
from chieu.chan.v1.chan_pb2 import Cuoc, CuocLine

__all__ = ["SheetRow", "sheet_of"]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One cước: its name as the words know it, how often it counts, its two values, and what it adds."""

    cuoc: str
    count: int
    main: int
    extra: int
    points: int


def sheet_of(lines: Sequence[CuocLine]) -> list[SheetRow]:
    """The rows in their order. The best cước adds its main value and the others their dịch; with Thập thành all
    add their main values (CHAN-82, CHAN-83).
    """
    return list(_rows(lines))


def _rows(lines: Sequence[CuocLine]) -> Iterator[SheetRow]:
    adds_all = any(line.cuoc == chan_pb2.CUOC_THAP_THANH for line in lines)
    best = max(lines, key=lambda line: (line.main, line.extra), default=None)
    for line in lines:
        if adds_all:
            points = line.count * line.main
        else:
            points = line.count * line.extra + (line.main - line.extra if line is best else 0)
        name = Cuoc.Name(line.cuoc).removeprefix("CUOC_") if line.cuoc in Cuoc.values() else ""
        yield SheetRow(name, line.count, line.main, line.extra, points)
