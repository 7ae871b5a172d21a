from __future__ import annotations

from functools import partial
from typing import Any

from grpc_channelz.v1 import channelz_pb2, channelz_pb2_grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from services.core.store import StoreUnavailable
from tests.core.rpc.serving import Server, until

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def _health(server: Server, service: str) -> int:
    stub: Any = health_pb2_grpc.HealthStub(server.channel)
    answer = await stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=5)
    return int(answer.status)


async def test_a_replica_is_healthy_while_its_store_answers(server: Server) -> None:
    for service in ("", "chieu.table.v1.TableService", "chieu.tan.v1.TanService"):
        await until(partial(_is, server, service, SERVING), "healthy")

    async def silent(_: str) -> float:
        raise StoreUnavailable("silent")

    sings = server.store.canary
    server.store.canary = silent  # type: ignore[method-assign, assignment]
    await until(lambda: _is(server, "", NOT_SERVING), "not healthy")
    server.store.canary = sings  # type: ignore[method-assign]
    await until(lambda: _is(server, "", SERVING), "healthy again")


async def _is(server: Server, service: str, status: int) -> bool:
    return await _health(server, service) == status


async def test_services_can_be_listed_by_reflection(server: Server) -> None:
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(server.channel)  # type: ignore[arg-type]
    call = stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]), timeout=5)
    answer = await call.read()
    names = {service.name for service in answer.list_services_response.service}
    assert {"chieu.table.v1.TableService", "chieu.tan.v1.TanService", "grpc.health.v1.Health"} <= names


async def test_channels_can_be_looked_into(server: Server) -> None:
    stub: Any = channelz_pb2_grpc.ChannelzStub(server.channel)  # type: ignore[arg-type]
    answer = await stub.GetServers(channelz_pb2.GetServersRequest(start_server_id=0), timeout=5)
    assert answer.server
