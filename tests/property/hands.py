"""How many random hands a game is tried on."""

from __future__ import annotations

import os
from typing import Final

from services.compiled import loaded_form

__all__ = ["HANDS"]

HANDS: Final = int(os.environ.get("CHIEU_HANDS") or (10_000 if loaded_form() == "compiled" else 1_000))
"""Over all of a game's options together: ten thousand, a tenth of that where the rules are interpreted.

CHIEU_HANDS says otherwise, for a long run.
"""
