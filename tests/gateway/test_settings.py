from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from gateway.settings import Settings
from wire.addresses import parse_services, split_address

NEEDED: dict[str, Any] = {"service_token": "s", "jwt_secret": "x" * 32}


def test_services_are_read_by_game() -> None:
    text = " tan = a:1, b:2 ; chan=[::1]:3;"
    assert parse_services(text) == {"tan": ("a:1", "b:2"), "chan": ("[::1]:3",)}


@pytest.mark.parametrize("text", ["tan", "tan=", "tan=a", "tan=a:b", "Tan=a:1", "tan=a:1,b", "=a:1", "tan=http://a:1"])
def test_services_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected game="):
        parse_services(text)


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        "SERVICES": "tan=a:1",
        "SERVICE_TOKEN": "s",
        "JWT_SECRET": "x" * 32,
        "GUESTS": "1",
        "CORS_ORIGINS": "https://a, https://b",
        "TRUSTED_PROXIES": "10.0.0.0/8,::1/128",
    }
    for name, value in values.items():
        monkeypatch.setenv(f"CHIEU_{name}", value)
    settings = Settings()
    assert settings.services == {"tan": ("a:1",)}
    assert settings.guests
    assert settings.cors_origins == ("https://a", "https://b")
    assert [str(network) for network in settings.trusted_proxies] == ["10.0.0.0/8", "::1/128"]
    assert "x" * 32 not in repr(settings)


@pytest.mark.parametrize(
    "wrong",
    [
        {"jwt_secret": ""},
        {"jwks_url": "https://issuer"},
        {"jwt_secret": "", "jwks_url": "https://issuer", "guests": True},
        {"service_token": ""},
        {"listen": "8080"},
        {"services": "tan"},
        {"heartbeat_seconds": 0},
    ],
    ids=str,
)
def test_settings_that_cannot_work_are_refused_at_start(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Settings(**(NEEDED | wrong))


def test_an_address_is_split() -> None:
    assert split_address("[::1]:80") == ("::1", 80)
    assert split_address("a.b:80") == ("a.b", 80)
