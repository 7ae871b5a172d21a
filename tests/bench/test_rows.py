"""`make bench`: every table of measurements, printed. Nothing here is timed against the clock; what cannot run fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bench import commit, rules, search, tables

pytestmark = pytest.mark.bench


@pytest.mark.parametrize(
    "print_rows",
    [
        pytest.param(rules.main, id="rules"),
        pytest.param(search.main, id="search"),
        pytest.param(commit.main, id="commit"),
        pytest.param(tables.main, id="tables"),
    ],
)
def test_rows_are_printed(print_rows: Callable[[], None], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print()
        print_rows()
