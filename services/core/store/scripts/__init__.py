"""What runs inside Redis: one operation a file, its keys and arguments documented on top.

Each script touches only keys that it is given, all in one slot, and needs nothing newer than Redis 7.0.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["Script", "script"]


@dataclass(frozen=True, slots=True)
class Script:
    """A script by its text and the name that Redis knows it by."""

    source: bytes
    sha: bytes


@cache
def script(name: str) -> Script:
    """The script of a file in this folder, by its name without the ending."""
    source = Path(__file__).with_name(f"{name}.lua").read_bytes()
    return Script(source, hashlib.sha1(source, usedforsecurity=False).hexdigest().encode())
