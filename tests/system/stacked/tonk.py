"""Serves Tonk from a stacked pack: `python -m tests.system.stacked.tonk`."""

from __future__ import annotations

from services.core.replica import main
from services.tonk.__main__ import SERVICE
from tests.system.stacked.stack import stacked

if __name__ == "__main__":
    main(stacked(SERVICE))
