"""Markers for the kinds of tests."""

from __future__ import annotations

import pytest

_KINDS = {
    "golden": "cases of a rulebook, by its own ids",
    "conformance": "what every game promises core",
    "property": "what holds in every position of a game",
    "bench": "measurements; not part of a default run",
}


def pytest_configure(config: pytest.Config) -> None:
    for kind, meaning in _KINDS.items():
        config.addinivalue_line("markers", f"{kind}: {meaning}")
