"""What an operator can set, by environment variables with the prefix CHIEU_."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from wire.addresses import Services, is_address, parse_services

__all__ = ["Settings"]


class Settings(BaseSettings):
    """The worker's settings. It has no database and no secret but the service token."""

    model_config = SettingsConfigDict(env_prefix="CHIEU_", extra="ignore", frozen=True)

    broker_url: str = "redis://127.0.0.1:6379/1"
    """Where jobs come from: `redis://`, `sentinel://` or `amqp://`. Redis Cluster is no broker."""
    broker_quorum: bool = False
    """Whether the jobs' queues are RabbitMQ quorum queues. The producer must say the same."""
    services: Annotated[Services, NoDecode] = Field(default_factory=dict)
    """`tan=host:port,host:port;chan=host:port`: where to answer when the replica that asked is gone."""
    service_token: SecretStr = SecretStr("")
    """What the services know this worker by."""

    bot_games: Annotated[tuple[str, ...], NoDecode] = ()
    """The games whose jobs this worker takes, comma-separated. Empty: all that it knows."""
    bot_processes: int = Field(default_factory=lambda: len(os.sched_getaffinity(0)), ge=1)
    """Processes that think at the same time."""
    bot_think_ms: int = Field(default=400, ge=10, le=5000)
    """Longest time that a bot searches, whatever its level; less when the job's own time is shorter."""
    bot_canary_seconds: float = Field(default=10, gt=0)
    """Between two canary tasks."""
    bot_canary_late_seconds: float = Field(default=60, gt=0)
    """Age of the last canary's sign after which the worker counts as dead."""
    bot_heartbeat_file: Path = Field(default_factory=lambda: Path(tempfile.gettempdir()) / "chieu-ai-worker.heartbeat")
    """What a canary task leaves its sign in; one file a worker."""
    bot_metrics: str = ""
    """host:port that serves the metrics of all processes. Empty: none."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_style: Literal["auto", "json", "console"] = "auto"

    @field_validator("services", mode="before")
    @classmethod
    def _read_services(cls, value: object) -> object:
        return parse_services(value) if isinstance(value, str) else value

    @field_validator("bot_games", mode="before")
    @classmethod
    def _read_games(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("bot_metrics")
    @classmethod
    def _check_address(cls, value: str) -> str:
        if value and not is_address(value):
            raise ValueError(f"expected host:port, got {value!r}")
        return value
