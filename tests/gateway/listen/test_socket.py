from __future__ import annotations

import socket

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import refusal_pb2
from gateway.app import Gateway
from gateway.listen import WebSocket
from tests.gateway.client import Client
from tests.gateway.conftest import Connect


def frame(corr: int, size: int) -> pb.ServerFrame:
    return pb.ServerFrame(corr=corr, refusal=refusal_pb2.Refusal(detail="x" * size))


async def test_large_messages_stay_whole_while_the_system_takes_nothing(gateway: Gateway, connect: Connect) -> None:
    """Picows alone would mix them up here: it leaves uvloop a view of a buffer that it writes to again."""
    client: Client = await connect(gateway)
    (connection,) = gateway.hub.connections
    server = connection._socket
    assert isinstance(server, WebSocket)
    server._transport.underlying_transport.get_extra_info("socket").setsockopt(
        socket.SOL_SOCKET, socket.SO_SNDBUF, 4096
    )
    client.transport.underlying_transport.pause_reading()
    sent = [frame(corr, size) for corr, size in enumerate([9_000, 10, 70_000, 50] * 100, 1)]
    for message in sent:
        server.send(message.SerializeToString())
    assert server.unsent_bytes > 0
    client.transport.underlying_transport.resume_reading()
    assert [await client.next() for _ in sent] == sent
