"""Structured logs: one line an event, JSON in production, readable on a terminal, without secrets in either.

What must never be in a log: tokens and cards. `hide` sees to it for everything that passes, our own events and those of
libraries alike: by the key's name, by the value's type (bytes and messages show their size alone) and by its looks.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Collection, Mapping, MutableMapping
from typing import Any, Final, Literal, TextIO

import structlog
from google.protobuf.message import Message

__all__ = ["LogStyle", "hide", "set_up_logging"]

LogStyle = Literal["auto", "json", "console"]
"""`auto` is `console` on a terminal and `json` elsewhere."""

HIDDEN: Final = "[hidden]"

_SECRET_KEYS: Final = frozenset(
    {
        *("access_token", "authorization", "cookie", "jwt", "password", "secret", "service_token", "token"),
        *("card", "cards", "choices", "deck", "entropy", "events", "hand", "hands", "memory", "move", "prompt"),
        *("seed", "state", "stock", "update", "view"),
    }
)
_SECRET_LOOKS: Final = re.compile(
    r"eyJ[\w-]{4,}\.[\w-]*\.?[\w-]*"  # a JSON Web Token
    r"|(?<=[Bb]earer )\S+"
    r"|(?<=access_token=)[^&\s\"']+"
)
_DEEPEST: Final = 4


def hide(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor: takes out of an event what must not be in a log."""
    for key, value in event.items():
        if not key.startswith("_"):  # those are structlog's own and never printed
            event[key] = HIDDEN if key.lower() in _SECRET_KEYS else _safe(value)
    return event


def _safe(value: Any, depth: int = 0) -> Any:
    match value:
        case bool() | int() | float() | None:
            return value
        case bytes() | bytearray() | memoryview():
            return f"<{len(value)} bytes>"
        case Message():
            return f"<{value.DESCRIPTOR.full_name}>"
        case Mapping() | list() | tuple() | set() | frozenset():
            return HIDDEN if depth == _DEEPEST else _safe_inside(value, depth + 1)
        case _:
            return _SECRET_LOOKS.sub(HIDDEN, str(value))


def _safe_inside(value: Mapping[Any, Any] | Collection[Any], depth: int) -> Any:
    if not isinstance(value, Mapping):
        return [_safe(inner, depth) for inner in value]
    return {key: HIDDEN if str(key).lower() in _SECRET_KEYS else _safe(inner, depth) for key, inner in value.items()}


def set_up_logging(service: str, level: str = "info", style: LogStyle = "auto", stream: TextIO | None = None) -> None:
    """Sends structlog's events and those of the standard library to one stream (default: stderr) in one form.

    `service` stands on every line. May be called again; the last call counts.
    """
    out = stream or sys.stderr
    is_console = style == "console" or (style == "auto" and out.isatty())
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    _install(out, level, _formatter(service, shared, is_console=is_console))


def _formatter(
    service: str, shared: list[structlog.typing.Processor], *, is_console: bool
) -> structlog.stdlib.ProcessorFormatter:
    def name(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        return {"service": service, **event}

    last: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if is_console
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            name,
            structlog.processors.format_exc_info,
            hide,  # after the traceback became text, so that it is looked at as well
            last,
        ],
    )


def _install(out: TextIO, level: str, formatter: logging.Formatter) -> None:
    handler = logging.StreamHandler(out)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
