from __future__ import annotations

import contextlib
import itertools

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from chieu.link.v1 import link_pb2
from chieu.table.v1 import refusal_pb2
from chieu.table.v1 import table_service_pb2 as pb
from chieu.table.v1.update_pb2 import AnswerReply
from chieu.tan.v1 import tan_pb2
from services.core.home import placement
from services.core.store import MemoryStore, StoreUnavailable
from tests.core.rpc.serving import Server, serving, until
from tests.core.rpc.test_playing import opening, started
from wire.placement import home_of


async def test_a_link_begins_with_who_serves_what(server: Server) -> None:
    link = server.link()
    (welcome,) = await link.got("welcome")
    assert (welcome.game, list(welcome.replicas)) == ("tan", [server.address])
    await link.close()


@pytest.mark.parametrize("token", ["", "wrong"])
async def test_a_link_needs_the_service_token(server: Server, token: str) -> None:
    link = server.link(token)
    assert await link.failure() == "UNAUTHENTICATED"
    assert link.frames == []


async def test_a_player_opens_no_link(server: Server) -> None:
    player = server.player("an")
    link = server.link(player.metadata[0][1].removeprefix("Bearer "))
    assert await link.failure() == "FORBIDDEN"


async def test_a_table_is_opened_played_and_closed_over_a_link(server: Server) -> None:
    table, _ = await started(server)
    link = server.link()
    for sub, who in enumerate(("an", "binh", "nobody"), 1):
        await link.open(sub, table, who)
    opened = {frame.sub: frame for frame in await link.got("opened", count=3)}
    assert [opened[sub].HasField("seat") for sub in (1, 2, 3)] == [True, True, False]
    await link.got("update", count=3)
    mover = next(sub for sub in (1, 2) if link.updates(sub)[0].HasField("prompt"))
    asked = link.updates(mover)[0]
    reply = await link.answer(7, mover, asked.prompt.prompt_id, opening(asked))
    assert reply.accepted.seq == asked.seq + 1
    await link.got("update", count=6)
    assert [len(link.updates(sub)) for sub in (1, 2, 3)] == [2, 2, 2]
    assert link.updates(mover)[1].seq == asked.seq + 1
    again = await link.answer(8, mover, asked.prompt.prompt_id, opening(asked))
    assert again.accepted.seq == asked.seq + 1
    await link.send(link_pb2.GatewayFrame(close=link_pb2.Close(sub=3)))
    refused = await link.answer(9, 3, b"x", opening(asked))
    assert refused.refusal.advice == refusal_pb2.ADVICE_RETRY
    await link.close()


async def test_refused_answers_carry_reason_and_count(server: Server) -> None:
    table, _ = await started(server)
    link = server.link()
    await link.open(1, table, "an")
    await link.got("update")
    seq = link.updates(1)[0].seq
    stale = await link.answer(1, 1, b"stale", tan_pb2.Move(take=tan_pb2.Take()))
    assert (stale.refusal.reason, stale.refusal.seq) == (refusal_pb2.REASON_STALE_PROMPT, seq)
    other_game = await link.answer(2, 1, b"stale", link_pb2.Canary(nonce=1))
    assert other_game.refusal.reason == refusal_pb2.REASON_MALFORMED
    await link.send(link_pb2.GatewayFrame(answer=link_pb2.Answer(corr=3, sub=1, move=b"\xff")))
    assert await link.got("reply", lambda reply: reply.corr == 3)
    await link.send(link_pb2.GatewayFrame())  # a frame of a kind that is not known yet
    await link.close()


async def test_what_may_not_be_opened_is_ended(server: Server) -> None:
    table = (await server.player("an").create(visibility=3)).id
    link = server.link()
    await link.open(1, table, "binh")
    await link.open(2, "tan-01-nothing", "an")
    await link.open(3, "no id", "an")
    ended = {frame.sub: frame.refusal.reason for frame in await link.got("ended", count=3)}
    assert set(ended.values()) == {refusal_pb2.REASON_NO_SUCH_TABLE}
    assert set(ended) == {1, 2, 3}
    await link.close()


async def test_the_newest_connection_of_a_player_wins(server: Server) -> None:
    table, _ = await started(server)
    old, new = server.link(), server.link()
    await old.open(1, table, "an", generation=5)
    await old.got("update")
    await new.open(1, table, "an", generation=9)
    (ended,) = await old.got("ended")
    assert (ended.sub, ended.refusal.reason) == (1, refusal_pb2.REASON_SUPERSEDED)
    await old.open(2, table, "an", generation=7)
    assert {frame.sub for frame in await old.got("ended", count=2)} == {1, 2}
    await new.got("update")
    for link in (old, new):
        await link.close()


async def test_a_canary_comes_back_through_the_store_or_not_at_all(server: Server) -> None:
    link = server.link()
    await link.send(link_pb2.GatewayFrame(canary=link_pb2.Canary(nonce=5)))
    assert (await link.got("canary"))[0].nonce == 5

    async def silent(_: str) -> float:
        raise StoreUnavailable("silent")

    server.store.canary = silent  # type: ignore[method-assign, assignment]
    await link.send(link_pb2.GatewayFrame(canary=link_pb2.Canary(nonce=6)))
    await link.open(1, "tan-01-nothing", "an")
    await link.got("ended")
    assert len(link.said("canary")) == 1
    await link.close()


async def test_a_link_that_is_too_slow_loses_a_table_and_gets_it_back_whole() -> None:
    async with serving(link_queue_bytes=1) as server:
        table, _ = await started(server)
        link = server.link()
        await link.open(1, table, "an")
        (lost,) = await link.got("lost")
        assert lost.table == table
        assert link.updates(1) == []
        refused = await link.answer(1, 1, b"x", tan_pb2.Move(take=tan_pb2.Take()))
        assert refused.refusal.advice == refusal_pb2.ADVICE_RETRY
        await link.open(2, table, "an")
        await link.got("lost", count=2)
        await link.close()


async def test_too_many_answers_under_way_are_told_to_come_again() -> None:
    async with serving(link_answers=1) as server:
        table, _ = await started(server)
        link = server.link()
        await link.open(1, table, "an")
        await link.got("update")
        packed = AnyMessage()
        packed.Pack(tan_pb2.Move(take=tan_pb2.Take()))
        sent = [link_pb2.Answer(corr=corr, sub=1, prompt_id=b"x", move=packed.SerializeToString()) for corr in (1, 2)]
        await link.send(*[link_pb2.GatewayFrame(answer=one) for one in sent])
        replies = {frame.corr: AnswerReply.FromString(frame.reply) for frame in await link.got("reply", count=2)}
        assert replies[1].refusal.reason == refusal_pb2.REASON_STALE_PROMPT
        assert replies[2].refusal.reason == refusal_pb2.REASON_TABLE_BUSY
        assert replies[2].refusal.advice == refusal_pb2.ADVICE_RETRY
        await link.close()


async def test_a_broken_link_leaves_no_subscription(server: Server) -> None:
    table, _ = await started(server)
    link = server.link()
    await link.open(1, table, "an", generation=9)
    await link.got("update")
    await link.close()
    other = server.link()

    async def comes_in() -> bool:
        await other.open(2, table, "an", generation=1)
        return bool(other.updates(2))

    await until(comes_in, "the old connection is forgotten")
    await other.close()


async def test_every_table_has_one_home_and_the_others_say_where() -> None:
    store = MemoryStore()
    async with serving(store, replica="one") as one, serving(store.beside(), replica="two") as two:
        servers = {"one": one, "two": two}
        link = one.link()
        await link.got("welcome", lambda welcome: len(welcome.replicas) == 2)
        tables = [(await one.player("an").create()).id for _ in range(8)]
        names = {server.address: name for name, server in servers.items()}
        homes = {table: names[home_of(table, names)] for table in tables}
        assert set(homes.values()) == {"one", "two"}
        links = {name: server.link() for name, server in servers.items()}
        for sub, table in enumerate(tables, 1):
            for each in links.values():
                await each.open(sub, table, "an")
        for sub, (table, home) in enumerate(homes.items(), 1):
            away = "two" if home == "one" else "one"
            opened = await links[home].got("opened", count=list(homes.values()).count(home))
            assert sub in {frame.sub for frame in opened}
            moved = await links[away].got("moved", count=list(homes.values()).count(home))
            assert {frame.table: frame.home for frame in moved}[table] == servers[home].address
        for each in (link, *links.values()):
            await each.close()


async def test_tables_move_when_a_replica_comes_and_come_back_when_it_goes() -> None:
    store = MemoryStore()
    async with serving(store, replica="one") as one:
        tables = [(await one.player("an").create()).id for _ in range(8)]
        link = one.link()
        for sub, table in enumerate(tables, 1):
            await link.open(sub, table, "an")
        await link.got("update", count=8)
        async with serving(store.beside(), replica="two") as two:
            moved = await link.got("moved")
            assert {frame.home for frame in moved} == {two.address}
            other = two.link()
            await other.open(1, moved[0].table, "an")
            await other.got("update")
            await one.player("binh").sit(moved[0].table)  # by a replica that is not its home
            await until(lambda: len(other.updates(1)) > 1, "the home hears of it")
        await other.got("drain")
        assert [list(frame.replicas) for frame in other.said("drain")] == [[one.address]]
        await link.got("welcome", lambda welcome: list(welcome.replicas) == [one.address], count=2)
        await link.open(99, moved[0].table, "an")
        await link.got("opened", lambda frame: frame.sub == 99)
        for each in (link, other):
            await each.close()


async def test_a_replica_learns_that_another_left_from_whoever_comes_for_its_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    async with contextlib.AsyncExitStack() as going:
        one = await going.enter_async_context(serving(store, replica="one"))
        monkeypatch.setattr(placement, "RENEW_SECONDS", 3600.0)
        async with serving(store.beside(), replica="two") as two:
            link, addresses = two.link(), [one.address, two.address]
            tables = [(await two.player("an").create()).id for _ in range(8)]
            table = next(table for table in tables if home_of(table, addresses) == one.address)
            await link.open(0, table, "an")
            assert (await link.got("moved"))[0].home == one.address
            await going.aclose()
            subs = itertools.count(1)

            async def comes_in() -> bool:
                await link.open(next(subs), table, "an")
                return bool(link.said("opened"))

            await until(comes_in, "the table is still said to be where nobody is")
            await link.close()


async def test_an_over_table_can_still_be_opened(server: Server) -> None:
    table, _ = await started(server)
    await server.player("an").table("CloseTable", pb.CloseTableRequest(table=table))
    link = server.link()
    await link.open(1, table, "an")
    await link.got("update")
    assert link.updates(1)[0].state.phase == 5
    await link.close()
