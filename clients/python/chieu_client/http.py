"""The HTTP half of the contract: one message out, one message in, and patience in between.

Every call may be repeated: reading changes nothing, and a changing call carries its request id.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, TypeVar

import httpx
from google.protobuf import json_format
from google.protobuf.message import Message

from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu_client.errors import Refused, SessionEnded, Unreachable
from chieu_client.patience import Backoff, Patience
from chieu_client.unpack import load_types

__all__ = ["Http"]

M = TypeVar("M", bound=Message)

_PROXY_TROUBLE = {HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT}


class Http:
    """Calls below one address. `client` may be shared by many; one that is made here is closed here."""

    def __init__(self, address: str, patience: Patience, client: httpx.AsyncClient | None = None) -> None:
        self.token = ""
        self._address = address.rstrip("/")
        self._patience = patience
        self._is_own = client is None
        # No TLS, no certificates to load: that is most of what making a client costs.
        self._client = client or httpx.AsyncClient(verify=self._address.startswith("https:"))

    async def call(
        self,
        method: str,
        path: str,
        reply: type[M],
        request: Message | None = None,
        query: Mapping[str, str | int] | None = None,
    ) -> M:
        """One call of the lobby. Raises Refused, Unreachable, or SessionEnded where the answer is none of the contract's."""
        document = None if request is None else json_format.MessageToDict(request)
        return read(reply, await self.document(method, path, document, query))

    async def document(
        self, method: str, path: str, body: object = None, query: Mapping[str, str | int] | None = None
    ) -> object:
        """One call, as JSON documents; tries again as `call` does."""
        backoff, began = Backoff(self._patience), time.monotonic()
        while True:
            problem: Refused | Unreachable
            try:
                return await self._once(method, path, body, query)
            except Refused as refused:
                if not refused.may_retry:
                    raise
                problem = refused
            except Unreachable as unreachable:
                problem = unreachable
            if time.monotonic() - began > self._patience.total:
                raise problem
            await asyncio.sleep(backoff.delay())

    async def close(self) -> None:
        """Ends the connections, if they are this object's own."""
        if self._is_own:
            await self._client.aclose()

    async def _once(self, method: str, path: str, body: object, query: Mapping[str, str | int] | None) -> object:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            response = await self._client.request(
                method,
                self._address + path,
                json=body,
                params=dict(query) if query else None,
                headers=headers,
                timeout=self._patience.reply,
            )
        except httpx.TransportError as error:
            raise Unreachable(f"{self._address}: {error!r}") from error
        document = _document(response)
        if response.is_success and document is not None:
            return document
        raise _refused(response, document)


def read(reply: type[M], document: object) -> M:
    """A message from its canonical JSON; fields of a later contract are passed over."""
    load_types(document)
    message: M = json_format.ParseDict(_fields(document), reply(), ignore_unknown_fields=True)
    return message


def _document(response: httpx.Response) -> object:
    try:
        return response.json()
    except json.JSONDecodeError:
        return None


def _fields(document: object) -> dict[str, Any]:
    return document if isinstance(document, dict) else {}


def _refused(response: httpx.Response, document: object) -> Refused | Unreachable | SessionEnded:
    try:
        refusal = read(Refusal, document)
    except json_format.ParseError:
        refusal = Refusal()
    if refusal.reason != refusal_pb2.REASON_UNSPECIFIED:
        return Refused(refusal)
    words = f"{response.request.url.path}: {response.status_code} {response.reason_phrase}"
    return Unreachable(words) if response.status_code in _PROXY_TROUBLE else SessionEnded(response.status_code, words)
