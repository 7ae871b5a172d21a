"""The OpenAPI document of the HTTP calls, made from the route table and the protos."""

from __future__ import annotations

import functools
from http import HTTPStatus
from typing import Any

from chieu.table.v1 import refusal_pb2
from gateway.http.comments import comment
from gateway.http.routes import ROUTES, SERVICE, Route
from gateway.http.schemas import field_schema, reference, schemas_of
from gateway.http.statuses import HTTP_STATUS

__all__ = ["openapi"]

_REFUSAL = refusal_pb2.Refusal.DESCRIPTOR


@functools.cache
def openapi() -> dict[str, Any]:
    """The document, OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    messages = [message for route in ROUTES for message in (route.request, route.response)]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Chiếu: lobby and tables",
            "version": "v1",
            "description": f"{comment(SERVICE.full_name)}\n\nMoves and updates go over the socket, see /asyncapi.json.",
        },
        "security": [{"player": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"player": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
            "schemas": schemas_of([*messages, _REFUSAL]),
            "responses": {
                str(status): {"description": _reasons(status), "content": _json(_REFUSAL.full_name)}
                for status in sorted(set(HTTP_STATUS.values()))
            },
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    places = [(name, "path") for name in route.path_fields]
    if route.method == "GET":
        places += [(name, "query") for name in route.other_fields]
    fields = route.request.fields_by_name
    operation: dict[str, Any] = {
        "operationId": route.call if "{code}" not in route.path else f"{route.call}ByCode",
        "summary": comment(f"{SERVICE.full_name}.{route.call}"),
        "parameters": [
            {"name": name, "in": place, "required": place == "path", "schema": field_schema(fields[name])}
            for name, place in places
        ],
        "responses": {
            "200": {"description": comment(route.response.full_name), "content": _json(route.response.full_name)},
            **{
                str(status): {"$ref": f"#/components/responses/{status}"}
                for status in sorted(set(HTTP_STATUS.values()))
            },
        },
    }
    if route.method == "POST":
        operation["requestBody"] = {"required": True, "content": _json(route.request.full_name)}
    return operation


def _json(full_name: str) -> dict[str, Any]:
    return {"application/json": {"schema": reference(full_name)}}


def _reasons(status: int) -> str:
    names = [refusal_pb2.Reason.Name(reason) for reason, value in HTTP_STATUS.items() if value == status]
    return f"{HTTPStatus(status).phrase}: {', '.join(names)}"
