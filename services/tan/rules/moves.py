"""The five moves. A move names cards; whether it is allowed is `legality`'s business."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Attack", "Defend", "Move", "ReturnTribute", "Stop", "Take", "canonical"]


@dataclass(frozen=True, slots=True)
class Attack:
    """Lays a wave. `cards` may hold `cards.UNKNOWN` and doubles: the rules refuse them in their order."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Defend:
    """Covers the wave: one (attacking card, defending card) for each unanswered card."""

    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Take:
    """Picks up everything on the table."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Gives the attack right up for the rest of the round."""


@dataclass(frozen=True, slots=True)
class ReturnTribute:
    """The King gives a card back for the tribute."""

    card: int


Move = Attack | Defend | Take | Stop | ReturnTribute


def canonical(move: Move) -> Move:
    """The same move with its cards in ascending order: equal moves become equal values."""
    if isinstance(move, Attack):
        return Attack(tuple(sorted(move.cards)))
    if isinstance(move, Defend):
        return Defend(tuple(sorted(move.pairs)))
    return move
