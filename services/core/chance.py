"""Chance for a deal, from a seed that can be checked afterwards; and a quick generator for search.

A deal's seed is published as a commitment before the deal and revealed after it. Every draw reads a
stream of its own: block `i` is HMAC-SHA-256 with the seed as key over the label of this scheme, the
contributions of the seats in ascending order, the table, the deal's number, the draw and `i`, each part
preceded by its length. Blocks are read as big-endian 64-bit numbers; a number that would make small
results likelier is thrown away. Whoever has the seed can repeat this with any HMAC.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final, assert_never

from mypy_extensions import i64

from services.core.game import Chance, Draw, Pick, Shuffle

__all__ = ["SEED_BYTES", "SearchRandom", "commitment", "draw"]

SEED_BYTES: Final = 32
_COMMIT_LABEL: Final = b"chieu/seed/v1"
_DRAW_LABEL: Final = b"chieu/draw/v1"
_WORD: Final = 8


def commitment(seed: bytes) -> bytes:
    """What is published before the deal: SHA-256 over a label and the seed."""
    return hashlib.sha256(_framed([_COMMIT_LABEL, seed])).digest()


def draw(
    seed: bytes,
    contributions: Sequence[tuple[int, bytes]],
    table: str,
    deal: int,
    draws: Sequence[Draw],
) -> Chance:
    """What each draw gives, by its label: a permutation for a `Shuffle`, one number for a `Pick`.

    `contributions` are the (seat, bytes) that seated players added, in any order.
    """
    given: list[bytes] = []
    for seat, entropy in sorted(contributions):
        given.append(_framed([str(seat).encode(), entropy]))
    base = _framed([_DRAW_LABEL, _framed(given), table.encode(), str(deal).encode()])
    found: dict[str, tuple[int, ...]] = {}
    for wanted in draws:
        if wanted.label in found:
            raise ValueError(f"two draws are labelled {wanted.label!r}")
        found[wanted.label] = _answer(seed, base, wanted)
    return found


def _answer(seed: bytes, base: bytes, wanted: Draw) -> tuple[int, ...]:
    match wanted:
        case Shuffle(label, size):
            stream = _Stream(seed, base + _framed([b"shuffle", label.encode(), str(size).encode()]))
            return stream.permutation(size)
        case Pick(label, size):
            stream = _Stream(seed, base + _framed([b"pick", label.encode(), str(size).encode()]))
            return (stream.below(size),)
        case _:
            assert_never(wanted)


def _framed(parts: Sequence[bytes]) -> bytes:
    framed = bytearray()
    for part in parts:
        framed += len(part).to_bytes(4, "big")
        framed += part
    return bytes(framed)


class _Stream:
    """The numbers of one draw."""

    def __init__(self, seed: bytes, message: bytes) -> None:
        self._seed = seed
        self._message = message
        self._block = 0
        self._left = b""

    def below(self, size: int) -> int:
        """One number of `range(size)`, all equally likely."""
        if size < 1:
            raise ValueError(f"cannot draw from {size} numbers")
        whole = 1 << (8 * _WORD)
        fair = whole - whole % size
        while True:
            word = self._word()
            if word < fair:
                return word % size

    def permutation(self, size: int) -> tuple[int, ...]:
        """A permutation of `range(size)` by Fisher and Yates, from the last place down."""
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _word(self) -> int:
        if not self._left:
            message = self._message + self._block.to_bytes(8, "big")
            self._left = hmac.digest(self._seed, message, "sha256")
            self._block += 1
        word = int.from_bytes(self._left[:_WORD], "big")
        self._left = self._left[_WORD:]
        return word


class SearchRandom:
    """Marsaglia's xorshift128: small, quick, the same numbers on every build. For search and tests only.

    Anyone who sees some of its numbers knows the rest, so it must never deal cards to people.
    """

    def __init__(self, seed: int) -> None:
        self._x: i64 = _mixed(seed)
        self._y: i64 = _mixed(seed + 0x9E3779B9)
        self._z: i64 = _mixed((seed >> 32) ^ 0x7F4A7C15)
        self._w: i64 = _mixed(seed ^ 0x5BD1E995) | 1
        for _ in range(8):
            self.next32()

    def next32(self) -> i64:
        """The next number of `range(2 ** 32)`."""
        t: i64 = self._x ^ ((self._x << 11) & 0xFFFFFFFF)
        self._x = self._y
        self._y = self._z
        self._z = self._w
        self._w = (self._w ^ (self._w >> 19)) ^ (t ^ (t >> 8))
        return self._w

    def below(self, size: i64) -> i64:
        """A number of `range(size)`; uneven by less than `size / 2 ** 32`."""
        return (self.next32() * size) >> 32


def _mixed(seed: int) -> i64:
    value = seed & 0xFFFFFFFF
    value = ((value ^ (value >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    value = ((value ^ (value >> 16)) * 0x45D9F3B) & 0xFFFFFFFF
    return value ^ (value >> 16)
