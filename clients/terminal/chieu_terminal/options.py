"""A game's options as one types them, `name=value`, by the game's `Options` message. Pure; knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

__all__ = ["BadOption", "allowed", "set_options"]

_TRUTHS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


class BadOption(Exception):  # noqa: N818 - an answer to whoever typed, not an error
    """There is no such option, or it cannot have that value; the text says what there is."""


def set_options(options: Message, wishes: Sequence[str]) -> None:
    """Sets each `name=value`; several values are parted by commas. Ranges are the server's to judge. Raises BadOption."""
    fields = {field.name: field for field in _fields(type(options))}
    for wish in wishes:
        name, sign, text = wish.partition("=")
        field = fields.get(name.strip().replace("-", "_"))
        if field is None or not sign:
            raise BadOption(f"expected NAME=VALUE with one of the names {', '.join(fields)}; got {wish!r}")
        if field.is_repeated:
            getattr(options, field.name)[:] = [_value(field, part) for part in text.split(",")]
        else:
            setattr(options, field.name, _value(field, text))


def allowed(options: type[Message]) -> Iterator[tuple[str, str]]:
    """Every option's name and what it takes."""
    for field in _fields(options):
        yield field.name, _takes(field)


def _fields(options: type[Message]) -> list[FieldDescriptor]:
    return cast(list[FieldDescriptor], options.DESCRIPTOR.fields)


def _value(field: FieldDescriptor, text: str) -> int | bool:
    said = text.strip().lower()
    if field.enum_type is not None:
        values: dict[str, int] = _words(field.enum_type)
    elif field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        values = dict(_TRUTHS)
    else:
        values = {said: int(said)} if said.isascii() and said.isdecimal() and int(said) < 2**31 else {}
    if said not in values:
        raise BadOption(f"{field.name} takes {_takes(field)}, got {text!r}")
    return values[said]


def _takes(field: FieldDescriptor) -> str:
    if field.enum_type is not None:
        return " or ".join(_words(field.enum_type))
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return "yes or no"
    return "numbers parted by commas" if field.is_repeated else "a number"


def _words(enum: EnumDescriptor) -> dict[str, int]:
    """The enum's values without their common prefix, which the unspecified one shows."""
    (_, unspecified), *others = sorted(enum.values_by_number.items())
    prefix = unspecified.name.removesuffix("UNSPECIFIED")
    return {value.name.removeprefix(prefix).lower(): number for number, value in others}
