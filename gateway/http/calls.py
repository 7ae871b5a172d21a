"""One lobby or table call: JSON in, plain unary gRPC to a replica of the table's game, JSON out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message

from chieu.table.v1 import refusal_pb2 as pb
from gateway.http.routes import Route
from gateway.http.statuses import Refused, refusal_of
from gateway.link import GameLinks, Link, Router, choose, game_of
from gateway.refusals import refuse
from identity import Identity, to_metadata

__all__ = ["forward", "read_request"]

_SECONDS: Final = 5.0
_DEEPEST: Final = 32
_MOST_DETAIL: Final = 200


def read_request(route: Route, path: Mapping[str, str], query: Mapping[str, str], body: bytes) -> Message:
    """The request message of a call, or Refused(MALFORMED). What the path names, the body need not repeat."""
    fields: dict[str, Any] = dict(query) if route.method == "GET" else _read_body(body)
    for name, value in path.items():
        if fields.setdefault(name, value) != value:
            raise Refused(refuse(pb.REASON_MALFORMED, f"{name}: the path says something else"))
    try:
        return json_format.ParseDict(fields, route.new_request(), max_recursion_depth=_DEEPEST)
    except json_format.ParseError as error:
        raise Refused(refuse(pb.REASON_MALFORMED, str(error)[:_MOST_DETAIL])) from error
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(refuse(pb.REASON_MALFORMED, f"expected JSON of {route.request.full_name}")) from error


def _read_body(body: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(body.decode() or "{}")
    except (ValueError, RecursionError) as error:
        raise Refused(refuse(pb.REASON_MALFORMED, "the body is no JSON")) from error
    if not isinstance(fields, dict):
        raise Refused(refuse(pb.REASON_MALFORMED, "the body is no JSON object"))
    return fields


async def forward(route: Route, request: Message, identity: Identity, router: Router, service_token: str) -> Message:
    """The service's response, or Refused. A replica that cannot be reached is tried once more with another one.

    That is safe: calls that change something carry a request id.
    """
    table = getattr(request, "table", "")
    links = _links_of(table, getattr(request, "game", ""), router)
    metadata = to_metadata(identity, service_token)
    refusal = refuse(pb.REASON_UNAVAILABLE, "no service can be reached")
    for link in _in_order(links, table):
        try:
            return await _call(link, route, request, metadata)
        except grpc.aio.AioRpcError as error:
            refusal = refusal_of(error)
            if error.code() is not grpc.StatusCode.UNAVAILABLE or _is_refusal(error):
                break
    raise Refused(refusal)


async def _call(link: Link, route: Route, request: Message, metadata: Any) -> Message:
    call: Any = link.channel.unary_unary(
        route.full_name,
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=route.read_response,
    )
    response: Message = await call(request, metadata=metadata, timeout=_SECONDS)
    return response


def _links_of(table: str, game: str, router: Router) -> GameLinks:
    if table and not router.serves(table):
        raise Refused(refuse(pb.REASON_NO_SUCH_TABLE))
    links = router.games.get(game_of(table) or game)
    if links is None:
        raise Refused(refuse(pb.REASON_WRONG_GAME, f"game: expected one of {', '.join(sorted(router.games))}"))
    return links


def _in_order(links: GameLinks, table: str) -> list[Link]:
    """At most two links to try, live ones first, and first the one that has the table's subscriptions."""
    live = {link.address: link for link in links.live_links()}
    best = choose(table, live)
    first = [live.pop(best)] if best is not None else []
    others = [
        *live.values(),
        *(link for link in links.links.values() if link not in first and link.address not in live),
    ]
    return [*first, *others][:2]


def _is_refusal(error: grpc.aio.AioRpcError) -> bool:
    """Whether the service itself spoke, and not the way to it."""
    return any(key == "grpc-status-details-bin" for key, _ in error.trailing_metadata() or ())
