"""Commands as bytes on the wire.

hiredis packs any command, at a fifth of a microsecond an argument. A commit has thirty, half of them the same every
time: a `Call` packs those once and only frames the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, cast

import hiredis

__all__ = ["Argument", "Call", "pack"]

Argument: TypeAlias = bytes | str | int

pack = cast("Callable[[tuple[Argument, ...]], bytes]", hiredis.pack_command)
"""One command as bytes. TypeError: an argument is neither bytes, text nor a number."""

_FRAMES: Final = [b"\r\n$%d\r\n" % size for size in range(8_192)]
"""What ends one argument and begins the next, by the next one's size."""


class Call:
    """A command whose first arguments never change."""

    def __init__(self, *fixed: Argument) -> None:
        self._count = len(fixed)
        packed = pack(fixed)
        self._begin = packed[packed.index(b"\r\n") : -2]

    def pack(self, rest: Sequence[bytes]) -> bytes:
        """The whole command with its last arguments. TypeError: one of them is not bytes."""
        parts = [b"*%d" % (self._count + len(rest)), self._begin]
        add, framed = parts.append, len(_FRAMES)
        for argument in rest:
            size = len(argument)
            add(_FRAMES[size] if size < framed else b"\r\n$%d\r\n" % size)
            add(argument)
        add(b"\r\n")
        return b"".join(parts)
