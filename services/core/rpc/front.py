"""What every call passes before it reaches a table: who calls, and what a refusal looks like."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import grpc

from identity import BadToken, Identity, TokenFault, TokenVerifier, from_metadata
from services.core.metrics import Metrics
from services.core.refusal import Reason, Refused
from services.core.rpc.errors import abort
from services.core.store import StoreUnavailable

__all__ = ["Context", "Front"]

T = TypeVar("T")
Context = grpc.aio.ServicerContext[Any, Any]


class Front:
    """Tells who a caller is and turns refusals into statuses."""

    def __init__(self, service_token: str, verifier: TokenVerifier | None, metrics: Metrics) -> None:
        self._service_token = service_token
        self._verifier = verifier
        self._metrics = metrics

    async def caller(self, context: Context) -> Identity:
        """Who calls. Raises Refused UNAUTHENTICATED."""
        try:
            return await from_metadata(
                context.invocation_metadata(),
                service_token=self._service_token,
                verifier=self._verifier,
            )
        except BadToken as bad:
            if bad.reason is TokenFault.UNAVAILABLE:
                raise Refused(Reason.REASON_UNAVAILABLE, str(bad)) from bad
            raise Refused(Reason.REASON_UNAUTHENTICATED, str(bad)) from bad

    async def answer(self, context: Context, work: Callable[[Identity], Awaitable[T]]) -> T:
        """Do a call's work for its caller; refusals end the call with their status."""
        try:
            return await work(await self.caller(context))
        except Refused as refused:
            refusal = refused
        except StoreUnavailable:
            refusal = Refused(Reason.REASON_UNAVAILABLE, "the store does not answer")
        self._metrics.refused(Reason.Name(refusal.reason))
        await abort(context, refusal)
        raise AssertionError("abort raises")
