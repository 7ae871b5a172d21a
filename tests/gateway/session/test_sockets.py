"""What a client sees over the socket, with a real service behind a real link."""

from __future__ import annotations

import asyncio

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.link.v1 import link_pb2
from chieu.table.v1 import refusal_pb2, table_pb2
from gateway.app import Gateway
from gateway.close_codes import CloseCode
from gateway.wire import JSON, PROTO, Encoding
from tests.gateway.client import Client, token
from tests.gateway.conftest import Connect, StartGateway
from tests.gateway.service import MARK, FakeService, accepted, answer, ignore, move, open_seat, refused

BOTH = pytest.mark.parametrize("encoding", [PROTO, JSON], ids=lambda encoding: encoding.subprotocol)
Reason = refusal_pb2.Reason


@BOTH
async def test_a_table_is_opened_updated_answered_and_left(
    service: FakeService, gateway: Gateway, connect: Connect, encoding: Encoding
) -> None:
    client = await connect(gateway, encoding=encoding)
    opened = await client.open("tan-1", corr=5)
    assert (opened.opened.table, opened.opened.seat) == ("tan-1", 0)
    asked = await service.link.opened()
    news = service.link.push_update(asked.sub, seq=7)
    assert (await client.next()).update == news
    reply = await client.ask(9, answer=answer())
    assert reply.reply.SerializeToString() == accepted()
    sent = await service.link.answered()
    assert (sent.sub, sent.prompt_id, AnyMessage.FromString(sent.move)) == (asked.sub, bytes(range(16)), move())
    left = await client.ask(10, leave=pb.Leave(table="tan-1"))
    assert not left.closed.HasField("refusal")
    assert await service.link.closed() == asked.sub


async def test_the_service_is_told_who_it_is(service: FakeService, gateway: Gateway, connect: Connect) -> None:
    client = await connect(gateway, token=token("an", name="An", tenant="studio", table="tan-1", seat=2))
    await client.open("tan-1", seq=4, mark=MARK)
    asked = await service.link.opened()
    expected = link_pb2.Identity(tenant="studio", subject="an", name="An", role="player", table="tan-1", seat=2)
    assert asked.identity == expected
    assert (asked.seq, asked.mark) == (4, MARK)
    assert service.tokens == ["Bearer service token"]


async def test_spectators_are_opened_without_a_seat(service: FakeService, client: Client) -> None:
    service.on_open = open_seat(None)
    assert not (await client.open()).opened.HasField("seat")


async def test_one_update_reaches_all_connections_of_its_audience_in_their_encodings(
    service: FakeService, gateway: Gateway, connect: Connect
) -> None:
    clients = [await connect(gateway, f"s{n}", encoding=encoding) for n, encoding in enumerate([PROTO, JSON, JSON])]
    for client in clients:
        await client.open()
    subs = [(await service.link.opened()).sub for _ in clients]
    news = service.link.push_update(*subs)
    assert [(await client.next()).update for client in clients] == [news] * 3
    assert clients[1].raw[-1] == clients[2].raw[-1]


async def test_one_socket_has_many_tables(service: FakeService, client: Client) -> None:
    for table in ("tan-1", "tan-2"):
        await client.open(table)
    subs = {asked.table: asked.sub for asked in [await service.link.opened(), await service.link.opened()]}
    service.link.push_update(subs["tan-2"], table="tan-2")
    assert (await client.next()).update.table == "tan-2"


async def test_newer_connections_have_higher_generations(
    service: FakeService, gateway: Gateway, connect: Connect
) -> None:
    generations = []
    for _ in range(3):
        await (await connect(gateway)).open()
        generations.append((await service.link.opened()).generation)
    assert generations == sorted(set(generations))


async def test_being_superseded_ends_that_table_alone(service: FakeService, client: Client) -> None:
    await client.open("tan-1")
    await client.open("tan-2")
    sub = (await service.link.opened()).sub
    service.link.push(ended=link_pb2.Ended(sub=sub, refusal=refused("REASON_SUPERSEDED")))
    closed = await client.next()
    assert (closed.corr, closed.closed.table) == (0, "tan-1")
    assert closed.closed.refusal == refused("REASON_SUPERSEDED")
    assert (await client.ask(answer=answer("tan-2"))).reply.HasField("accepted")


async def test_a_refusal_of_the_service_is_passed_on_as_it_is(service: FakeService, client: Client) -> None:
    refusal = refused("REASON_NO_SUCH_TABLE", detail="said so", seq=3)
    service.on_open = lambda link, asked: link.push(ended=link_pb2.Ended(sub=asked.sub, refusal=refusal))
    closed = await client.open(corr=6)
    assert closed.closed.refusal == refusal


async def test_opening_again_is_how_a_client_resyncs(service: FakeService, client: Client) -> None:
    await client.open()
    first = await service.link.opened()
    assert (await client.open(corr=2, seq=3, mark=MARK)).HasField("opened")
    assert await service.link.closed() == first.sub
    second = await service.link.opened()
    assert second.seq == 3
    assert second.sub != first.sub
    service.link.push_update(first.sub, seq=1)
    service.link.push_update(second.sub, seq=4)
    assert (await client.next()).update.seq == 4


async def test_a_client_that_goes_lets_its_tables_go(service: FakeService, client: Client) -> None:
    await client.open()
    client.drop()
    assert await service.link.closed() == (await service.link.opened()).sub


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ({"open": pb.Open()}, "REASON_MALFORMED"),
        ({"open": pb.Open(table="tan-" + "x" * 200)}, "REASON_MALFORMED"),
        ({"open": pb.Open(table="tan-1", seq=1)}, "REASON_MALFORMED"),
        ({"open": pb.Open(table="tan-1", mark=MARK)}, "REASON_MALFORMED"),
        ({"open": pb.Open(table="tan-1", seq=1, mark=b"1")}, "REASON_MALFORMED"),
        ({"open": pb.Open(table="poker-1")}, "REASON_NO_SUCH_TABLE"),
        ({"open": pb.Open(table="tan")}, "REASON_NO_SUCH_TABLE"),
    ],
    ids=str,
)
async def test_a_table_that_cannot_be_is_not_opened(
    service: FakeService, client: Client, frame: dict[str, pb.Open], reason: str
) -> None:
    closed = await client.ask(3, open=frame["open"])
    assert Reason.Name(closed.closed.refusal.reason) == reason
    assert service.link.opens.empty()


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (answer(prompt_id=b"short"), "REASON_MALFORMED"),
        (answer(move=None), "REASON_MALFORMED"),
        (answer(move=AnyMessage(value=b"x")), "REASON_MALFORMED"),
        (answer("tan-2"), "REASON_NO_SUCH_TABLE"),
    ],
    ids=["prompt", "no move", "no type", "another table"],
)
async def test_an_answer_that_cannot_be_is_refused(
    service: FakeService, client: Client, wrong: pb.Answer, reason: str
) -> None:
    await client.open()
    reply = await client.ask(4, answer=wrong)
    assert Reason.Name(reply.reply.refusal.reason) == reason
    assert service.link.answers.empty()


async def test_a_token_for_one_table_opens_no_other(gateway: Gateway, connect: Connect) -> None:
    client = await connect(gateway, token=token("an", table="tan-1"))
    closed = await client.open("tan-2")
    assert closed.closed.refusal.reason == refusal_pb2.REASON_FORBIDDEN
    assert (await client.open("tan-1")).HasField("opened")


async def test_a_connection_has_so_many_tables_and_no_more(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    client = await connect(await start_gateway(service, max_tables_per_connection=1))
    await client.open("tan-1")
    assert (await client.open("tan-2")).closed.refusal.reason == refusal_pb2.REASON_LIMIT_REACHED
    await client.ask(leave=pb.Leave(table="tan-1"))
    assert (await client.open("tan-2")).HasField("opened")


@pytest.mark.parametrize("message", [b"\xff\xff", b"\x12"], ids=repr)
async def test_a_message_that_is_no_frame_is_refused(client: Client, message: bytes) -> None:
    client.send(message)
    refusal = await client.next()
    assert refusal.refusal.reason == refusal_pb2.REASON_MALFORMED
    assert (await client.open()).HasField("opened")


async def test_a_frame_of_no_known_kind_is_refused_by_its_number(client: Client) -> None:
    assert (await client.ask(8)).refusal.reason == refusal_pb2.REASON_MALFORMED


@BOTH
async def test_a_ping_comes_back_with_the_time(gateway: Gateway, connect: Connect, encoding: Encoding) -> None:
    client = await connect(gateway, encoding=encoding)
    pong = (await client.ask(ping=pb.Ping(client_ms=-5))).pong
    assert pong.client_ms == -5
    assert pong.server_ms > 1_700_000_000_000


async def test_too_many_frames_are_refused_and_a_flood_ends_the_connection(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    client = await connect(await start_gateway(service, frames_per_second=0.001, frames_burst=2, flood_frames=3))
    for _ in range(2):
        assert (await client.ask(ping=pb.Ping())).HasField("pong")
    for _ in range(3):
        assert (await client.ask(7, ping=pb.Ping())).refusal.reason == refusal_pb2.REASON_RATE_LIMITED
    client.say(ping=pb.Ping())
    assert await client.code() == CloseCode.FLOOD


async def test_the_other_kind_of_message_ends_the_connection(client: Client) -> None:
    client.send(b"{}", is_text=True)
    assert await client.code() == CloseCode.WRONG_ENCODING


async def test_a_message_that_is_too_large_ends_the_connection(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    client = await connect(await start_gateway(service, max_message_bytes=2000))
    client.send(bytes(2001))
    assert await client.code() == CloseCode.TOO_LARGE


async def test_a_client_that_does_not_read_is_cut_off(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    gateway = await start_gateway(service, max_unsent_bytes=32 * 1024)
    client = await connect(gateway)
    await client.open()
    sub = (await service.link.opened()).sub
    client.transport.underlying_transport.pause_reading()
    async with asyncio.timeout(10):
        while gateway.hub.connections:
            for _ in range(20):
                service.link.push(update=link_pb2.Update(subs=[sub], seq=1, update=bytes(100_000)))
            await asyncio.sleep(0.01)
    assert gateway.counts.closes["SLOW_READER"] == 1


async def test_a_large_update_arrives_whole_between_small_ones(service: FakeService, client: Client) -> None:
    """They come in one batch, so that they are written one after the other before the loop sends any of them."""
    await client.open()
    sub = (await service.link.opened()).sub
    sent = []
    for seq, size in enumerate([10, 70_000, 10, 9_000, 10], 1):
        state = table_pb2.Table(title="x" * size)
        sent.append(service.link.push_update(sub, seq=seq, state=state))
    assert [(await client.next()).update for _ in sent] == sent


async def test_an_update_that_cannot_be_shown_as_json_ends_the_connection(
    service: FakeService, gateway: Gateway, connect: Connect
) -> None:
    client = await connect(gateway, encoding=JSON)
    await client.open()
    sub = (await service.link.opened()).sub
    service.link.push_update(sub, events=[AnyMessage(type_url="type.googleapis.com/chieu.none.v1.Event")])
    assert await client.code() == CloseCode.INTERNAL


async def test_answers_without_a_reply_are_limited(service: FakeService, client: Client) -> None:
    service.on_answer = ignore
    await client.open()
    for corr in range(1, 18):
        client.say(corr, answer=answer())
    busy = await client.next()
    assert (busy.corr, busy.reply.refusal.reason) == (17, refusal_pb2.REASON_TABLE_BUSY)
    assert busy.reply.refusal.advice == refusal_pb2.ADVICE_RETRY


async def test_answers_in_flight_on_a_link_are_limited(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    service.on_answer = ignore
    client = await connect(await start_gateway(service, link_answers=1))
    await client.open()
    client.say(1, answer=answer())
    assert (await client.ask(2, answer=answer())).reply.refusal.reason == refusal_pb2.REASON_TABLE_BUSY


async def test_an_answer_that_gets_no_reply_in_time_is_refused(
    service: FakeService, start_gateway: StartGateway, connect: Connect
) -> None:
    service.on_answer = ignore
    client = await connect(await start_gateway(service, answer_seconds=0.1))
    await client.open()
    assert (await client.ask(2, answer=answer())).reply.refusal.reason == refusal_pb2.REASON_UNAVAILABLE
