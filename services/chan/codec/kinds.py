"""Kinds on the wire: a kind is its number plus one, and 0 is no card."""

from __future__ import annotations

from collections.abc import Iterable

from chieu.chan.v1.chan_pb2 import Kind
from services.chan.rules import KINDS, UNKNOWN

__all__ = ["from_kind", "from_kinds", "from_seat", "to_kind", "to_kinds", "to_seat"]


def to_kind(kind: int) -> Kind.ValueType:
    """A kind in play as its enum; -1 is unspecified."""
    return Kind.ValueType(kind + 1)


def from_kind(wire: int) -> int:
    """The kind of an enum value; `UNKNOWN` for whatever is none, for the rules to refuse in their order."""
    return wire - 1 if 0 < wire <= KINDS else UNKNOWN


def to_kinds(kinds: Iterable[int]) -> list[Kind.ValueType]:
    """Kinds in play as their enum."""
    return [Kind.ValueType(kind + 1) for kind in kinds]


def from_kinds(wire: Iterable[int]) -> tuple[int, ...]:
    """The kinds of enum values, in their order."""
    return tuple([from_kind(kind) for kind in wire])


def to_seat(seat: int) -> int | None:
    """A seat, or None for -1: the field is not set then."""
    return None if seat < 0 else seat


def from_seat(*, is_set: bool, wire: int) -> int:
    """The seat of a field, or -1 if it is not set."""
    return wire if is_set else -1
