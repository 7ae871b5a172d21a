"""Serves Tấn, so that a deployment has every game; nobody stacks its pack: `python -m tests.system.stacked.tan`."""

from __future__ import annotations

from services.core.replica import main
from services.tan.__main__ import SERVICE

if __name__ == "__main__":
    main(SERVICE)
