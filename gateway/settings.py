"""What an operator can set, by environment variables with the prefix CHIEU_."""

from __future__ import annotations

import ipaddress
import os
import socket
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from wire.addresses import Services, parse_services, split_address

__all__ = ["Network", "Settings"]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Settings(BaseSettings):
    """The gateway's settings; every limit is on by default."""

    model_config = SettingsConfigDict(env_prefix="CHIEU_", extra="ignore", frozen=True)

    # where
    listen: str = "127.0.0.1:8080"
    """host:port of the one port."""
    services: Annotated[Services, NoDecode] = Field(default_factory=dict)
    """`tan=host:port,host:port;chan=host:port`: where to begin; the services name their other replicas."""
    gateway_name: str = Field(default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}")
    """This process, in the services' logs."""

    # who
    service_token: SecretStr = SecretStr("")
    """What the services know this gateway by."""
    jwt_secret: SecretStr = SecretStr("")
    """HS256 secret of players' tokens, at least 32 bytes. This or `jwks_url`."""
    jwks_url: str = ""
    """Where the issuer of players' tokens keeps its public keys."""
    jwt_audience: str = ""
    jwt_issuer: str = ""
    jwt_leeway_seconds: float = Field(default=10, ge=0, le=300)
    tenant: str = "default"
    """The tenant of tokens that name none."""
    guests: bool = False
    """Whether POST /v1/guest gives everybody a token. For local runs; needs `jwt_secret`."""
    guest_seconds: int = Field(default=12 * 3600, ge=60)
    """How long a guest's token lives."""

    # limits
    max_message_bytes: int = Field(default=16 * 1024, ge=1024)
    """Largest message from a client."""
    max_body_bytes: int = Field(default=64 * 1024, ge=1024)
    """Largest HTTP body."""
    max_head_bytes: int = Field(default=16 * 1024, ge=1024)
    """Largest HTTP request head."""
    head_seconds: float = Field(default=10, gt=0)
    """Time for a request's head, and again for its body."""
    hello_seconds: float = Field(default=10, gt=0)
    """Time for the first valid Hello."""
    heartbeat_seconds: int = Field(default=30, ge=1)
    """Silence after which a connection is ended; half of it after which it is pinged."""
    frames_per_second: float = Field(default=20, gt=0)
    """Frames that a connection may send, lastingly."""
    frames_burst: int = Field(default=40, ge=1)
    """Frames that it may send at once."""
    flood_frames: int = Field(default=100, ge=1)
    """Refused frames in a row, less what time forgives, that end a connection."""
    calls_per_second: float = Field(default=10, gt=0)
    """HTTP calls of one player, or of one address that has no token, lastingly."""
    calls_burst: int = Field(default=30, ge=1)
    max_unsent_bytes: int = Field(default=256 * 1024, ge=16 * 1024)
    """Data waiting for a slow reader after which it is cut off."""
    max_connections: int = Field(default=20_000, ge=1)
    max_connections_per_address: int = Field(default=200, ge=1)
    max_connections_per_player: int = Field(default=8, ge=1)
    max_tables_per_connection: int = Field(default=16, ge=1)
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode] = ()
    """Networks, comma-separated, whose X-Forwarded-For is believed."""

    # links
    linger_ms: float = Field(default=5, ge=0, le=50)
    """Longest wait for company before a batch leaves; how much of it is used depends on the load. 0: none."""
    link_queue_bytes: int = Field(default=4 * 1024 * 1024, ge=256 * 1024)
    """What may wait for one replica."""
    link_answers: int = Field(default=4096, ge=1)
    """Answers in flight to one replica."""
    answer_seconds: float = Field(default=10, gt=0)
    """After which an answer that got no reply is refused."""
    open_seconds: float = Field(default=5, gt=0)
    """How long a client waits for a table to open before it is refused."""
    reopen_seconds: float = Field(default=30, gt=0)
    """How long an open table may be without a service before its client is told."""
    canary_seconds: float = Field(default=5, gt=0)
    """Between two signs of life through the store."""

    # the rest
    cors_origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Origins, comma-separated, whose pages may use the HTTP calls. `*`: all."""
    page_dir: Path | None = None
    """The page's files, served at /, if the directory exists."""
    drain_seconds: float = Field(default=10, gt=0)
    """Longest time between SIGTERM and the end."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_style: Literal["auto", "json", "console"] = "auto"
    otlp_endpoint: str = ""
    """Where spans go. Empty: nowhere."""

    @field_validator("services", mode="before")
    @classmethod
    def _read_services(cls, value: object) -> object:
        return parse_services(value) if isinstance(value, str) else value

    @field_validator("cors_origins", "trusted_proxies", mode="before")
    @classmethod
    def _read_list(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _check(self) -> Self:
        if bool(self.jwt_secret.get_secret_value()) == bool(self.jwks_url):
            raise ValueError("set CHIEU_JWT_SECRET or CHIEU_JWKS_URL, and not both")
        if self.guests and self.jwks_url:
            raise ValueError("CHIEU_GUESTS needs CHIEU_JWT_SECRET: guests' tokens are signed with it")
        if not self.service_token.get_secret_value():
            raise ValueError("set CHIEU_SERVICE_TOKEN: the services believe nobody without it")
        split_address(self.listen)
        return self
