"""What every refusal must keep: it has a reason and has changed nothing."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest

from services.core.refusal import Reason, Refused
from tests.core.stage import Stage

__all__ = ["refused"]


async def refused(stage: Stage, table: str, asked: Awaitable[object]) -> tuple[str, Refused]:
    """The reason's name and the refusal of a call at a table, whose stored bytes it has not touched."""
    before = await stage.memory.load(table)
    with pytest.raises(Refused) as caught:
        await asked
    assert await stage.memory.load(table) == before
    return Reason.Name(caught.value.reason).removeprefix("REASON_"), caught.value
