"""Tests of core run in time that leaps, all but those that need sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import pytest

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
