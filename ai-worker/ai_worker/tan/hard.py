"""The level `hard`: heuristics while cards are hidden, exact play once two seats are left and the stock is empty.

Then every card is known but for the unknown part of a busted hand, which is out of play: where there is one, several
deals of it are solved and the move that wins most of them is played.
"""

from __future__ import annotations

from typing import Final

from ai_worker.search import Ending, Meter, Table, is_ending
from ai_worker.search.tan_ending import LOST, OPEN, WON
from ai_worker.strategy import Budget, Rung, Thought
from ai_worker.tan.answers import TanQuestion
from ai_worker.tan.lines import Line, lines_of
from services.core.chance import SearchRandom
from services.tan.policy import policy
from services.tan.rules import Move, SeatStatus, State, View, canonical, sample

__all__ = ["hard"]

_WORLDS: Final = 6
_FIRST_NODES: Final = 200
_HALF: Final = 0.5


def hard(question: TanQuestion, budget: Budget, seed: int) -> Thought[Move]:
    """The move that wins for certain, if there is one and it is found; else the heuristic's unless it loses."""
    view = question.view
    usual = canonical(policy(view, question.seat, question.choices))
    if view.stock_count or sum(seat.status == SeatStatus.ACTIVE for seat in view.seats) > 2:
        return Thought(usual, Rung.HEURISTIC)
    rng = SearchRandom(seed)
    worlds = [sample(view, rng) for _ in range(1 if _is_all_known(view) else _WORLDS)]
    if not is_ending(worlds[0]):
        return Thought(usual, Rung.HEURISTIC)
    return _best(worlds, question.seat, usual, Meter(budget))


def _is_all_known(view: View) -> bool:
    return all(seat.aside_count == len(seat.aside_known) for seat in view.seats)


def _best(worlds: list[State], me: int, usual: Move, meter: Meter) -> Thought[Move]:
    """Proves the moves in turns, the usual one first, each turn twice as long as the one before."""
    lines = sorted(lines_of(worlds[0]), key=lambda line: (line.move != usual, len(line.steps), line.steps))
    proofs = _proofs(worlds, me, lines)
    nodes = _FIRST_NODES
    while not meter.is_spent() and any(_is_open(proof) for proof in proofs):
        for line, proof in zip(lines, proofs, strict=True):
            for ending in proof:
                if ending.value == OPEN:
                    meter.run(ending.run, nodes)
            if all(ending.value == WON for ending in proof):
                return Thought(line.move, Rung.SEARCH, meter.used)
        nodes *= 2
    best = max(range(len(lines)), key=lambda place: (_hope(proofs[place]), -place))
    rung = Rung.HEURISTIC if any(_is_open(proof) for proof in proofs) else Rung.SEARCH
    return Thought(lines[best].move, rung, meter.used)


def _proofs(worlds: list[State], me: int, lines: list[Line]) -> list[list[Ending]]:
    """For each line its endings, one a world. Legal moves are the same in all of them."""
    tables = [Table(world, me) for world in worlds]
    after = [{line.steps: line.after for line in lines_of(world)} for world in worlds]
    return [[Ending(table, states[line.steps]) for table, states in zip(tables, after, strict=True)] for line in lines]


def _is_open(proof: list[Ending]) -> bool:
    return any(ending.value == OPEN for ending in proof)


def _hope(proof: list[Ending]) -> float:
    """Wins, and half a win for what is not decided."""
    return sum(0 if ending.value == LOST else 1 if ending.value == WON else _HALF for ending in proof)
