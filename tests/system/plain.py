"""Plain calls at one replica, and what they are refused with."""

from __future__ import annotations

import importlib
from collections.abc import Awaitable
from typing import Any

import grpc
import pytest
from grpc_status import rpc_status

from chieu.table.v1.refusal_pb2 import Refusal

__all__ = ["bearer", "messages_of", "refusal_of", "service_of", "typed_refusal"]


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata of a call with a token."""
    return (("authorization", f"Bearer {token}"),)


def messages_of(game: str) -> Any:
    """The messages of a game's own service."""
    return importlib.import_module(f"chieu.{game}.v1.{game}_service_pb2")


def service_of(game: str, channel: grpc.aio.Channel) -> Any:
    """A game's own service at a replica."""
    module = importlib.import_module(f"chieu.{game}.v1.{game}_service_pb2_grpc")
    return getattr(module, f"{game.title()}ServiceStub")(channel)


async def refusal_of(call: Awaitable[object]) -> Refusal:
    """What a call is refused with; it must be."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    return typed_refusal(raised.value)


def typed_refusal(error: grpc.aio.AioRpcError) -> Refusal:
    """The refusal among a status's details."""
    status: Any = rpc_status.from_call(error)  # type: ignore[arg-type] # it has all that is asked of a call
    assert status is not None, error
    refusal = Refusal()
    assert any(detail.Unpack(refusal) for detail in status.details), error
    return refusal
