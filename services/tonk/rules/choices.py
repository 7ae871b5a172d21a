"""What a prompt offers: every legal move, as none of the lists is long."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Choices", "MeldChoices", "TurnChoices"]


@dataclass(frozen=True, slots=True)
class TurnChoices:
    """At the start of a turn."""

    may_knock: bool
    may_draw_stock: bool
    may_draw_discard: bool
    may_decline: bool


@dataclass(frozen=True, slots=True)
class MeldChoices:
    """After the draw: lay one of `spreads`, make one of `hits` (card, spread id), or throw one of `discards`.

    `must_spread` tells that nothing may be discarded while a spread is held (TONK-37).
    """

    spreads: tuple[tuple[int, ...], ...]
    hits: tuple[tuple[int, int], ...]
    discards: tuple[int, ...]
    must_spread: bool


Choices = TurnChoices | MeldChoices
