"""What a prompt offers: the legal moves, or their generator where they are many."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AttackChoices", "Choices", "DefendChoices", "Pending", "ReturnChoices"]


@dataclass(frozen=True, slots=True)
class AttackChoices:
    """Every non-empty set of `fitting` cards up to `limit`, of one rank if `one_rank`; or Stop if allowed."""

    fitting: tuple[int, ...]
    limit: int
    one_rank: bool
    may_stop: bool


@dataclass(frozen=True, slots=True)
class Pending:
    """An unanswered attacking card and the cards of the hand that beat it."""

    attack: int
    beaters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DefendChoices:
    """Take, always; or one of its beaters for every pending card, none used twice.

    `complete` tells whether there is such a defence.
    """

    pending: tuple[Pending, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class ReturnChoices:
    """Any one of these cards goes back for the tribute."""

    cards: tuple[int, ...]


Choices = AttackChoices | DefendChoices | ReturnChoices
