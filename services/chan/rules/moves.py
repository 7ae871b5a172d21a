"""The six moves. A move names kinds; whether it is allowed is `refusals`' business."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Ca", "Chan", "Chiu", "Discard", "Move", "Pass", "Win"]


@dataclass(frozen=True, slots=True)
class Win:
    """Claims the win (ù)."""


@dataclass(frozen=True, slots=True)
class Chiu:
    """Claims the live card with three alike in hand (chíu)."""


@dataclass(frozen=True, slots=True)
class Chan:
    """Takes the live card with one of the same kind (ăn chắn)."""


@dataclass(frozen=True, slots=True)
class Ca:
    """Takes the live card with one of its rank and another suit (ăn cạ)."""

    partner: int
    """The hand card's kind; may be `kinds.UNKNOWN`, for the rules to refuse in their order."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Lets it go (dưới)."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Puts one hand card down (đánh)."""

    card: int
    """Its kind; may be `kinds.UNKNOWN`."""


Move = Win | Chiu | Chan | Ca | Pass | Discard
