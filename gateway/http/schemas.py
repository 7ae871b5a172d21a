"""JSON Schemas of messages, as protobuf's canonical JSON mapping writes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from gateway.http.comments import comment

__all__ = ["field_schema", "reference", "schemas_of"]

_ANY: Final = "google.protobuf.Any"
_ANY_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A message of a game, beside `@type`, for instance type.googleapis.com/chieu.tan.v1.Move.",
    "properties": {"@type": {"type": "string"}},
    "required": ["@type"],
}
_SCALARS: Final[dict[int, dict[str, Any]]] = {
    FieldDescriptor.CPPTYPE_INT32: {"type": "integer", "format": "int32"},
    FieldDescriptor.CPPTYPE_UINT32: {"type": "integer", "format": "uint32", "minimum": 0},
    FieldDescriptor.CPPTYPE_INT64: {"type": "string", "format": "int64", "pattern": "^-?[0-9]+$"},
    FieldDescriptor.CPPTYPE_UINT64: {"type": "string", "format": "uint64", "pattern": "^[0-9]+$"},
    FieldDescriptor.CPPTYPE_DOUBLE: {"type": "number"},
    FieldDescriptor.CPPTYPE_FLOAT: {"type": "number"},
    FieldDescriptor.CPPTYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.CPPTYPE_STRING: {"type": "string"},
}


def reference(full_name: str) -> dict[str, Any]:
    """Points to a schema of `schemas_of`, by its message's or enum's full name."""
    return {"$ref": f"#/components/schemas/{full_name}"}


def field_schema(field: FieldDescriptor) -> dict[str, Any]:
    """The schema of one field with its comment."""
    one = _one(field)
    schema = {"type": "array", "items": one} if field.is_repeated else one
    text = comment(field.full_name)
    return {**schema, "description": text} if text else schema


def schemas_of(messages: Iterable[Descriptor]) -> dict[str, Any]:
    """The schemas of these messages and of all that they hold, by full name."""
    found: dict[str, Any] = {}
    for message in messages:
        _collect(message, found)
    return dict(sorted(found.items()))


def _collect(message: Descriptor, found: dict[str, Any]) -> None:
    if message.full_name in found:
        return
    if message.full_name == _ANY:
        found[_ANY] = _ANY_SCHEMA
        return
    found[message.full_name] = _message(message)
    for field in message.fields:
        if field.message_type is not None:
            _collect(field.message_type, found)
        elif field.enum_type is not None:
            found[field.enum_type.full_name] = _enum(field.enum_type)


def _message(message: Descriptor) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "type": "object",
        "description": comment(message.full_name),
        "properties": {field.json_name: field_schema(field) for field in message.fields},
        "additionalProperties": False,
    }
    choices = [oneof for oneof in message.oneofs if len(oneof.fields) > 1]
    if choices:
        schema["x-at-most-one-of"] = [[field.json_name for field in oneof.fields] for oneof in choices]
    return schema


def _enum(enum: EnumDescriptor) -> dict[str, Any]:
    lines = [
        f"- `{value.name}`: {text}" for value in enum.values if (text := comment(f"{enum.full_name}.{value.name}"))
    ]
    return {
        "type": "string",
        "description": "\n".join([comment(enum.full_name), *lines]).strip(),
        "enum": [value.name for value in enum.values],
    }


def _one(field: FieldDescriptor) -> dict[str, Any]:
    if field.message_type is not None:
        return reference(field.message_type.full_name)
    if field.enum_type is not None:
        return reference(field.enum_type.full_name)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return {"type": "string", "contentEncoding": "base64"}
    return _SCALARS[field.cpp_type]
