"""What a prompt offers. Passing is always among it, except when a discard is owed."""

from __future__ import annotations

from dataclasses import dataclass

from services.chan.rules.events import NextStep

__all__ = ["Choices", "ClaimChoices", "DiscardChoices", "HeavenChoices", "TakeChoices"]


@dataclass(frozen=True, slots=True)
class HeavenChoices:
    """Win with the dealt hand (Thiên ù), or pass."""

    dies: bool
    """Whether passing leaves nothing to discard, so that the hand is dead (CHAN-12)."""


@dataclass(frozen=True, slots=True)
class ClaimChoices:
    """In a window: what may be claimed of the card that has just become live, or pass. One of them is true."""

    win: bool
    chiu: bool


@dataclass(frozen=True, slots=True)
class TakeChoices:
    """How the entitled seat may take the live card, or pass; passing may be all."""

    win: bool
    chiu: bool
    chan: bool
    partner: int | None
    """The kind of the hand card for a Cạ; no other will do."""
    next_step: NextStep
    """What follows a pass (CHAN-23)."""
    locks: bool
    """Whether passing locks the kind (CHAN-37)."""


@dataclass(frozen=True, slots=True)
class DiscardChoices:
    """Exactly one of these kinds, in ascending order."""

    cards: tuple[int, ...]


Choices = HeavenChoices | ClaimChoices | TakeChoices | DiscardChoices
