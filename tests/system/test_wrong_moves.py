"""Moves that the rules refuse, tried at tables that are played to their end by a gateway and by a replica alike."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

import grpc
import pytest
from google.protobuf.message import Message

from chieu.chan.v1 import chan_pb2
from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import Update
from chieu.tonk.v1 import tonk_pb2
from chieu_client import LiveTable, Prompt, Refused
from chieu_client.games import chan
from tests.system import Deployment, Player
from tests.system.checks import check_match, fetch_records
from tests.system.choosing import lingering
from tests.system.conftest import GAMES, Join
from tests.system.options import TRADITIONAL, chan_options, tan_options, tonk_options
from tests.system.plain import bearer, messages_of, refusal_of, service_of
from tests.system.tables import make_table
from tests.system.wrong_moves import WRONG_MOVES

pytestmark = pytest.mark.e2e

_OFTEN = 3
"""So often each wrong move is tried where there is occasion."""
_MATCHES = 40
"""So many matches give occasion to all of them, and a few do by far most times."""

_THREE_ALIKE = "a-chan-with-three-alike"
"""Of Chắn: hardly ever comes up, as whoever has three alike takes the card in its window."""

_TABLES: Mapping[str, tuple[int, int, Message]] = {
    "tan": (2, 2, tan_options(TRADITIONAL, sets=3)),
    "tonk": (
        2,
        2,
        tonk_options(
            initial_upcard=False,
            forced_spread=True,
            return_taken=tonk_pb2.RETURN_TAKEN_FORBID,
            hit_blocks_knock=tonk_pb2.HIT_BLOCKS_KNOCK_CUMULATIVE,
        ),
    ),
    "chan": (1, 4, chan_options(chan_pb2.HOUSE_TRADITIONAL, hands=3)),
}
"""Players, seats and options with which every test of the rulebook has its occasion.

In Chắn one player sits with bots: then windows are over at once, unless that player is asked.
"""


@dataclass
class Trial:
    """Wrong moves of one game at one table after another; `tried` counts them by name."""

    deployment: Deployment
    game: str
    channels: Sequence[grpc.aio.Channel]
    tried: Counter[str] = field(default_factory=Counter)

    @property
    def missing(self) -> list[str]:
        """What has found no occasion yet."""
        return [name for name in WRONG_MOVES[self.game] if not self.tried[name]]

    async def play(self, player: Player, table: str, chance: Random) -> Update:
        """Play a match to its end, and try at every prompt what is wrong there."""
        choose = lingering(chance)
        async with player.open(table) as live:
            async for prompt in live.prompts():
                for name, wrong in WRONG_MOVES[self.game].items():
                    move = wrong.made(prompt) if self.tried[name] < _OFTEN else None
                    if move is not None:
                        await self._is_refused(player, live, prompt, move, wrong.rule)
                        self.tried[name] += 1
                await player.answer(live, prompt, chan.let_pass() if self._saves_chiu(prompt) else choose(prompt))
            return live.latest

    def _saves_chiu(self, prompt: Prompt) -> bool:
        """Whether to pass a Chíu in its window, so that the same card comes up as a question to its seat alone."""
        choices = prompt.choices
        return isinstance(choices, chan_pb2.Choices) and choices.claim.chiu and _THREE_ALIKE in self.missing

    async def _is_refused(self, player: Player, live: LiveTable, prompt: Prompt, move: Message, rule: str) -> None:
        """Refused by both, and nothing is changed as soon as the bots that are asked too have answered."""
        async with asyncio.timeout(20):
            is_unchanged = False
            while not is_unchanged:
                before = self.deployment.stored(live.table_id)
                for refusal in (
                    await by_gateway(live, prompt, move),
                    await self._by_replica(player, live, prompt, move),
                ):
                    assert refusal.reason == refusal_pb2.REASON_ILLEGAL_MOVE, (move, refusal)
                    assert refusal.rule == rule, (move, refusal)
                    assert refusal.advice == refusal_pb2.ADVICE_CHANGE
                    assert refusal.seq == live.latest.seq
                    assert not refusal.detail, "there is nothing to say that could name a card"
                is_unchanged = self.deployment.stored(live.table_id) == before

    async def _by_replica(self, player: Player, live: LiveTable, prompt: Prompt, move: Message) -> Refusal:
        """What a replica refuses it with; the next one each time, whether or not it is the table's home."""
        channel = self.channels[self.tried.total() % len(self.channels)]
        request = messages_of(self.game).PlayRequest(table=live.table_id, prompt_id=prompt.id, move=move)
        token = self.deployment.token(player.subject)
        return await refusal_of(service_of(self.game, channel).Play(request, metadata=bearer(token)))


async def by_gateway(live: LiveTable, prompt: Prompt, move: Message) -> Refusal:
    """What a gateway refuses it with."""
    with pytest.raises(Refused) as refused:
        await live.answer(prompt, move)
    return refused.value.refusal


@pytest.fixture
async def trial(deployment: Deployment, game: str) -> AsyncIterator[Trial]:
    channels = [grpc.aio.insecure_channel(replica.address) for replica in deployment.replicas(game)]
    yield Trial(deployment, game, channels)
    for channel in channels:
        await channel.close()


@pytest.mark.parametrize("game", GAMES)
async def test_every_wrong_move_is_refused_by_its_rule_and_the_match_goes_on(
    trial: Trial, game: str, join: Join
) -> None:
    sitting, seats, options = _TABLES[game]
    players = [await join(trial.deployment, f"{game}-wrong-{number}") for number in range(sitting)]
    for match in range(_MATCHES):
        table = await make_table(players, seats, options, claim_seconds=15)
        plays = [trial.play(player, table, Random(match * 2 + number)) for number, player in enumerate(players)]
        ends = await asyncio.gather(*plays)
        check_match(table, players, ends, await fetch_records(players[0].session.lobby, table))
        if not trial.missing:
            return
    raise AssertionError(f"no occasion for {trial.missing}")
