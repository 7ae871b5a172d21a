"""Counts moves and steps from fixed positions: the quickest way to see that rules have not changed.

    python -m tests.conformance.perft

writes the counts anew. Do that only together with a new `rules_version`, or for a new game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from services.core.chance import SearchRandom
from tests.conformance.games import Table, presets
from tests.conformance.walks import deal_at, walk

__all__ = ["VECTORS", "count_moves", "count_steps", "positions", "vectors"]

VECTORS = Path(__file__).with_name("perft.json")

_MOVES_DEPTH = 3
_STEPS_DEPTH = 6


def positions(table: Table) -> Iterator[tuple[str, Any]]:
    """The opening, and two later positions of a game between policies."""
    game = table.game
    state, _ = deal_at(table, game.open_match(table.options, table.seats), 51)
    _settle(table, state)
    yield "opening", game.copy(state)
    for number in range(60):
        if game.result(state) is not None:
            return
        if number in (20, 45):
            yield f"after {number}", game.copy(state)
        for seat, prompt in sorted(game.prompts(state).items())[:1]:
            game.play(state, seat, game.policy(game.view(state, seat), seat, prompt.choices))
        _settle(table, state)


def _settle(table: Table, state: Any) -> None:
    """Ends every pause in which nobody is asked any more."""
    while table.game.pause(state) is not None and not table.game.prompts(state):
        table.game.advance(state)


def count_moves(table: Table, state: Any, depth: int) -> int:
    """Sequences of `depth` whole moves; a finished deal counts as one."""
    prompts = sorted(table.game.prompts(state).items())
    if not depth or not prompts:
        return 1
    total = 0
    for seat, prompt in prompts[:1]:
        for move in table.adapter.moves(prompt.choices):
            after = table.game.copy(state)
            table.game.play(after, seat, move)
            _settle(table, after)
            total += count_moves(table, after, depth - 1)
    return total


def count_steps(table: Table, state: Any, depth: int) -> int:
    """Sequences of `depth` steps; a finished deal counts as one."""
    legal = table.game.steps(state)
    if not depth or not legal:
        return 1
    total = 0
    for bit in range(64):
        if legal >> bit & 1:
            after = table.game.copy(state)
            table.game.step(after, bit)
            total += count_steps(table, after, depth - 1)
    return total


def random_walk_sum(table: Table) -> int:
    """One number over every state of some random play, in any form of the rules."""
    total = 0
    for moment in walk(table, seed=52):
        for byte in table.game.pack(moment.state):
            total = (total * 31 + byte) % (1 << 61)
    return total + SearchRandom(table.seats).below(1000)


def vectors(table: Table) -> dict[str, Any]:
    """Everything that is stored for one table."""
    found: dict[str, Any] = {
        name: {
            "moves": [count_moves(table, state, depth) for depth in range(1, _MOVES_DEPTH + 1)],
            "steps": [count_steps(table, state, depth) for depth in range(1, _STEPS_DEPTH + 1)],
        }
        for name, state in positions(table)
    }
    found["random play"] = random_walk_sum(table)
    return found


def main() -> None:
    """Writes the vectors of all presets."""
    stored = {table.name: vectors(table) for table in presets()}
    lines = [f"{json.dumps(name)}: {json.dumps(counts)}" for name, counts in stored.items()]
    VECTORS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
