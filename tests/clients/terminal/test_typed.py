from __future__ import annotations

import pytest

from chieu_terminal.typed import Wish, wish_of


@pytest.mark.parametrize(
    ("line", "wish"),
    [("?", Wish.HELP), (" Help ", Wish.HELP), ("q", Wish.QUIT), ("thoát", Wish.QUIT), ("xem", Wish.SHOW), ("7C", None)],
)
def test_wishes_are_understood_at_any_time(line: str, wish: Wish | None) -> None:
    assert wish_of(line) is wish
