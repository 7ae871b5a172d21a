"""Messages out of `google.protobuf.Any`, by the descriptors that are there.

A game's types are found by the contract's naming: `chieu.<game>.v1.X` stands in `chieu.<game>.v1.<game>_pb2`, which is
imported when it is first met.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from functools import cache
from typing import TypeVar

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

__all__ = ["UnknownType", "load_types", "pack", "unpack", "unpack_as"]

M = TypeVar("M", bound=Message)

_NAME = re.compile(r"chieu\.([a-z][a-z0-9]*)\.v([0-9]+)\.\w[\w.]*")


class UnknownType(Exception):  # noqa: N818 - says what is missing here
    """This installation has no message of that name; `name` is its full name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no message type {name!r} is installed")
        self.name = name


def unpack(packed: AnyMessage) -> Message:
    """The message inside. Raises UnknownType, and `DecodeError` where the bytes are no such message."""
    return _message_class(packed.type_url.rpartition("/")[2]).FromString(packed.value)


def unpack_as(packed: AnyMessage, wanted: type[M]) -> M:
    """The message inside, which must be of this class. Raises UnknownType otherwise."""
    name = packed.type_url.rpartition("/")[2]
    if name != wanted.DESCRIPTOR.full_name:
        raise UnknownType(name)
    return wanted.FromString(packed.value)


def pack(message: Message) -> AnyMessage:
    """The message in an envelope; an envelope stays as it is."""
    if isinstance(message, AnyMessage):
        return message
    packed = AnyMessage()
    packed.Pack(message, deterministic=True)
    return packed


def load_types(document: object) -> None:
    """Makes the types that a JSON document names with `@type` known to the parser. Raises UnknownType."""
    for url in _type_urls(document):
        _message_class(url.rpartition("/")[2])


def _type_urls(document: object) -> Iterator[str]:
    if isinstance(document, dict):
        if isinstance(url := document.get("@type"), str):
            yield url
        for value in document.values():
            yield from _type_urls(value)
    elif isinstance(document, list):
        for value in document:
            yield from _type_urls(value)


@cache
def _message_class(name: str) -> type[Message]:
    pool = descriptor_pool.Default()
    try:
        return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))
    except KeyError:
        _import_for(name)
    try:
        return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))
    except KeyError:
        raise UnknownType(name) from None


def _import_for(name: str) -> None:
    match = _NAME.fullmatch(name)
    if not match:
        raise UnknownType(name)
    package, version = match.groups()
    try:
        importlib.import_module(f"chieu.{package}.v{version}.{package}_pb2")
    except ModuleNotFoundError:
        raise UnknownType(name) from None
