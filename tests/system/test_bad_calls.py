"""Calls that nobody should make, by HTTP at a gateway and by gRPC at a replica: refused, and the table unchanged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import grpc
import httpx
import pytest
from google.protobuf import json_format

from chieu.link.v1 import link_pb2
from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.table_service_pb2 import GetTableRequest, StartDealRequest
from chieu.table.v1.table_service_pb2_grpc import TableServiceStub
from tests.system import Deployment
from tests.system.conftest import GAMES, Join
from tests.system.options import short_match
from tests.system.plain import bearer, messages_of, refusal_of, service_of
from tests.system.scene import SEATS
from tests.system.tables import make_table

pytestmark = pytest.mark.e2e


@dataclass
class Place:
    """A table of two players, whose match is running."""

    deployment: Deployment
    game: str
    table: str
    http: httpx.AsyncClient
    channel: grpc.aio.Channel

    def stored(self) -> list[object]:
        """Everything that the store has of the table."""
        return self.deployment.stored(self.table)

    @property
    def service(self) -> Any:
        """The game's own service."""
        return service_of(self.game, self.channel)

    def answer(self, **fields: Any) -> Any:
        """An answer without a move to a prompt that never was."""
        return messages_of(self.game).PlayRequest(table=self.table, prompt_id=bytes(16), **fields)


@pytest.fixture
async def place(deployment: Deployment, game: str, join: Join) -> AsyncIterator[Place]:
    names = ["owner", "guest", "third", "fourth"][: SEATS[game]]
    players = [await join(deployment, name) for name in names]
    table = await make_table(players, len(players), short_match(game, 1), claim_seconds=15)
    where = deployment.gateways[0].address
    async with (
        httpx.AsyncClient(base_url=where) as http,
        grpc.aio.insecure_channel(deployment.replicas(game)[0].address) as channel,
    ):
        yield Place(deployment, game, table, http, channel)


@dataclass(frozen=True)
class Call:
    """An HTTP call; In its path `{table}` is the table's id and `{game}` the game. `subject` empty: no token at all."""

    method: str
    path: str
    reason: str
    status: int
    body: Any = None
    subject: str = "owner"
    claims: tuple[tuple[str, Any], ...] = ()


CALLS = {
    "no-token": Call("GET", "/v1/tables/{table}", "UNAUTHENTICATED", 401, subject=""),
    "an-expired-token": Call("GET", "/v1/tables/{table}", "UNAUTHENTICATED", 401, claims=(("seconds", -60),)),
    "a-token-for-another-table": Call(
        "GET", "/v1/tables/{table}", "NO_SUCH_TABLE", 404, subject="visitor", claims=(("table", "tan-00-another"),)
    ),
    "another-tenant": Call(
        "GET", "/v1/tables/{table}", "NO_SUCH_TABLE", 404, subject="visitor", claims=(("tenant", "others"),)
    ),
    "no-such-table": Call("GET", "/v1/tables/{game}-00-nowhere", "NO_SUCH_TABLE", 404),
    "an-id-without-sense": Call("GET", "/v1/tables/{game}-%00%7B%7D*", "NO_SUCH_TABLE", 404),
    "records-of-an-id-without-sense": Call("GET", "/v1/tables/{game}-x-y/records", "NO_SUCH_TABLE", 404),
    "a-record-that-is-not-there": Call("GET", "/v1/tables/{table}/records/9", "BAD_DEAL_NUMBER", 409),
    "a-record-that-is-no-number": Call("GET", "/v1/tables/{table}/records/x", "MALFORMED", 400),
    "a-body-that-is-no-json": Call("POST", "/v1/tables/{table}/seat", "MALFORMED", 400, body=b"{"),
    "a-field-of-the-wrong-type": Call(
        "POST", "/v1/tables/{table}/seat", "MALFORMED", 400, body={"requestId": "a", "seat": "first"}
    ),
    "a-body-that-is-too-large": Call("POST", "/v1/tables", "TOO_LARGE", 413, body=b" " * 70_000),
    "no-request-id": Call("POST", "/v1/tables/{table}/seat", "MALFORMED", 400, body={}, subject="visitor"),
    "a-full-table": Call(
        "POST", "/v1/tables/{table}/seat", "WRONG_PHASE", 409, body={"requestId": "a"}, subject="visitor"
    ),
    "a-second-seat": Call("POST", "/v1/tables/{table}/seat", "ALREADY_SEATED", 409, body={"requestId": "b", "seat": 1}),
    "leaving-without-a-seat": Call(
        "POST", "/v1/tables/{table}/leave", "NOT_SEATED", 403, body={"requestId": "c"}, subject="visitor"
    ),
    "closing-what-is-not-ones-own": Call(
        "POST", "/v1/tables/{table}/close", "FORBIDDEN", 403, body={"requestId": "d"}, subject="guest"
    ),
    "another-game": Call(
        "POST", "/v1/tables", "WRONG_GAME", 400, body={"requestId": "e", "game": "chess", "settings": {"seats": 2}}
    ),
    "a-code-that-opens-nothing": Call("GET", "/v1/codes/ZZZZZZ?game={game}", "NO_SUCH_TABLE", 404),
}

_OF_ITS_OWN = {("tonk", "a-record-that-is-not-there"): "WRONG_PHASE"}
"""Where a game has another reason: Tonk shows no record before the match is over."""


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("game", GAMES)
async def test_a_bad_http_call_is_refused_by_its_reason_and_status(place: Place, name: str) -> None:
    call = CALLS[name]
    headers = {}
    if call.subject:
        headers["Authorization"] = f"Bearer {place.deployment.token(call.subject, **dict(call.claims))}"
    before = place.stored()
    given = {"content": call.body} if isinstance(call.body, bytes) else {"json": call.body}
    path = call.path.replace("{table}", place.table).replace("{game}", place.game)
    response = await place.http.request(call.method, path, headers=headers, timeout=20, **given)
    refusal = json_format.Parse(response.content, Refusal())
    reason = _OF_ITS_OWN.get((place.game, name), call.reason)
    assert refusal_pb2.Reason.Name(refusal.reason) == f"REASON_{reason}", refusal
    assert response.status_code == call.status
    assert place.stored() == before


Attempt = Callable[[Place], Awaitable[Any]]


async def without_a_token(place: Place) -> Any:
    stub: Any = TableServiceStub(place.channel)
    return await stub.GetTable(GetTableRequest(table=place.table))


async def with_a_wrong_service_token(place: Place) -> Any:
    stub: Any = TableServiceStub(place.channel)
    return await stub.GetTable(GetTableRequest(table=place.table), metadata=bearer("x" * 40))


async def starting_a_deal_that_is_not_next(place: Place) -> Any:
    stub: Any = TableServiceStub(place.channel)
    request = StartDealRequest(request_id="g", table=place.table, deal=7)
    return await stub.StartDeal(request, metadata=bearer(place.deployment.token("owner")))


async def a_player_who_answers_for_a_bot(place: Place) -> Any:
    return await place.service.Play(place.answer(bot_seat=1), metadata=bearer(place.deployment.token("owner")))


async def a_service_that_answers_for_a_player_as_for_a_bot(place: Place) -> Any:
    return await place.service.Play(place.answer(bot_seat=1), metadata=bearer(place.deployment.service_token))


async def an_answer_to_no_prompt(place: Place) -> Any:
    return await place.service.Play(place.answer(), metadata=bearer(place.deployment.token("owner")))


async def bytes_that_are_no_answer(place: Place) -> Any:
    play: Any = place.channel.unary_unary(f"/chieu.{place.game}.v1.{place.game.title()}Service/Play")
    return await play(b"\xff" * 100)


async def bytes_that_ask_for_no_table(place: Place) -> Any:
    watch: Any = place.channel.unary_stream(f"/chieu.{place.game}.v1.{place.game.title()}Service/Watch")
    return await watch(b"\xff" * 100).read()


async def a_link_of_a_player(place: Place) -> Any:
    return await link(place, bearer(place.deployment.token("owner")))


async def a_link_of_nobody(place: Place) -> Any:
    return await link(place, ())


async def link(place: Place, metadata: Any) -> Any:
    connect: Any = place.channel.stream_stream(
        "/chieu.link.v1.LinkService/Connect",
        request_serializer=link_pb2.ConnectRequest.SerializeToString,
        response_deserializer=link_pb2.ConnectResponse.FromString,
    )
    call = connect(metadata=metadata)
    assert await call.read() is grpc.aio.EOF
    raise grpc.aio.AioRpcError(
        await call.code(), await call.initial_metadata(), await call.trailing_metadata(), await call.details()
    )


RPCS: dict[str, tuple[Attempt, str]] = {
    "no-token": (without_a_token, "UNAUTHENTICATED"),
    "a-wrong-service-token": (with_a_wrong_service_token, "UNAUTHENTICATED"),
    "a-deal-that-is-not-next": (starting_a_deal_that_is_not_next, "BAD_DEAL_NUMBER"),
    "a-player-for-a-bot": (a_player_who_answers_for_a_bot, "FORBIDDEN"),
    "a-service-for-a-player": (a_service_that_answers_for_a_player_as_for_a_bot, "NOT_SEATED"),
    "no-prompt": (an_answer_to_no_prompt, "STALE_PROMPT"),
    "bytes-that-are-no-answer": (bytes_that_are_no_answer, "MALFORMED"),
    "bytes-that-ask-for-no-table": (bytes_that_ask_for_no_table, "MALFORMED"),
    "a-link-of-a-player": (a_link_of_a_player, "FORBIDDEN"),
    "a-link-of-nobody": (a_link_of_nobody, "UNAUTHENTICATED"),
}


@pytest.mark.parametrize("name", RPCS)
@pytest.mark.parametrize("game", GAMES)
async def test_a_bad_rpc_is_refused_by_its_reason(place: Place, name: str) -> None:
    attempt, reason = RPCS[name]
    before = place.stored()
    refusal = await refusal_of(attempt(place))
    assert refusal_pb2.Reason.Name(refusal.reason) == f"REASON_{reason}", refusal
    assert place.stored() == before
