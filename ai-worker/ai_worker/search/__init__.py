"""Searches: pure, typed so that mypyc compiles them like the rules, and run in slices."""

import services  # noqa: F401 - chooses between the interpreted and the compiled form, before anything is imported
from ai_worker.search.slices import Meter
from ai_worker.search.tan_ending import Ending, Table, is_ending
from ai_worker.search.tonk_guesses import Belief, Guesses
from ai_worker.search.tonk_turns import Habits, play_out

__all__ = ["Belief", "Ending", "Guesses", "Habits", "Meter", "Table", "is_ending", "play_out"]
