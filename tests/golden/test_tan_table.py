"""The golden cases of Tấn that are decided by the table: repeats, outdated versions, clock, leaving, starting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from services.tan.game import TAN
from tests.golden import table_driver
from tests.golden.cases import Case, load_cases
from tests.golden.table_driver import Refused, TableDriver
from tests.golden.tan_case import check_events, check_state, move_of, position

pytestmark = pytest.mark.golden

NEEDS_TABLE_ALONE = frozenset({"G-44", "G-46", "G-47"})
NEEDS_TABLE_TOO = frozenset({"G-48", "G-56"})

CASES = [case for case in load_cases("tan") if case.id in NEEDS_TABLE_ALONE | NEEDS_TABLE_TOO]


@pytest.fixture
def driver() -> Iterator[TableDriver]:
    connected = table_driver.connect()
    yield connected
    connected.close()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.test_id}-table")
def test_case_comes_out_at_a_table(case: Case, driver: TableDriver) -> None:
    for attempt in case.data.get("tries", []):
        driver.open(TAN, position(case.data["state"]).state)
        _make(driver, attempt["move"], attempt.get("error"))
    driver.open(TAN, position(case.data["state"]).state)
    for move in case.data.get("moves", []):
        _make(driver, move, move.get("error"))
    expect = case.data.get("expect", {})
    check_state(expect, driver.state())
    check_events(expect, driver.events())
    if "start_twice" in case.data:
        _check_start_twice(driver, case.data["start_twice"])


def _make(driver: TableDriver, data: dict[str, Any], error: str | None) -> None:
    before = TAN.pack(driver.state())
    try:
        version = _send(driver, data)
    except Refused as refused:
        assert refused.code == error  # noqa: PT017 - most moves are accepted
        assert TAN.pack(driver.state()) == before
        return
    assert error is None, f"accepted, but {error} was expected"
    assert version == data.get("result", version)


def _send(driver: TableDriver, data: dict[str, Any]) -> int | None:
    if data.get("timeout"):
        driver.time_out(data.get("version"))
        return None
    if data.get("leave"):
        driver.leave(data["seat"])
        return None
    seat, move = move_of(data, driver.state())
    return driver.play(seat, move, data.get("version"), data.get("rid"))


def _check_start_twice(driver: TableDriver, data: dict[str, int]) -> None:
    driver.start(data["players"], data["set_no"])
    driver.start(data["players"], data["set_no"])
    assert list(driver.deals_started()).count(data["set_no"]) == 1
