from __future__ import annotations

from pathlib import Path

import pytest

from gateway.close_codes import MEANINGS, CloseCode, ComeBack, as_markdown, come_back

PAGE = Path(__file__).resolve().parents[2] / "docs" / "close-codes.md"


def test_the_page_holds_the_table_of_the_code() -> None:
    assert as_markdown() in PAGE.read_text(encoding="utf-8")


def test_every_code_has_a_meaning() -> None:
    assert set(MEANINGS) == set(CloseCode)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (CloseCode.NORMAL, ComeBack.NO),
        (CloseCode.DRAINING, ComeBack.YES),
        (CloseCode.TOKEN_EXPIRED, ComeBack.WITH_NEW_TOKEN),
        (CloseCode.FLOOD, ComeBack.NO),
        (1006, ComeBack.YES),
        (4099, ComeBack.YES),
        (4199, ComeBack.WITH_NEW_TOKEN),
        (4299, ComeBack.NO),
    ],
)
def test_a_code_says_by_its_hundred_whether_to_come_back(code: int, expected: ComeBack) -> None:
    assert come_back(code) is expected
