"""Tables that nobody can have, asked for by HTTP at a gateway and by gRPC at a replica: refused with what is allowed."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import grpc
import httpx
import pytest
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.table_pb2 import Settings
from chieu.table.v1.table_service_pb2 import CreateTableRequest
from chieu.table.v1.table_service_pb2_grpc import TableServiceStub
from chieu_client import pack
from identity import DEFAULT_TENANT, Identity
from services.core.table.calls import table_id
from tests.system import Deployment
from tests.system.bad_options import BAD_OPTIONS, OPTIONS, WRONG_SEATS, BadOptions
from tests.system.conftest import GAMES
from tests.system.options import short_match
from tests.system.plain import bearer, refusal_of
from tests.system.scene import SEATS

pytestmark = pytest.mark.e2e


@dataclass
class Desk:
    """Where tables of one game are made, by an owner who has made none before."""

    deployment: Deployment
    game: str
    owner: str
    http: httpx.AsyncClient
    channel: grpc.aio.Channel

    def request(self, seats: int, options: AnyMessage | Message | None = None, **settings: Any) -> CreateTableRequest:
        """A call that asks for a table; always with the same request id."""
        packed = pack(options) if isinstance(options, Message) and not isinstance(options, AnyMessage) else options
        return CreateTableRequest(
            request_id="one", game=self.game, settings=Settings(seats=seats, **settings), options=packed
        )

    @property
    def table(self) -> str:
        """The id of the table that the call would make."""
        owner = Identity(DEFAULT_TENANT, self.owner, "")
        return table_id(self.game, self.deployment.secret.encode(), owner, "one")

    async def create(self, request: CreateTableRequest) -> Any:
        """Ask a replica."""
        stub: Any = TableServiceStub(self.channel)
        return await stub.CreateTable(request, metadata=bearer(self.deployment.token(self.owner)))

    async def refused(self, request: CreateTableRequest) -> Refusal:
        """What a replica refuses a call with: nothing is made, and asking again would not help."""
        refusal = await refusal_of(self.create(request))
        self._check(refusal)
        return refusal

    async def refused_by_both(self, request: CreateTableRequest) -> Refusal:
        """What a gateway and a replica alike refuse a call with."""
        response = await self.http.post(
            "/v1/tables",
            json=json_format.MessageToDict(request),
            headers={"Authorization": f"Bearer {self.deployment.token(self.owner)}"},
        )
        refusal = json_format.Parse(response.content, Refusal())
        self._check(refusal)
        assert response.status_code == 422
        assert await self.refused(request) == refusal
        return refusal

    async def makes(self, request: CreateTableRequest) -> None:
        """The table can be made, and was not there before."""
        made = await self.create(request)
        assert made.table.id == self.table
        assert self.deployment.stored(self.table)[0]

    def _check(self, refusal: Refusal) -> None:
        assert refusal.advice == refusal_pb2.ADVICE_CHANGE
        assert not any(self.deployment.stored(self.table))


@pytest.fixture
async def desk(deployment: Deployment, game: str) -> AsyncIterator[Desk]:
    address = deployment.replicas(game)[0].address
    async with (
        httpx.AsyncClient(base_url=deployment.gateways[0].address, timeout=20) as http,
        grpc.aio.insecure_channel(address) as channel,
    ):
        yield Desk(deployment, game, f"desk-{secrets.token_hex(8)}", http, channel)


def says(refusal: Refusal, detail: str) -> bool:
    """Whether it refuses options with these words."""
    return refusal.reason == refusal_pb2.REASON_BAD_OPTIONS and refusal.detail == detail


@pytest.mark.parametrize(
    ("game", "bad"),
    [pytest.param(game, bad, id=f"{game}-{bad}") for game in GAMES for bad in BAD_OPTIONS[game]],
)
async def test_an_option_outside_its_range_is_refused_with_what_is_allowed(desk: Desk, bad: BadOptions) -> None:
    refusal = await desk.refused_by_both(desk.request(bad.seats, bad.options))
    assert refusal.reason == refusal_pb2.REASON_BAD_OPTIONS
    assert refusal.detail.startswith(f"options.{bad.field}: ")
    assert refusal.detail.endswith(bad.allowed)
    await desk.makes(desk.request(SEATS[desk.game], short_match(desk.game, 1)))


@pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(game, seats, id=f"{game}-{seats}") for game in GAMES for seats in WRONG_SEATS[game][0]],
)
async def test_a_number_of_seats_that_the_game_does_not_have_is_refused(desk: Desk, seats: int) -> None:
    options = short_match(desk.game, 1)
    assert says(
        await desk.refused_by_both(desk.request(seats, options)), f"settings.seats: one of {WRONG_SEATS[desk.game][1]}"
    )
    await desk.makes(desk.request(SEATS[desk.game], options))


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("between_seconds", 121, "0 to 120"),
        ("claim_seconds", 0, "1 to 15"),
        ("claim_seconds", 16, "1 to 15"),
        ("bot_pace_ms", 5001, "0 to 5000"),
    ],
)
@pytest.mark.parametrize("game", GAMES)
async def test_a_setting_outside_its_range_is_refused_with_what_is_allowed(
    desk: Desk, name: str, value: int, allowed: str
) -> None:
    refusal = await desk.refused_by_both(desk.request(SEATS[desk.game], None, **{name: value}))
    assert says(refusal, f"settings.{name}: {allowed}")


@pytest.mark.parametrize(("game", "other"), [pytest.param(*pair, id="-".join(pair)) for pair in permutations(GAMES, 2)])
async def test_the_options_of_another_game_are_refused(desk: Desk, other: str) -> None:
    refusal = await desk.refused_by_both(desk.request(SEATS[desk.game], OPTIONS[other]()))
    assert says(refusal, f"options: expected chieu.{desk.game}.v1.Options")


@pytest.mark.parametrize(("game", "other"), [pytest.param(*pair, id="-".join(pair)) for pair in permutations(GAMES, 2)])
async def test_a_replica_makes_no_table_of_another_game(desk: Desk, other: str) -> None:
    request = desk.request(SEATS[other])
    request.game = other
    refusal = await desk.refused(request)
    assert refusal.reason == refusal_pb2.REASON_WRONG_GAME
    assert desk.game in refusal.detail


@pytest.mark.parametrize("game", GAMES)
async def test_bytes_that_are_no_options_are_refused_and_so_are_options_that_are_not_known(desk: Desk) -> None:
    def claimed(value: bytes) -> CreateTableRequest:
        name = OPTIONS[desk.game].DESCRIPTOR.full_name
        return desk.request(SEATS[desk.game], AnyMessage(type_url=f"type.googleapis.com/{name}", value=value))

    for value in (b"\xff" * 30, b"\x08", b"\x0a\x7f"):
        refusal = await desk.refused(claimed(value))
        assert refusal.reason == refusal_pb2.REASON_MALFORMED
        assert "options" in refusal.detail
    unknown = await desk.refused(claimed(b"\xf8\x06\x01"))
    assert unknown.reason == refusal_pb2.REASON_BAD_OPTIONS
    assert all(name in unknown.detail for name in OPTIONS[desk.game].DESCRIPTOR.fields_by_name)
    await desk.makes(desk.request(SEATS[desk.game]))
