"""A player's connection is lost in the middle of a turn: whoever comes back finds the turn where it stood."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import pytest
from google.protobuf.message import Message

from chieu.table.v1.update_pb2 import Update
from chieu.tonk.v1 import tonk_pb2 as pb
from chieu_client import Prompt
from chieu_client.games import tonk
from tests.servers.proxy import start_proxy
from tests.system import Deployment, Player
from tests.system.checks import check_match, fetch_records
from tests.system.options import tonk_options
from tests.system.player import Seen
from tests.system.tables import make_table

pytestmark = pytest.mark.chaos


def has_drawn(prompt: Prompt) -> bool:
    """The turn's card is drawn and nothing else is done."""
    return tonk.choices(prompt).HasField("meld") and not tonk.view(prompt).has_melded


def may_hit_after_spread(prompt: Prompt) -> bool:
    """A spread was laid in this turn, and a card fits one."""
    return bool(tonk.choices(prompt).meld.hits) and tonk.view(prompt).has_laid


MOMENTS: Mapping[str, Callable[[Prompt], bool]] = {
    "after the draw": has_drawn,
    "between spread and hit": may_hit_after_spread,
}


class Absentminded:
    """A player whose connection is lost once at each of the moments. After that, hands are soon over."""

    def __init__(self) -> None:
        self.left = dict(MOMENTS)
        self.asked: Prompt | None = None
        """What it was asked when its connection was lost."""
        self.last: Update | None = None

    def choose(self, prompt: Prompt) -> Message:
        """Melds what it can and takes from the stock, so that spreads are many; knocks once nothing is left to try."""
        offered = tonk.choices(prompt)
        if offered.turn.may_knock and not self.left:
            return tonk.knock()
        return next(tonk.legal_moves(offered))

    async def live(self, an: Player, table: str) -> None:
        """Play until the next of the moments, or else until the match is over."""
        async with an.open(table) as live:
            async for prompt in live.prompts():
                if self.asked is not None:
                    assert what_is_asked(prompt) == what_is_asked(self.asked)
                    self.asked = None
                elif found := next((name for name, is_now in self.left.items() if is_now(prompt)), None):
                    del self.left[found]
                    self.asked = prompt
                    return
                await an.answer(live, prompt, self.choose(prompt))
            self.last = live.latest


def what_is_asked(prompt: Prompt) -> tuple[bytes, Message, Message]:
    """All that a player goes on from."""
    return prompt.id, prompt.choices, prompt.view


@pytest.mark.parametrize("is_killed", [False, True], ids=["tonk-replicas-live", "tonk-replicas-killed"])
async def test_a_turn_goes_on_where_its_player_was_lost(victim: Deployment, is_killed: bool) -> None:
    """On the other gateway each time, with an app that has forgotten everything; also after all replicas died."""
    token, seen, mind = victim.token("an"), dict[str, Seen](), Absentminded()
    rules = tonk_options(hands=30, bankroll_mode=pb.BANKROLL_MODE_LEDGER)
    near = victim.gateways[0]
    async with Player(near.address, "binh", victim.token("binh"), choose=mind.choose) as binh:
        async with Player(near.address, "an", token) as an:
            table = await make_table([binh, an], 2, rules)
        other = asyncio.create_task(binh.play(table))
        for gateway in (*victim.gateways, near):
            async with (
                start_proxy(gateway.port) as line,
                Player(f"http://127.0.0.1:{line.port}", "an", token, seen=seen) as an,
            ):
                await mind.live(an, table)
                line.is_down = True
                line.cut()
            if is_killed and mind.last is None:
                kill_and_start(victim)
        assert mind.last is not None, "a life was left after the last moment"
        kept = await fetch_records(binh.session.lobby, table)
        check_match(table, [binh, an], [await other, mind.last], kept)


def kill_and_start(deployment: Deployment) -> None:
    """Kill every replica of Tonk, and start them again."""
    for service in deployment.replicas("tonk"):
        service.kill()
    for service in deployment.replicas("tonk"):
        service.start()
