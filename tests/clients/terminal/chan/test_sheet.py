from __future__ import annotations

import pytest

from chieu.chan.v1.chan_pb2 import Cuoc, CuocLine
from chieu_terminal.chan.sheet import sheet_of
from services.chan import rules
from tests.golden.cases import Case, load_cases
from tests.golden.chan_case import won

SCORED = [case for case in load_cases("chan") if case.data["kind"] == "score"]


def lines_of(case: Case, house: rules.House) -> list[CuocLine]:
    """The score sheet of a golden case, as the server sends it."""
    state = won(case.data, rules.Options(house=house))
    return [
        CuocLine(cuoc=Cuoc.ValueType(line.cuoc + 1), count=line.count, main=line.main, extra=line.extra)
        for line in rules.cuoc_lines(state, 0)
    ]


@pytest.mark.golden
@pytest.mark.parametrize("house", rules.House)
@pytest.mark.parametrize("case", SCORED, ids=lambda case: case.test_id)
def test_what_the_rows_add_is_what_the_rulebook_gives(case: Case, house: rules.House) -> None:
    expect = case.data["expect"]
    points = (
        expect.get("points_traditional", expect["points"]) if house is rules.House.TRADITIONAL else expect["points"]
    )
    rows = sheet_of(lines_of(case, house))
    assert sum(row.points for row in rows) == (points if rows else 0)
    assert bool(rows) == (points != 2)


def line(cuoc: str, main: int, extra: int, count: int = 1) -> CuocLine:
    return CuocLine(cuoc=Cuoc.Value(f"CUOC_{cuoc}"), count=count, main=main, extra=extra)


def test_the_best_cuoc_adds_its_diem_and_the_others_their_dich() -> None:
    rows = sheet_of([line("CHI", 3, 1), line("LEO", 5, 2, count=2)])
    assert [(row.cuoc, row.points) for row in rows] == [("CHI", 1), ("LEO", 7)]


def test_with_thap_thanh_everything_adds_its_diem() -> None:
    rows = sheet_of([line("TOM", 4, 1, count=2), line("THAP_THANH", 12, 9)])
    assert [row.points for row in rows] == [8, 12]
