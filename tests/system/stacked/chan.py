"""Serves Chắn from a stacked pack: `python -m tests.system.stacked.chan`."""

from __future__ import annotations

from services.chan.__main__ import SERVICE
from services.core.replica import main
from tests.system.stacked.stack import stacked

if __name__ == "__main__":
    main(stacked(SERVICE))
