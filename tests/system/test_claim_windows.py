"""Connections are lost while a claim window of Chắn is open: back in time, the claim counts; late, the window is over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest

from chieu.chan.v1 import chan_pb2 as pb
from chieu.table.v1.update_pb2 import Update
from chieu_client import LiveTable, Prompt, Refused
from chieu_client.games import chan
from chieu_client.unpack import unpack_as
from tests.servers.proxy import Proxy, start_proxy
from tests.system import Deployment, Player, eventually
from tests.system.checks import check_match, fetch_records
from tests.system.choosing import by_policy
from tests.system.options import chan_options
from tests.system.tables import make_table

pytestmark = pytest.mark.chaos


def view_of(update: Update) -> pb.View:
    """The view that an update carries."""
    return unpack_as(update.view, pb.View)


@dataclass
class Loss:
    """Four players, each on a line of his own, which breaks when he may claim: until both ways out were seen."""

    players: Sequence[Player]
    lines: Sequence[Proxy]
    claimed_in_time: bool = False
    came_late: bool = False

    async def play(self, table: str, number: int) -> Update:
        """One of the players plays the policy's moves."""
        player, line = self.players[number], self.lines[number]
        async with player.open(table) as live:
            async for prompt in live.prompts():
                is_claim = chan.choices(prompt).HasField("claim")
                if is_claim and not self.claimed_in_time:
                    await self._lose(table, player, line)
                    self.claimed_in_time = await player.answer(live, prompt, by_policy(prompt))
                elif is_claim and not self.came_late:
                    await self._stay_away(table, number, prompt)
                    await self._find_it_settled(live, prompt)
                else:
                    await player.answer(live, prompt, by_policy(prompt))
            return live.latest

    @staticmethod
    async def _lose(table: str, player: Player, line: Proxy) -> None:
        """The line breaks, and is there again at once."""
        seen = player.at(table)
        opened = len(seen.openings)
        line.cut()
        await eventually(lambda: len(seen.openings) > opened, failing="the table was not opened again")

    async def _stay_away(self, table: str, number: int, prompt: Prompt) -> None:
        """The line is down until another player has seen the window settle."""
        line, other = self.lines[number], self.players[number - 1].at(table)
        turn = chan.view(prompt).turn
        line.is_down = True
        line.cut()
        await eventually(lambda: view_of(other.updates[-1]).turn != turn, failing="the window did not settle")
        line.is_down = False

    async def _find_it_settled(self, live: LiveTable, prompt: Prompt) -> None:
        """What was not answered is over: a win was claimed, a Chíu passed, and an answer comes too late."""
        found = view_of(await live.until_gone(prompt))
        assert found.turn > chan.view(prompt).turn
        if chan.choices(prompt).claim.win:
            assert found.result.HasField("winner")
        else:
            assert not any(meld.form == pb.MELD_FORM_CHIU and meld.seat == prompt.seat for meld in found.melds)
        with pytest.raises(Refused) as refused:
            await live.answer(prompt, by_policy(prompt))
        assert refused.value.reason in {"STALE_PROMPT", "NO_DEAL", "MATCH_OVER"}, "as far as the table has come since"
        self.came_late = True


async def test_chan_claim_counts_from_who_is_back_in_time_and_is_settled_for_who_is_not(victim: Deployment) -> None:
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(start_proxy(victim.gateways[seat % 2].port)) for seat in range(4)]
        players = [
            await stack.enter_async_context(
                Player(f"http://127.0.0.1:{line.port}", f"an-{seat}", victim.token(f"an-{seat}"))
            )
            for seat, line in enumerate(lines)
        ]
        loss = Loss(players, lines)
        while not (loss.claimed_in_time and loss.came_late):
            table = await make_table(players, 4, chan_options(), claim_seconds=2)
            ends = await asyncio.gather(*(loss.play(table, number) for number in range(4)))
            kept = await fetch_records(players[0].session.lobby, table)
            check_match(table, players, ends, kept)
