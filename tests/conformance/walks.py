"""Random play over whole matches, for tests to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from services.core.chance import SearchRandom, draw
from services.core.game import Ready
from tests.conformance.games import Table

__all__ = ["Moment", "deal_at", "random_move", "walk"]

_MOST_MOVES = 5_000


@dataclass(frozen=True)
class Moment:
    """The deal itself, one accepted move, or the end of a pause; `state` is the state after it."""

    match: Any
    before: Any
    seat: int
    move: Any
    events: list[Any]
    state: Any

    @property
    def is_deal(self) -> bool:
        """Whether this is the deal; there is nothing before it."""
        return self.before is None

    @property
    def is_settling(self) -> bool:
        """Whether a pause ended; nobody moved."""
        return self.before is not None and self.move is None

    def again(self, table: Table, state: Any) -> list[Any]:
        """Does to another state what was done here, unless it was the deal."""
        if self.is_settling:
            return list(table.game.advance(state))
        return list(table.game.play(state, self.seat, self.move))


def deal_at(table: Table, match: Any, seed: int) -> tuple[Any, list[Any]]:
    """The next deal of a match from a seed for tests."""
    game = table.game
    key = seed.to_bytes(32, "big")
    number = game.deals_done(match) + 1
    chance = draw(key, [], table.name, number, game.draws(table.options, match))
    state, events = game.deal(table.options, match, chance)
    return state, events


def walk(table: Table, seed: int, deals: int = 2) -> Iterator[Moment]:
    """Plays the first deals of a match: by uniformly random steps, by the policy, and by a mixture."""
    game = table.game
    rng = SearchRandom(seed)
    match = game.open_match(table.options, table.seats)
    for number in range(deals):
        if not isinstance(game.before_deal(table.options, match), Ready):
            return
        state, events = deal_at(table, match, seed)
        yield Moment(match, None, -1, None, events, game.copy(state))
        for _ in range(_MOST_MOVES):
            if game.result(state) is not None:
                break
            before = game.copy(state)
            seat, move = _choose(table, state, rng, (seed + number) % 3)
            events = game.advance(state) if move is None else game.play(state, seat, move)
            yield Moment(match, before, seat, move, events, game.copy(state))
        result = game.result(state)
        assert result is not None, f"no end after {_MOST_MOVES} moves"
        match = game.after_deal(table.options, match, result)


def _choose(table: Table, state: Any, rng: SearchRandom, style: int) -> tuple[int, Any]:
    """Who does what next; no move is the end of a pause, also one with open questions."""
    game = table.game
    prompts = game.prompts(state)
    is_paused = game.pause(state) is not None
    assert prompts or is_paused, "nobody is asked and nothing is waited for"
    if is_paused and (not prompts or not rng.below(4)):
        return -1, None
    seat = sorted(prompts)[rng.below(len(prompts))]
    whim = rng.below(10)
    if style == 0 or (style == 1 and whim < 3):
        if is_paused:  # steps go from seat to seat, answers in a window do not
            listed = list(table.adapter.moves(prompts[seat].choices))
            return seat, listed[rng.below(len(listed))]
        return seat, random_move(table, state, rng)
    if style == 2 and whim < 4:
        return seat, game.default_move(state, seat)
    return seat, game.policy(game.view(state, seat), seat, prompts[seat].choices)


def random_move(table: Table, state: Any, rng: SearchRandom) -> Any:
    """A legal move put together from uniformly random steps."""
    game, adapter = table.game, table.adapter
    trial = game.copy(state)
    steps = []
    while adapter.moves_made(trial) == adapter.moves_made(state):
        legal = [bit for bit in range(64) if game.steps(trial) >> bit & 1]
        steps.append(legal[rng.below(len(legal))])
        game.step(trial, steps[-1])
    return adapter.move_of_steps(state, steps)
