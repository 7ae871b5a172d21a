from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.core.rpc.serving import Server, serving


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """One replica of Tấn."""
    async with serving() as one:
        yield one
