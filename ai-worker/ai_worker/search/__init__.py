"""Searches: pure, typed so that mypyc compiles them like the rules, and run in slices."""

import services  # noqa: F401 - chooses between the interpreted and the compiled form, before anything is imported
from ai_worker.search.slices import Meter
from ai_worker.search.tan_ending import Ending, Table, is_ending

__all__ = ["Ending", "Meter", "Table", "is_ending"]
