"""Every move of a position and where it leads, for a search that judges whole moves at its root."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from services.core.cards import cards_of
from services.tan.rules import TAKE, Attack, Defend, Move, ReturnTribute, State, Stop, Take, copy_state, step, steps
from services.tan.rules.state import ATTACK, DEFEND

__all__ = ["MOST_LINES", "Line", "lines_of"]

MOST_LINES: Final = 600


@dataclass(frozen=True, slots=True)
class Line:
    """A legal move, by its steps, and the state after it."""

    steps: tuple[int, ...]
    move: Move
    after: State


def lines_of(state: State) -> list[Line]:
    """All moves of the seat to act, one defence for each set of cards; the first `MOST_LINES` if there are more."""
    found: list[Line] = []
    seen: set[tuple[int, bool]] = set()
    waiting: list[tuple[tuple[int, ...], State]] = [((), state)]
    while waiting and len(found) < MOST_LINES:
        made, half = waiting.pop()
        for bit in reversed(cards_of(steps(half))):
            after = copy_state(half)
            step(after, bit)
            line = (*made, bit)
            is_whole = after.version > state.version
            cards = sum(1 << each for each in line)
            if (cards, is_whole) in seen:
                continue
            seen.add((cards, is_whole))
            if is_whole:
                found.append(Line(line, _move(state, line), after))
            else:
                waiting.append((line, after))
    return found


def _move(state: State, line: tuple[int, ...]) -> Move:
    if state.phase == ATTACK:
        return Attack(line[:-1]) if len(line) > 1 else Stop()
    if state.phase == DEFEND:
        return Take() if line == (TAKE,) else Defend(tuple(zip(cards_of(state.pending), line, strict=True)))
    return ReturnTribute(line[0])
