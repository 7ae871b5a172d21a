"""The protos' comments, for the documents that are made from them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2
from google.protobuf.message import DecodeError

import chieu

__all__ = ["comment"]


def comment(full_name: str) -> str:
    """What the proto says above a message, field, enum, value or call; empty where the comments are not at hand."""
    return _comments().get(full_name, "")


@functools.cache
def _comments() -> Mapping[str, str]:
    """Reads the descriptor set that lies in the generated package. Without one there are no comments."""
    for folder in map(Path, chieu.__path__):
        path = folder / "chieu.binpb"
        if path.is_file():
            return dict(_read(path.read_bytes()))
    return {}


def _read(data: bytes) -> Iterator[tuple[str, str]]:
    try:
        files = descriptor_pb2.FileDescriptorSet.FromString(data).file
    except DecodeError:
        return
    for file in files:
        for location in file.source_code_info.location:
            if location.leading_comments and (name := _name(file, location.path)):
                yield f"{file.package}.{name}", " ".join(location.leading_comments.split())


def _name(file: Any, path: Any) -> str:
    """The dotted name of what a source location's path leads to: pairs of a field's number and an index."""
    node: Any = file
    names: list[str] = []
    for number, index in zip(path[::2], path[1::2], strict=False):
        field = node.DESCRIPTOR.fields_by_number.get(number)
        if field is None or field.message_type is None or not field.is_repeated:
            return ""
        node = getattr(node, field.name)[index]
        names.append(getattr(node, "name", ""))
    return ".".join(names)
