"""Numbers as bytes and back: what a game's `pack` and `unpack` are written with.

Fixed little-endian fields, and arrays that begin with their length. Whoever reads asks for the same fields in the same
order as whoever wrote; nothing in the bytes says what they are.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

__all__ = ["Reader", "Writer"]

_LENGTH: Final = 1
"""Bytes of an array's length."""


class Writer:
    """Collects fields; `bytes` has them."""

    def __init__(self) -> None:
        self.bytes: bytearray = bytearray()

    def number(self, value: int, size: int) -> None:
        """A signed number of so many bytes. OverflowError: it does not fit."""
        self.bytes += value.to_bytes(size, "little", signed=True)

    def array(self, values: vec[i64], size: int) -> None:
        """At most 127 numbers of so many bytes each."""
        self.number(len(values), _LENGTH)
        for value in values:
            self.number(value, size)


class Reader:
    """Gives fields back. ValueError: the bytes end too early."""

    def __init__(self, packed: bytes) -> None:
        self._packed: bytes = packed
        self._place: int = 0

    def number(self, size: int) -> int:
        """A signed number of so many bytes."""
        end = self._place + size
        if end > len(self._packed):
            raise ValueError("a packed state that ends too early")
        value = int.from_bytes(self._packed[self._place : end], "little", signed=True)
        self._place = end
        return value

    def array(self, size: int) -> vec[i64]:
        """Numbers of so many bytes each."""
        values: vec[i64] = vec[i64]()
        for _ in range(self.number(_LENGTH)):
            values = append(values, self.number(size))
        return values

    def is_at_end(self) -> bool:
        """Whether everything was read."""
        return self._place == len(self._packed)
