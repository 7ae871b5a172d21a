"""Serialized frames from the gateway to a service."""

from __future__ import annotations

from chieu.link.v1 import link_pb2 as pb
from gateway.link.subscription import Subscription
from identity import Identity

__all__ = ["answer_frame", "canary_frame", "close_frame", "hello_frame", "open_frame"]


def hello_frame(gateway: str) -> bytes:
    """First on every link."""
    return pb.GatewayFrame(hello=pb.Hello(gateway=gateway)).SerializeToString()


def open_frame(subscription: Subscription) -> bytes:
    """Asks for the subscription under its present number, from the last update that was delivered."""
    return pb.GatewayFrame(
        open=pb.Open(
            sub=subscription.number,
            table=subscription.table,
            identity=_identity(subscription.identity),
            generation=subscription.generation,
            seq=subscription.seq,
            mark=subscription.mark,
        )
    ).SerializeToString()


def close_frame(number: int) -> bytes:
    """Lets a subscription go."""
    return pb.GatewayFrame(close=pb.Close(sub=number)).SerializeToString()


def answer_frame(corr: int, sub: int, prompt_id: bytes, move: bytes) -> bytes:
    """Answers a prompt; `move` is a serialized google.protobuf.Any."""
    return pb.GatewayFrame(answer=pb.Answer(corr=corr, sub=sub, prompt_id=prompt_id, move=move)).SerializeToString()


def canary_frame(nonce: int) -> bytes:
    """Asks for a sign of life that has been through the store."""
    return pb.GatewayFrame(canary=pb.Canary(nonce=nonce)).SerializeToString()


def _identity(identity: Identity) -> pb.Identity:
    return pb.Identity(
        tenant=identity.tenant,
        subject=identity.subject,
        name=identity.name,
        role=identity.role.value,
        table=identity.table,
        seat=identity.seat,
    )
