"""What a client sees over the socket, in both encodings, with a real service behind a real link."""

from __future__ import annotations

import pytest

from gateway.app import Gateway
from gateway.wire import JSON, PROTO, Encoding
from tests.gateway.conftest import Connect
from tests.gateway.service import FakeService, accepted, answer

BOTH = pytest.mark.parametrize("encoding", [PROTO, JSON], ids=lambda encoding: encoding.subprotocol)


@BOTH
async def test_a_table_is_opened_updated_and_answered(
    service: FakeService, gateway: Gateway, connect: Connect, encoding: Encoding
) -> None:
    client = await connect(gateway, encoding=encoding)
    opened = await client.open("tan-1", corr=5)
    assert (opened.opened.table, opened.opened.seat) == ("tan-1", 0)
    sub = (await service.link.opened()).sub
    news = service.link.push_update(sub, seq=7)
    assert (await client.next()).update == news
    reply = await client.ask(9, answer=answer())
    assert reply.reply.SerializeToString() == accepted()
