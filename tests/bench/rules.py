"""How fast the rules are, in the form that this process has loaded.

    CHIEU_RULES=compiled python -m tests.bench.rules [game]

Every function measures one thing and returns rows; nothing here asserts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from services.chan import rules as chan
from services.chan.game import CHAN
from services.compiled import loaded_form
from services.core.chance import SearchRandom, draw
from services.core.game import AnyGame
from services.tan import rules as tan
from services.tan.game import TAN
from services.tonk import rules as tonk
from services.tonk.game import TONK

__all__ = ["SUBJECTS", "Row", "Subject", "costs", "main", "playouts", "served_deals", "sizes"]

_SECONDS = 0.3


@dataclass(frozen=True)
class Row:
    """One figure."""

    what: str
    table: str
    value: float
    unit: str
    form: str

    def __str__(self) -> str:
        return f"{self.form:9} {self.table:18} {self.what:38} {self.value:12,.2f} {self.unit}"


@dataclass(frozen=True)
class Subject:
    """A game at a table, and what of it is no part of the common interface."""

    name: str
    game: AnyGame
    options: Any
    seats: int
    playout: Callable[[Any, SearchRandom], int]
    is_middle: Callable[[Any], bool]
    """Whether a position is one to measure single calls in."""
    listed: Callable[[Any], int]
    """How many cards a view lists."""


def _tan_subjects() -> Iterator[Subject]:
    """The middle is a wave to answer, with cards on the table before it."""
    for name, options in (("mobile", tan.MOBILE), ("traditional", tan.TRADITIONAL)):
        for seats in (2, 3, 4):
            yield Subject(
                f"tan {name} {seats}",
                cast("AnyGame", TAN),
                options,
                seats,
                tan.random_playout,
                lambda state: state.version >= 12 and state.phase == tan.Phase.DEFEND,
                lambda view: len(view.gone) + len(view.hand),
            )


def _tonk_subjects() -> Iterator[Subject]:
    """The middle is a turn to be finished after the draw; random play that may knock is over almost at once."""
    for seats in (2, 3, 4):
        yield Subject(
            f"tonk default {seats}",
            cast("AnyGame", TONK),
            tonk.Options(max_seats=4),
            seats,
            tonk.random_playout,
            lambda state: state.version >= 3 and state.phase == tonk.Phase.MELD,
            lambda view: len(view.hand) + sum(len(spread.cards) for spread in view.spreads) + 1,
        )


def _chan_subjects() -> Iterator[Subject]:
    """The middle is a discard that is owed after some captures."""
    for house in chan.House:
        yield Subject(
            f"chan {house.value}",
            cast("AnyGame", CHAN),
            chan.Options(house=house),
            4,
            chan.random_playout,
            lambda state: state.version >= 12 and state.stage == chan.Stage.DISCARD,
            lambda view: len(view.hand) + len(view.doors) + sum(4 if m.form == 2 else 2 for m in view.melds),
        )


SUBJECTS: Sequence[Subject] = [*_tan_subjects(), *_chan_subjects(), *_tonk_subjects()]


def _deal(it: Subject, seed: int) -> Any:
    match = it.game.open_match(it.options, it.seats)
    chance = draw(seed.to_bytes(32, "big"), [], "bench", 1, it.game.draws(it.options, match))
    return it.game.deal(it.options, match, chance)[0]


def _middle(it: Subject) -> Any:
    for seed in range(1, 100):
        state = _deal(it, seed)
        while it.game.result(state) is None:
            if it.is_middle(state):
                return state
            _policy_move(it.game, state)
    raise AssertionError("no position to measure in")


def _policy_move(game: AnyGame, state: Any) -> None:
    """One answer, or the end of a pause that waits for none."""
    for seat, prompt in game.prompts(state).items():
        game.play(state, seat, game.policy(game.bot_view(state, seat), seat, prompt.choices))
        return
    game.advance(state)


def _rate(run: Callable[[int], int]) -> tuple[float, float]:
    """Calls per second of CPU, so that other work on the machine counts less, and the sum of their results."""
    calls = total = 0
    start = time.process_time()
    while (passed := time.process_time() - start) < _SECONDS:
        total += run(calls)
        calls += 1
    return calls / passed, total / passed


def playouts(it: Subject) -> Iterator[Row]:
    """Random deals to the end from one position: what a search does most."""
    state, rng = _deal(it, 1), SearchRandom(1)
    deals, steps = _rate(lambda _: it.playout(it.game.copy(state), rng))
    yield Row("random deals", it.name, deals, "deals/s", loaded_form())
    yield Row("steps of random deals", it.name, steps / 1e6, "M steps/s", loaded_form())


def served_deals(it: Subject) -> Iterator[Row]:
    """Whole deals between policies as a service plays them: prompts, a view, a move with its events."""

    def one_deal(seed: int) -> int:
        state = _deal(it, seed)
        while it.game.result(state) is None:
            _policy_move(it.game, state)
        return int(state.version)

    deals, moves = _rate(one_deal)
    yield Row("deals between policies", it.name, deals, "deals/s", loaded_form())
    yield Row("moves between policies", it.name, moves, "moves/s", loaded_form())


def costs(it: Subject) -> Iterator[Row]:
    """What single calls cost in the middle of a deal."""
    state = _middle(it)
    for what, call in _calls(it, state).items():
        calls, _ = _rate(lambda _, call=call: int(call() is None))  # type: ignore[misc]
        yield Row(what, it.name, 1e6 / calls, "us", loaded_form())


def _calls(it: Subject, state: Any) -> dict[str, Callable[[], Any]]:
    game, seat = it.game, next(iter(it.game.prompts(state)))
    view, packed, rng = game.bot_view(state, seat), game.pack(state), SearchRandom(1)
    choices, default = game.prompts(state)[seat].choices, game.default_move(state, seat)
    return {
        "copy": lambda: game.copy(state),
        "copy and play the default move": lambda: game.play(game.copy(state), seat, default),
        "view": lambda: game.view(state, seat),
        "bot's view": lambda: game.bot_view(state, seat),
        "prompts": lambda: game.prompts(state),
        "policy": lambda: game.policy(view, seat, choices),
        "steps": lambda: game.steps(state),
        "sample": lambda: game.sample(view, rng),
        "pack": lambda: game.pack(state),
        "unpack": lambda: game.unpack(it.options, packed),
    }


def sizes(it: Subject) -> Iterator[Row]:
    """Sizes over forty deals between policies: states as stored, views as sent, and the most cards that a view lists."""
    codec = import_module(f"services.{it.game.name}.codec").CODEC
    states = views = 0
    encoded: list[int] = []
    for seed in range(40):
        state = _deal(it, seed)
        while it.game.result(state) is None:
            _policy_move(it.game, state)
            view = it.game.view(state, 0)
            states = max(states, len(it.game.pack(state)))
            views = max(views, it.listed(view))
            encoded.append(codec.encode_view(view).ByteSize())
    yield Row("largest packed state", it.name, states, "bytes", loaded_form())
    yield Row("encoded view of a seat, mean", it.name, sum(encoded) / len(encoded), "bytes", loaded_form())
    yield Row("encoded view of a seat, largest", it.name, max(encoded), "bytes", loaded_form())
    yield Row("most cards listed in a view", it.name, views, "cards", loaded_form())


def main(names: Sequence[str]) -> None:
    """Prints all rows of the games named, or of all."""
    for measure in (playouts, served_deals, costs, sizes):
        for it in SUBJECTS:
            if not names or it.game.name in names:
                for row in measure(it):
                    print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
