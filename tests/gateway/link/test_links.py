"""Links that move, break, drain and lose: what the services see, and that clients see nothing."""

from __future__ import annotations

import time

import pytest

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.link.v1 import link_pb2
from chieu.table.v1 import refusal_pb2
from gateway.app import Gateway
from gateway.link import choose
from tests.gateway.client import Client, eventually
from tests.gateway.conftest import Connect, StartGateway, StartService
from tests.gateway.service import MARK, FakeLink, FakeService, accept, answer, ignore, open_seat, refused


class Pair:
    """Two replicas that know each other, a gateway, and a client whose table is open at the first of them."""

    def __init__(self, gateway: Gateway, client: Client, home: FakeService, other: FakeService, sub: int) -> None:
        self.gateway = gateway
        self.client = client
        self.home = home
        self.other = other
        self.sub = sub

    async def sees_nothing_but(self, kind: str) -> pb.ServerFrame:
        """The client's next frame, which must be of that kind."""
        frame = await self.client.next()
        assert frame.WhichOneof("frame") == kind, frame
        return frame


@pytest.fixture
async def pair(start_service: StartService, start_gateway: StartGateway, connect: Connect) -> Pair:
    services = [await start_service(name="a"), await start_service(name="b")]
    for service in services:
        service.replicas = [each.address for each in services]
    gateway = await start_gateway(*services)
    links = gateway.router.games["tan"]
    await eventually(lambda: len(links.live_links()) == 2)
    client = await connect(gateway)
    assert (await client.open("tan-1")).HasField("opened")
    best = choose("tan-1", [service.address for service in services])
    home, other = sorted(services, key=lambda service: service.address != best)
    sub = (await home.link.opened()).sub
    home.link.push_update(sub, seq=5)
    assert (await client.next()).update.seq == 5
    return Pair(gateway, client, home, other, sub)


async def resumed(link: FakeLink) -> int:
    """The number under which the client's table is opened again, from where it was."""
    asked = await link.opened()
    assert (asked.table, asked.seq, asked.mark) == ("tan-1", 5, MARK)
    return asked.sub


async def test_a_moved_table_is_opened_at_its_new_home_from_where_it_was(pair: Pair) -> None:
    pair.home.link.push(moved=link_pb2.Moved(table="tan-1", home=pair.other.address))
    sub = await resumed(pair.other.link)
    pair.home.link.push_update(pair.sub, seq=6)
    pair.other.link.push_update(sub, seq=7)
    assert (await pair.sees_nothing_but("update")).update.seq == 7
    assert (await pair.client.ask(answer=answer())).reply.HasField("accepted")
    assert (await pair.other.link.answered()).sub == sub


async def test_moving_leaves_other_tables_where_they_are(pair: Pair) -> None:
    names = (f"tan-{number}" for number in range(2, 99))
    addresses = [pair.home.address, pair.other.address]
    table = next(name for name in names if choose(name, addresses) == pair.home.address)
    await pair.client.open(table)
    stays = (await pair.home.link.opened()).sub
    pair.home.link.push(moved=link_pb2.Moved(table="tan-1", home=pair.other.address))
    await resumed(pair.other.link)
    pair.home.link.push_update(stays, table=table)
    assert (await pair.sees_nothing_but("update")).update.table == table


async def test_an_open_may_be_moved_before_it_is_granted(pair: Pair, connect: Connect) -> None:
    def move(link: FakeLink, asked: link_pb2.Open) -> None:
        link.push(moved=link_pb2.Moved(table=asked.table, home=pair.other.address))

    pair.home.on_open = move
    client = await connect(pair.gateway, "binh")
    assert (await client.open("tan-1", corr=4)).HasField("opened")
    assert (await pair.other.link.opened()).table == "tan-1"


async def test_a_home_that_is_not_known_yet_is_connected_to(pair: Pair, start_service: StartService) -> None:
    third = await start_service(name="c")
    pair.home.link.push(moved=link_pb2.Moved(table="tan-1", home=third.address))
    await resumed(await third.linked())


async def test_a_home_that_cannot_be_reached_is_not_waited_for_long(pair: Pair) -> None:
    pair.home.link.push(moved=link_pb2.Moved(table="tan-1", home="127.0.0.1:1"))
    await resumed(pair.home.link)


async def test_replicas_that_disagree_about_a_home_are_asked_more_slowly(pair: Pair) -> None:
    hops = 0

    def pass_on(service: FakeService) -> None:
        def script(link: FakeLink, asked: link_pb2.Open) -> None:
            nonlocal hops
            hops += 1
            there = pair.other if service is pair.home else pair.home
            link.push(moved=link_pb2.Moved(table=asked.table, home=there.address))

        service.on_open = script

    pass_on(pair.home)
    pass_on(pair.other)
    pair.home.link.push(moved=link_pb2.Moved(table="tan-1", home=pair.other.address))
    began = time.monotonic()
    await eventually(lambda: hops >= 7)
    assert time.monotonic() - began > 0.3
    pair.home.on_open = pair.other.on_open = open_seat()
    await eventually(lambda: any(link.subscriptions for link in pair.gateway.router.games["tan"].live_links()))
    assert (await pair.client.ask(answer=answer())).reply.HasField("accepted")


async def test_lost_updates_are_asked_for_again_in_the_same_place(pair: Pair) -> None:
    pair.home.on_answer = ignore
    pair.client.say(9, answer=answer())
    corr = (await pair.home.link.answered()).corr
    pair.home.link.push(lost=link_pb2.Lost(table="tan-1"))
    assert await pair.home.link.closed() == pair.sub
    sub = await resumed(pair.home.link)
    pair.home.link.push(reply=link_pb2.Reply(corr=corr, reply=b"\x0a\x00"))
    assert (await pair.sees_nothing_but("reply")).corr == 9
    assert pair.home.link.answers.empty()
    pair.home.link.push_update(sub, seq=9, snapshot=True)
    assert (await pair.sees_nothing_but("update")).update.snapshot


async def test_a_draining_replicas_tables_are_opened_elsewhere_while_it_still_replies(pair: Pair) -> None:
    pair.home.on_answer = pair.other.on_answer = ignore
    pair.other.on_open = ignore
    pair.client.say(9, answer=answer())
    corr = (await pair.home.link.answered()).corr
    pair.home.link.push(drain=link_pb2.Drain(replicas=[pair.other.address]))
    assert await pair.home.link.closed() == pair.sub
    sub = await resumed(pair.other.link)
    pair.home.link.push(reply=link_pb2.Reply(corr=corr, reply=b"\x0a\x00"))
    assert (await pair.sees_nothing_but("reply")).corr == 9
    pair.other.link.push(opened=link_pb2.Opened(sub=sub, seat=0))
    pair.other.link.push_update(sub, seq=6)
    await pair.sees_nothing_but("update")
    assert pair.other.link.answers.empty()
    pair.home.link.break_off()
    await eventually(lambda: set(pair.gateway.router.games["tan"].links) == {pair.other.address})


async def test_a_broken_links_tables_are_opened_elsewhere_and_its_answers_sent_once_more(pair: Pair) -> None:
    pair.home.on_answer = ignore
    pair.client.say(9, answer=answer())
    first = await pair.home.link.answered()
    await pair.home.stop()
    sub = await resumed(pair.other.link)
    again = await pair.other.link.answered()
    assert (again.sub, again.prompt_id, again.move) == (sub, first.prompt_id, first.move)
    reply = await pair.sees_nothing_but("reply")
    assert reply.corr == 9
    assert reply.reply.HasField("accepted")


async def test_an_answer_that_is_interrupted_twice_is_refused(pair: Pair) -> None:
    pair.home.on_answer = pair.other.on_answer = ignore
    pair.client.say(9, answer=answer())
    await pair.home.link.answered()
    pair.home.link.break_off()
    await pair.other.link.answered()
    pair.other.link.break_off()
    reply = await pair.sees_nothing_but("reply")
    assert (reply.corr, reply.reply.refusal.reason) == (9, refusal_pb2.REASON_UNAVAILABLE)
    assert reply.reply.refusal.advice == refusal_pb2.ADVICE_RETRY


async def test_a_reply_from_the_old_home_settles_an_answer_that_was_sent_again(pair: Pair) -> None:
    pair.home.on_answer = pair.other.on_answer = ignore
    pair.client.say(9, answer=answer())
    first = await pair.home.link.answered()
    pair.home.link.push(moved=link_pb2.Moved(table="tan-1", home=pair.other.address))
    again = await pair.other.link.answered()
    pair.home.link.push(reply=link_pb2.Reply(corr=first.corr, reply=b"\x0a\x00"))
    assert (await pair.sees_nothing_but("reply")).corr == 9
    pair.other.link.push(reply=link_pb2.Reply(corr=again.corr, reply=b"\x0a\x00"))
    assert (await pair.client.ask(4, ping=pb.Ping())).HasField("pong")


async def test_a_seat_that_changed_while_moving_is_told(pair: Pair) -> None:
    pair.other.on_open = open_seat(None)
    pair.home.link.push(moved=link_pb2.Moved(table="tan-1", home=pair.other.address))
    opened = await pair.sees_nothing_but("opened")
    assert (opened.corr, opened.opened.HasField("seat")) == (0, False)


async def test_contention_while_moving_is_tried_again_unseen(pair: Pair) -> None:
    tries = 0

    def busy_twice(link: FakeLink, asked: link_pb2.Open) -> None:
        nonlocal tries
        tries += 1
        if tries > 2:
            open_seat()(link, asked)
        else:
            link.push(ended=link_pb2.Ended(sub=asked.sub, refusal=refused("REASON_UNAVAILABLE", "ADVICE_RETRY")))

    pair.home.on_open = pair.other.on_open = busy_twice
    pair.home.link.push(lost=link_pb2.Lost(table="tan-1"))
    await eventually(lambda: tries == 3)
    assert (await pair.client.ask(answer=answer())).reply.HasField("accepted")


async def test_a_refusal_while_moving_is_told(pair: Pair) -> None:
    refusal = refused("REASON_TABLE_CLOSED")
    pair.other.on_open = lambda link, asked: link.push(ended=link_pb2.Ended(sub=asked.sub, refusal=refusal))
    pair.home.link.push(moved=link_pb2.Moved(table="tan-1", home=pair.other.address))
    assert (await pair.sees_nothing_but("closed")).closed.refusal == refusal


async def test_the_only_replica_may_come_back(service: FakeService, gateway: Gateway, client: Client) -> None:
    service.on_answer = ignore
    await client.open()
    client.say(9, answer=answer())
    await service.link.answered()
    await service.stop()
    client.say(10, answer=answer())
    await eventually(lambda: not gateway.router.games["tan"].live_links())
    service.on_answer = accept
    await service.start()
    await service.linked(2)
    replies = [await client.next() for _ in range(2)]
    assert sorted(reply.corr for reply in replies) == [9, 10]
    assert all(reply.reply.HasField("accepted") for reply in replies)


async def test_without_a_service_an_open_is_refused_after_a_while(
    start_gateway: StartGateway, connect: Connect
) -> None:
    client = await connect(await start_gateway(open_seconds=0.2))
    closed = await client.open(corr=3)
    assert closed.closed.refusal.reason == refusal_pb2.REASON_UNAVAILABLE
    assert closed.closed.refusal.advice == refusal_pb2.ADVICE_RETRY


async def test_a_service_that_does_not_answer_an_open_is_given_up(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    service.on_open = ignore
    client = await connect(await start_gateway(service, open_seconds=0.2))
    assert (await client.open()).closed.refusal.reason == refusal_pb2.REASON_UNAVAILABLE
    assert await service.link.closed() == (await service.link.opened()).sub


async def test_an_open_table_whose_service_stays_away_is_closed_after_a_while(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    client = await connect(await start_gateway(service, reopen_seconds=0.3, answer_seconds=0.1))
    await client.open()
    await service.stop()
    client.say(9, answer=answer())
    reply = await client.next()
    assert (reply.corr, reply.reply.refusal.reason) == (9, refusal_pb2.REASON_UNAVAILABLE)
    assert (await client.next()).closed.refusal.reason == refusal_pb2.REASON_UNAVAILABLE
    assert (await client.ask(answer=answer())).reply.refusal.reason == refusal_pb2.REASON_NO_SUCH_TABLE


async def test_replicas_that_a_service_names_are_connected_to(
    start_service: StartService, start_gateway: StartGateway
) -> None:
    seed, other = await start_service(name="a"), await start_service(name="b")
    seed.replicas = [seed.address, other.address]
    await start_gateway(seed)
    await other.linked()


async def test_an_address_of_the_settings_that_is_a_members_other_name_is_given_up(
    start_service: StartService, start_gateway: StartGateway
) -> None:
    service = await start_service(name="a")
    service.replicas = [service.address]
    alias = f"localhost:{service.port}"
    gateway = await start_gateway(services={"tan": (alias,)})
    links = gateway.router.games["tan"].links
    await eventually(lambda: set(links) == {service.address} and links[service.address].replica == "a")


async def test_a_service_of_another_game_is_not_used(
    start_service: StartService, start_gateway: StartGateway, connect: Connect
) -> None:
    service = await start_service(game="chan")
    gateway = await start_gateway(service, open_seconds=0.3)
    client = await connect(gateway)
    assert (await client.open()).closed.refusal.reason == refusal_pb2.REASON_UNAVAILABLE


async def test_frames_of_a_newer_service_are_passed_over(service: FakeService, client: Client) -> None:
    service.link.push()
    assert (await client.open()).HasField("opened")


async def test_many_answers_share_batches(service: FakeService, start_gateway: StartGateway, connect: Connect) -> None:
    gateway = await start_gateway(service, frames_burst=1000)
    clients = [await connect(gateway, f"s{number}") for number in range(10)]
    for client in clients:
        await client.open()
    for _ in range(5):
        for client in clients:
            client.say(answer=answer())
        assert all([(await client.next()).HasField("reply") for client in clients])
    assert max(service.link.batches) >= 5


def test_tables_are_spread_over_links_the_same_way_everywhere() -> None:
    addresses = ["a:1", "b:1", "c:1"]
    homes = {choose(f"tan-{number}", addresses) for number in range(50)}
    assert homes == set(addresses)
    assert choose("tan-1", reversed(addresses)) == choose("tan-1", addresses)
    assert choose("tan-1", []) is None
