from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from chieu.table.v1 import refusal_pb2
from identity import mint
from telemetry import set_up_logging

TOKEN = mint("a secret for tests, long enough for HS256", "an")


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def lines(out: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_an_event_is_one_json_line_with_service_and_time() -> None:
    out = io.StringIO()
    set_up_logging("gateway", stream=out)
    structlog.get_logger().info("link_up", replica="a")
    (line,) = lines(out)
    assert line["service"] == "gateway"
    assert (line["event"], line["replica"], line["level"]) == ("link_up", "a", "info")
    assert "timestamp" in line


def test_the_standard_librarys_events_have_the_same_form() -> None:
    out = io.StringIO()
    set_up_logging("gateway", stream=out)
    logging.getLogger("grpc").warning("odd %s", "thing")
    (line,) = lines(out)
    assert (line["event"], line["logger"]) == ("odd thing", "grpc")


def test_a_level_below_the_wanted_one_is_silent() -> None:
    out = io.StringIO()
    set_up_logging("gateway", level="warning", stream=out)
    structlog.get_logger().info("quiet")
    assert not out.getvalue()


@pytest.mark.parametrize("style", ["json", "console"])
def test_tokens_and_cards_are_in_no_log(style: Any) -> None:
    out = io.StringIO()
    set_up_logging("gateway", style=style, stream=out)
    log = structlog.get_logger()
    log.info("a", token=TOKEN, authorization="Bearer abc", hand=["7h"], nested={"cards": ["7h"], "x": [{"move": "7h"}]})
    log.info(TOKEN, url="/ws?access_token=opaque&x=1", head="authorization: Bearer opaque")
    log.info("b", payload=b"7h", message=refusal_pb2.Refusal(detail="7h"), deep=[[[[["7h"]]]]])
    logging.getLogger("x").warning("GET /ws?access_token=%s", TOKEN)
    try:
        int(TOKEN)
    except ValueError:
        log.exception("c")
    text = out.getvalue()
    assert "eyJ" not in text
    assert "opaque" not in text
    assert "7h" not in text
    assert "ValueError" in text


def test_what_is_harmless_stays() -> None:
    out = io.StringIO()
    set_up_logging("gateway", stream=out)
    structlog.get_logger().info("a", count=3, ratio=0.5, ok=True, nothing=None, names=("x", "y"), odd=object)
    (line,) = lines(out)
    assert (line["count"], line["ratio"], line["ok"], line["nothing"], line["names"]) == (
        3,
        0.5,
        True,
        None,
        ["x", "y"],
    )
