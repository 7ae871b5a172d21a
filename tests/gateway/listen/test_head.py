from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.listen import Head, client_address, read_head

UPGRADE = (
    "GET /ws?access_token=a.b%2Bc&x=1 HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket"
)


def head(text: str) -> Head:
    found = read_head(text.encode())
    assert found is not None
    return found


def test_an_upgrade_is_seen_as_one() -> None:
    found = head(UPGRADE + "\r\nSec-WebSocket-Protocol: a, b\r\nsec-websocket-protocol: c")
    assert found.is_upgrade
    assert found.path == "/ws"
    assert found.query("access_token") == "a.b+c"
    assert not found.query("none")
    assert found.subprotocols == ["a", "b", "c"]


@pytest.mark.parametrize(
    "text",
    [
        "GET / HTTP/1.1",
        "POST /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket",
        "GET /ws HTTP/1.1\r\nUpgrade: websocket",
        "GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c",
    ],
)
def test_anything_else_is_not(text: str) -> None:
    assert not head(text).is_upgrade


@pytest.mark.parametrize(
    "text", ["", "GET", "GET /", "GET / HTTP/2", "GET  / HTTP/1.1", "GET / HTTP/1.1\r\nx", "GET / HTTP/1.1\r\n a: b"]
)
def test_what_is_no_head_is_none(text: str) -> None:
    assert read_head(text.encode()) is None


@pytest.mark.property
@given(st.binary(max_size=300))
def test_random_bytes_are_a_head_or_none(text: bytes) -> None:
    found = read_head(text)
    if found is not None:
        assert isinstance(found.is_upgrade, bool)
        assert isinstance(found.query("x"), str)


TRUSTED = [ipaddress.ip_network("10.0.0.0/8")]


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("1.2.3.4", "", "1.2.3.4"),
        ("1.2.3.4", "9.9.9.9", "1.2.3.4"),
        ("10.0.0.1", "9.9.9.9", "9.9.9.9"),
        ("10.0.0.1", "6.6.6.6, 9.9.9.9, 10.0.0.2", "9.9.9.9"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "", "10.0.0.1"),
    ],
)
def test_forwarded_addresses_are_believed_of_trusted_proxies_only(peer: str, forwarded: str, expected: str) -> None:
    assert client_address(peer, forwarded, TRUSTED) == expected
