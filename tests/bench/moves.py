"""What tables' homes hand to their store: the commits of real matches, four players, all of whom play by the policy."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from services.chan import rules as chan
from services.chan.codec import CODEC as CHAN_CODEC
from services.chan.game import CHAN
from services.core.codec import Codec
from services.core.game import AnyGame
from services.core.store import Change, MemoryStore, Outcome
from services.tan import rules as tan
from services.tan.codec import CODEC as TAN_CODEC
from services.tan.game import TAN
from services.tonk import rules as tonk
from services.tonk.codec import CODEC as TONK_CODEC
from services.tonk.game import TONK
from tests.core.leaping import LeapingLoop
from tests.core.stage import Stage

__all__ = ["KINDS", "Played", "commits", "renamed"]

PLAYERS: Final = ("an", "binh", "cuc", "dung")


@dataclass(frozen=True)
class Played:
    """A game and the options of its matches."""

    game: AnyGame
    codec: Codec
    options: Any


KINDS: Final[Sequence[Played]] = (
    Played(cast("AnyGame", TAN), TAN_CODEC, replace(tan.MOBILE, match_sets=100)),
    Played(cast("AnyGame", TONK), TONK_CODEC, tonk.Options(max_seats=4, match_hands=100)),
    Played(cast("AnyGame", CHAN), CHAN_CODEC, chan.Options(match_hands=100)),
)


class _Keeping(MemoryStore):
    """Keeps every commit that is made through it."""

    def __init__(self, tables: MemoryStore) -> None:
        super().__init__()
        self._world = tables._world
        self.changes: list[Change] = []

    def commit(self, change: Change) -> asyncio.Future[Outcome]:
        self.changes.append(change)
        return super().commit(change)


def commits(kind: Played, count: int) -> list[Change]:
    """The first commits of a table, from its making on."""
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        return runner.run(_play(kind, count))[:count]


def renamed(changes: Sequence[Change], table: str) -> list[Change]:
    """The same commits at another table."""
    return [replace(change, table=table) for change in changes]


async def _play(kind: Played, count: int) -> list[Change]:
    stage = Stage(kind.game, kind.codec)
    store = _Keeping(stage.memory)
    home = stage.another("kept", store)
    table = await stage.start(*PLAYERS, home=home, options=kind.options)
    while len(store.changes) < count:
        state = await stage.state(table)
        asked = [(seat, one) for seat, one in enumerate((await stage.document(table)).seats) if one.prompt is not None]
        if not asked:
            await stage.wait(10)  # a window, or the time between two deals
            continue
        seat, _ = asked[0]
        choices = kind.game.prompts(state)[seat].choices
        move = kind.game.policy(kind.game.bot_view(state, seat), seat, choices)
        await stage.answer(table, seat, move, home=home)
    return store.changes
