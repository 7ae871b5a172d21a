"""How fast the rules are, in the form that this process has loaded.

    CHIEU_RULES=compiled python -m tests.bench.rules

Every function measures one thing and returns rows; nothing here asserts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from services.compiled import loaded_form
from services.core.chance import SearchRandom, draw
from services.core.game import Chance
from services.tan import rules
from services.tan.game import TAN

__all__ = ["Row", "costs", "main", "playouts", "served_sets", "sizes"]

_SECONDS = 0.3
_OPTIONS = {"mobile": rules.MOBILE, "traditional": rules.TRADITIONAL}


@dataclass(frozen=True)
class Row:
    """One figure."""

    what: str
    table: str
    value: float
    unit: str
    form: str

    def __str__(self) -> str:
        return f"{self.form:9} {self.table:15} {self.what:38} {self.value:12,.2f} {self.unit}"


def _chance(options: rules.Options, match: rules.Match, seed: int) -> Chance:
    return draw(seed.to_bytes(32, "big"), [], "bench", 1, rules.draws(options, match))


def _deal(options: rules.Options, seats: int, seed: int) -> rules.State:
    match = rules.open_match(options, seats)
    return rules.deal(options, match, _chance(options, match, seed))[0]


def _middle(options: rules.Options, seats: int) -> rules.State:
    """A position with cards on the table and a wave to answer."""
    state = _deal(options, seats, 1)
    while state.version < 12 or state.phase != rules.Phase.DEFEND:
        _policy_move(state)
    return state


def _policy_move(state: rules.State) -> list[rules.Event]:
    ((seat, prompt),) = TAN.prompts(state).items()
    return TAN.play(state, seat, TAN.policy(TAN.view(state, seat), seat, prompt.choices))


def _rate(run: Callable[[int], int]) -> tuple[float, float]:
    """Calls per second of CPU, so that other work on the machine counts less, and the sum of their results."""
    calls = total = 0
    start = time.process_time()
    while (passed := time.process_time() - start) < _SECONDS:
        total += run(calls)
        calls += 1
    return calls / passed, total / passed


def _tables() -> list[tuple[str, rules.Options, int]]:
    return [(f"{name} {n}", options, n) for name, options in _OPTIONS.items() for n in (2, 3, 4)]


def playouts() -> list[Row]:
    """Random sets to the end from one deal: what a search does most."""
    rows = []
    for table, options, seats in _tables():
        state = _deal(options, seats, 1)
        rng = SearchRandom(1)
        sets, steps = _rate(lambda _, s=state, r=rng: rules.random_playout(rules.copy_state(s), r))  # type: ignore[misc]
        rows.append(Row("random sets", table, sets, "sets/s", loaded_form()))
        rows.append(Row("steps of random sets", table, steps / 1e6, "M steps/s", loaded_form()))
    return rows


def served_sets() -> list[Row]:
    """Whole sets between policies as a service plays them: prompts, a view, a move with its events."""
    rows = []
    for table, options, seats in _tables():

        def one_set(seed: int, options: rules.Options = options, seats: int = seats) -> int:
            state = _deal(options, seats, seed)
            while TAN.result(state) is None:
                _policy_move(state)
            return int(state.version)

        sets, moves = _rate(one_set)
        rows.append(Row("sets between policies", table, sets, "sets/s", loaded_form()))
        rows.append(Row("moves between policies", table, moves, "moves/s", loaded_form()))
    return rows


def costs() -> list[Row]:
    """What single calls cost in the middle of a set."""
    rows = []
    for table, options, seats in _tables():
        state = _middle(options, seats)
        for what, call in _calls(state, options).items():
            calls, _ = _rate(lambda _, call=call: int(call() is None))  # type: ignore[misc]
            rows.append(Row(what, table, 1e6 / calls, "us", loaded_form()))
    return rows


def _calls(state: rules.State, options: rules.Options) -> dict[str, Callable[[], Any]]:
    seat = int(state.turn)
    view, packed, rng = TAN.view(state, seat), TAN.pack(state), SearchRandom(1)
    choices = TAN.prompts(state)[seat].choices
    return {
        "copy": lambda: TAN.copy(state),
        "copy and play a take": lambda: TAN.play(TAN.copy(state), seat, rules.Take()),
        "view": lambda: TAN.view(state, seat),
        "prompts": lambda: TAN.prompts(state),
        "policy": lambda: TAN.policy(view, seat, choices),
        "steps": lambda: TAN.steps(state),
        "sample": lambda: TAN.sample(view, rng),
        "pack": lambda: TAN.pack(state),
        "unpack": lambda: TAN.unpack(options, packed),
    }


def sizes() -> list[Row]:
    """The largest packed state of forty sets between policies, and the most cards that a view lists as gone or held."""
    rows = []
    for table, options, seats in _tables():
        states = views = 0
        for seed in range(40):
            state = _deal(options, seats, seed)
            while TAN.result(state) is None:
                _policy_move(state)
                states = max(states, len(TAN.pack(state)))
                views = max(views, len(TAN.view(state, 0).gone) + len(TAN.view(state, 0).hand))
        rows.append(Row("largest packed state", table, states, "bytes", loaded_form()))
        rows.append(Row("most cards listed in a view", table, views, "cards", loaded_form()))
    return rows


def main() -> None:
    """Prints all rows."""
    for measure in (playouts, served_sets, costs, sizes):
        for row in measure():
            print(row, flush=True)


if __name__ == "__main__":
    main()
