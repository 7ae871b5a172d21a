"""What processes use: CPU and memory, as Linux counts them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["cpu_seconds", "resident_kb"]

_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
_PAGE_KB: Final = os.sysconf("SC_PAGE_SIZE") // 1024


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and all its threads, in steps of 10 ms."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * _TICK


def resident_kb(pid: int) -> int:
    """Memory of a process that is in RAM, in KB."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE_KB


class Window:
    """CPU that named processes use while it is open."""

    def __init__(self, pids: Mapping[str, int]) -> None:
        self._pids = dict(pids)
        self._begun = {name: cpu_seconds(pid) for name, pid in self._pids.items()}

    def used(self) -> dict[str, float]:
        """CPU seconds since it was opened, by name."""
        return {name: cpu_seconds(pid) - self._begun[name] for name, pid in self._pids.items()}
