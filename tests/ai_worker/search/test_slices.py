from __future__ import annotations

from ai_worker.search import Meter
from ai_worker.strategy import Budget


class Machine:
    """A clock, and a search that takes so many seconds a node and has so many nodes to do."""

    def __init__(self, seconds_a_node: float, nodes: int) -> None:
        self.now = 100.0
        self.slices: list[int] = []
        self._seconds = seconds_a_node
        self._left = nodes

    def clock(self) -> float:
        return self.now

    def search(self, nodes: int) -> int:
        done = min(nodes, self._left)
        self._left -= done
        self.now += done * self._seconds
        self.slices.append(done)
        return done


def test_a_slice_stays_below_twenty_milliseconds_once_the_pace_is_known() -> None:
    machine = Machine(seconds_a_node=0.00005, nodes=10**9)
    Meter(Budget(seconds=2.0, nodes=10**9), machine.clock).run(machine.search, 10**9)
    assert max(machine.slices) * 0.00005 < 0.02
    assert len(machine.slices) > 100


def test_the_time_is_kept() -> None:
    machine = Machine(seconds_a_node=0.0001, nodes=10**9)
    meter = Meter(Budget(seconds=0.3, nodes=10**9), machine.clock)
    meter.run(machine.search, 10**9)
    assert meter.is_spent()
    assert machine.now <= 100.0 + 0.3 + 0.02


def test_the_nodes_are_kept_exactly() -> None:
    machine = Machine(seconds_a_node=0.0, nodes=10**9)
    meter = Meter(Budget(seconds=1.0, nodes=12_345), machine.clock)
    meter.run(machine.search, 10**9)
    assert (meter.used, meter.is_spent()) == (12_345, True)


def test_a_search_that_ends_leaves_the_rest() -> None:
    machine = Machine(seconds_a_node=0.0, nodes=70)
    meter = Meter(Budget(seconds=1.0, nodes=1000), machine.clock)
    meter.run(machine.search, 500)
    assert (meter.used, meter.is_spent()) == (70, False)
