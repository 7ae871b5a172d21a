"""The rest of a turn after the draw: every order of spreads and hits, searched to the end. There are few of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from services.tonk.rules import (
    Discard,
    Hit,
    MeldChoices,
    Move,
    Phase,
    Spread,
    State,
    canonical,
    choices_now,
    copy_state,
    step,
    steps_of,
)

__all__ = ["Finish", "after", "best_finish"]

_TONK = 2000.0
_OUT = 1000.0
_MOST_POSITIONS = 400


@dataclass(frozen=True, slots=True)
class Finish:
    """How a turn may end: its first move, and what the end is worth."""

    first: Move
    worth: float

    @property
    def goes_out(self) -> bool:
        """Whether the turn ends with an empty hand."""
        return self.worth >= _OUT


def after(state: State, move: Move) -> State:
    """A copy of the state after a legal move."""
    twin = copy_state(state)
    for bit in steps_of(twin, move):
        step(twin, bit)
    return twin


def best_finish(state: State, worth: Callable[[int, int], float]) -> Finish:
    """The best way to end the running turn. `worth(hand, discard)` judges what is kept and what is thrown."""
    return _Search(worth).best(state)


class _Search:
    def __init__(self, worth: Callable[[int, int], float]) -> None:
        self._worth = worth
        self._seen: dict[tuple[int, tuple[int, ...]], Finish] = {}

    def best(self, state: State) -> Finish:
        """Going out without a discard counts most, with one less, and then what `worth` says."""
        hand = int(state.hands[state.turn])
        key = (hand, tuple(state.spreads))
        found = self._seen.get(key)
        if found is None:
            found = max(self._finishes(state, hand), key=lambda finish: finish.worth)
            self._seen[key] = found
        return found

    def _finishes(self, state: State, hand: int) -> Iterator[Finish]:
        choices = choices_now(state)
        assert isinstance(choices, MeldChoices)
        for card in choices.discards:
            kept = hand & ~(1 << card)
            yield Finish(Discard(card), self._worth(kept, card) if kept else _OUT)
        if len(self._seen) > _MOST_POSITIONS and choices.discards:
            return
        melds: list[Move] = [canonical(Spread(group)) for group in choices.spreads]
        melds += [Hit(card, spread) for card, spread in choices.hits]
        for move in melds:
            then = after(state, move)
            yield Finish(move, _TONK if then.phase == Phase.HAND_OVER else self.best(then).worth)
