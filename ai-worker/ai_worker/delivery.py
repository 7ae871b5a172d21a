"""Brings an answer to the service: by unary `Play`, where the job says, elsewhere only when nobody is there.

Channels are opened by the process that uses them (a forked one must not inherit any), and kept by address.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import grpc
import structlog
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

__all__ = ["Accepted", "Delivery", "Outcome", "Refused", "Unreached"]

_log = structlog.get_logger(__name__)

_OPTIONS: Final = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1000),  # also the time that a connection may take
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.enable_retries", 0),
    ("grpc.max_receive_message_length", 64 * 1024),
)
_KEPT_CHANNELS: Final = 64
_CALL_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Accepted:
    """The move counts."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The service said no. `reason` is its `Reason`'s name, or the gRPC code where it gave none."""

    reason: str
    rule: str = ""
    is_ours: bool = False
    """Whether the refusal shows a fault of ours: no reason was given, or the move was illegal."""


@dataclass(frozen=True, slots=True)
class Unreached:
    """Nobody answered; whether the move counts is not known. The service asks again or plays itself."""

    code: str


Outcome = Accepted | Refused | Unreached

_FAULTS: Final = frozenset({"REASON_ILLEGAL_MOVE", "REASON_MALFORMED", "REASON_UNAUTHENTICATED", "REASON_FORBIDDEN"})


class Delivery:
    """The calls of one worker process."""

    def __init__(self, service_token: str) -> None:
        self._metadata = (("authorization", f"Bearer {service_token}"),)
        self._channels: OrderedDict[str, grpc.Channel] = OrderedDict()
        self._pid = os.getpid()

    def play(
        self, stub: Callable[[grpc.Channel], Any], request: Message, addresses: Sequence[str], within: float
    ) -> Outcome:
        """Plays at the first address, at the next one only after UNAVAILABLE, for `within` seconds in all."""
        deadline = time.monotonic() + within
        outcome: Outcome = Unreached("NO_ADDRESS")
        for address in addresses:
            left = deadline - time.monotonic()
            if left <= 0:
                break
            outcome = self._play_at(stub, request, address, min(left, _CALL_SECONDS))
            if not isinstance(outcome, Unreached):
                break
            _log.warning("service not reached", address=address, code=outcome.code)
            if outcome.code != grpc.StatusCode.UNAVAILABLE.name:
                break
        return outcome

    def _play_at(self, stub: Callable[[grpc.Channel], Any], request: Message, address: str, seconds: float) -> Outcome:
        try:
            stub(self._channel(address)).Play(request, timeout=seconds, metadata=self._metadata)
        except grpc.RpcError as error:
            return self._outcome(error, address)
        return Accepted()

    def _outcome(self, error: Any, address: str) -> Outcome:
        code: grpc.StatusCode = error.code()
        if code is grpc.StatusCode.UNAVAILABLE:
            return Unreached(code.name)
        if code is grpc.StatusCode.DEADLINE_EXCEEDED:
            # The connection may be dead without knowing it; the next call begins with a new one.
            self._channels.pop(address).close()
            return Unreached(code.name)
        info = _error_info(error)
        if info is None:
            return Refused(code.name, is_ours=True)
        return Refused(info.reason, info.metadata.get("rule", ""), is_ours=info.reason in _FAULTS)

    def _channel(self, address: str) -> grpc.Channel:
        if self._pid != os.getpid():  # a fork's channels are its parent's
            self._channels, self._pid = OrderedDict(), os.getpid()
        channel = self._channels.get(address)
        if channel is None:
            channel = self._channels[address] = grpc.insecure_channel(address, _OPTIONS)
            if len(self._channels) > _KEPT_CHANNELS:
                self._channels.popitem(last=False)[1].close()
        self._channels.move_to_end(address)
        return channel

    def close(self) -> None:
        """Closes every channel."""
        while self._channels:
            self._channels.popitem()[1].close()


def _error_info(error: Any) -> ErrorInfo | None:
    try:
        status = rpc_status.from_call(error)
    except ValueError:  # the status in the trailers contradicts the call's own
        return None
    for detail in status.details if status is not None else ():
        info = ErrorInfo()
        if detail.Unpack(info):
            return info
    return None
