"""How much of a table is kept, and for how long: the same numbers in every store."""

from __future__ import annotations

from typing import Final

__all__ = ["RECORD_KEPT_MS", "UPDATES_KEPT"]

UPDATES_KEPT: Final = 8
"""Commits that everybody was told of, whose updates can be read again, with what some were told between them."""

RECORD_KEPT_MS: Final = 7 * 24 * 3600 * 1000
"""How long a finished deal's record is kept after the commit that ended the deal."""
