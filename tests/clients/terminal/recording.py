"""Updates as a server sent them, and the text that they made when somebody last looked at it and found it good.

`CHIEU_RECORD=1 pytest tests/clients/terminal` writes the text anew, and with `CHIEU_RECORD=updates` the updates too; the
difference is then for a person to read.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from google.protobuf import json_format
from rich.console import Console, RenderableType

from chieu.table.v1.update_pb2 import Update
from chieu_terminal.screen import Screen

FOLDER = Path(__file__).parent / "recorded"
WIDTH = 90


def shown(parts: Iterable[RenderableType | None], *, is_plain: bool) -> str:
    """What a screen shows, without colours and trailing blanks."""
    file = io.StringIO()
    screen = Screen(Console(file=file, width=WIDTH, highlight=False), is_plain=is_plain)
    for part in parts:
        screen.show(part)
    return "".join(line.rstrip() + "\n" for line in file.getvalue().splitlines())


def recorded_updates(name: str, make: Callable[[], Iterable[Update]]) -> list[Update]:
    """The updates of a file, one JSON document a line."""
    path = FOLDER / f"{name}.jsonl"
    if os.environ.get("CHIEU_RECORD") == "updates":
        lines = [json_format.MessageToJson(update, indent=None) + "\n" for update in make()]
        path.write_text("".join(lines), encoding="utf-8")
    return [json_format.Parse(line, Update()) for line in path.read_text(encoding="utf-8").splitlines()]


def assert_recorded(name: str, text: str) -> None:
    """Holds the text against its file."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("CHIEU_RECORD"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
