"""The stored counts still come out."""

from __future__ import annotations

import json

import pytest

from tests.conformance.games import Table, presets
from tests.conformance.perft import VECTORS, vectors

pytestmark = pytest.mark.conformance


@pytest.mark.parametrize("table", presets(), ids=lambda table: table.name)
def test_counting_vectors_are_stable(table: Table) -> None:
    assert vectors(table) == json.loads(VECTORS.read_text("utf-8"))[table.name]
