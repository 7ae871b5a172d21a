"""Tests of core run in time that leaps, all but those that need sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.core.leaping import LeapingLoop
from tests.core.stage import Stage


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    with_sockets = "rpc" in item.path.parts
    return {"sockets": asyncio.new_event_loop} if with_sockets else {"leaping": LeapingLoop}


@pytest.fixture
async def stage() -> Stage:
    """Tables of the toy game at one home."""
    return Stage()


@pytest.fixture(autouse=True)
def logs(request: pytest.FixtureRequest) -> Iterator[list[MutableMapping[str, Any]]]:
    """What was logged. No test of core may see a fault of ours, unless it asks for `faults`."""
    with capture_logs() as lines:
        yield lines
    found = [line for line in lines if line["event"] == "fault"]
    assert bool(found) == ("faults" in request.fixturenames), found


@pytest.fixture
def faults(logs: list[MutableMapping[str, Any]]) -> list[MutableMapping[str, Any]]:
    """What was logged by a test that makes the service fail."""
    return logs
