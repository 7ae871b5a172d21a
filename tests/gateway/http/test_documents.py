"""The documents made from the protos: complete, and right about what they point to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from google.protobuf import descriptor_pb2

from gateway.app import Gateway
from gateway.close_codes import CloseCode
from gateway.http import comments
from gateway.http.asyncapi import asyncapi
from gateway.http.openapi import openapi
from gateway.http.routes import ROUTES


def references(node: Any) -> Iterator[str]:
    """Every $ref below a node."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for inner in node.values():
            yield from references(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from references(inner)


def follow(document: Any, reference: str) -> Any:
    node = document
    for step in reference.removeprefix("#/").split("/"):
        node = node[step]
    return node


@pytest.mark.parametrize("make", [openapi, asyncapi], ids=["openapi", "asyncapi"])
def test_every_reference_leads_somewhere(make: Any) -> None:
    document = make()
    found = list(references(document))
    assert len(found) > 20
    for reference in found:
        assert follow(document, reference)


def test_openapi_has_every_route_with_its_fields_in_their_places() -> None:
    paths = openapi()["paths"]
    assert {(method.upper(), path) for path, item in paths.items() for method in item} == {
        (route.method, route.path) for route in ROUTES
    }
    parameters = {entry["name"]: entry["in"] for entry in paths["/v1/codes/{code}"]["get"]["parameters"]}
    assert parameters == {"code": "path", "game": "query"}
    assert "requestBody" in paths["/v1/tables"]["post"]
    names = [operation["operationId"] for item in paths.values() for operation in item.values()]
    assert len(set(names)) == len(names)


def test_schemas_are_those_of_the_canonical_json() -> None:
    schemas = openapi()["components"]["schemas"]
    table = schemas["chieu.table.v1.Table"]["properties"]
    assert table["createdMs"]["type"] == "string"
    assert table["seats"]["items"] == {"$ref": "#/components/schemas/chieu.table.v1.Seat"}
    assert table["commitment"]["contentEncoding"] == "base64"
    assert "@type" in schemas["google.protobuf.Any"]["properties"]
    assert schemas["chieu.table.v1.Seat"]["x-at-most-one-of"] == [["player", "bot"]]
    assert "PHASE_GATHERING" in schemas["chieu.table.v1.Phase"]["enum"]


def test_asyncapi_has_both_frames_and_all_close_codes() -> None:
    document = asyncapi()
    assert document["channels"]["socket"]["address"] == "/ws"
    assert set(document["components"]["messages"]) == {"ClientFrame", "ServerFrame"}
    assert {entry["code"] for entry in document["x-close-codes"]} == {int(code) for code in CloseCode}


def test_what_was_generated_has_the_protos_own_words() -> None:
    assert comments.comment("chieu.table.v1.TableService.CreateTable").startswith("Makes a table.")


def test_comments_are_read_from_a_descriptor_set() -> None:
    file = descriptor_pb2.FileDescriptorProto(package="a.v1")
    file.message_type.add(name="Outer").nested_type.add(name="Inner").field.add(name="field")
    file.enum_type.add(name="Kind").value.add(name="KIND_A")
    file.service.add(name="Service").method.add(name="Call")
    for path, text in [
        ((4, 0), " The outer.\n Two lines.\n"),
        ((4, 0, 3, 0, 2, 0), "A field."),
        ((5, 0, 2, 0), "A value."),
        ((6, 0, 2, 0), "A call."),
        ((12,), "The syntax."),
        ((8, 11), "An option."),
    ]:
        file.source_code_info.location.add(path=path, leading_comments=text)
    found = dict(comments._read(descriptor_pb2.FileDescriptorSet(file=[file]).SerializeToString()))
    assert found == {
        "a.v1.Outer": "The outer. Two lines.",
        "a.v1.Outer.Inner.field": "A field.",
        "a.v1.Kind.KIND_A": "A value.",
        "a.v1.Service.Call": "A call.",
    }
    assert not dict(comments._read(b"\xff"))


async def test_both_documents_are_served(gateway: Gateway) -> None:
    async with httpx.AsyncClient() as client:
        for path, make in (("/openapi.json", openapi), ("/asyncapi.json", asyncapi)):
            assert (await client.get(f"http://127.0.0.1:{gateway.port}{path}")).json() == make()
