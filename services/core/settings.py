"""What an operator may set for a game service. Every setting is an environment variable with the prefix `CHIEU_`."""

from __future__ import annotations

import os
import socket
from typing import Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.core.store.durability import Durability
from telemetry import LogStyle

__all__ = ["ServiceSettings"]


def _replica_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}-{os.urandom(3).hex()}"


class ServiceSettings(BaseSettings):
    """Settings of one replica of one game."""

    model_config = SettingsConfigDict(env_prefix="CHIEU_", extra="ignore")

    listen: str = "127.0.0.1:7301"
    """host:port of the gRPC server; port 0 takes a free one."""
    advertise: str = ""
    """host:port under which gateways and workers reach this replica. Empty: `listen`."""
    replica: str = Field(default_factory=_replica_name)
    """A name that no other live replica has."""
    redis_url: str = "redis://127.0.0.1:6379/0"
    """The store of the tables: one primary, append-only file on."""
    durability: Durability = Durability.EVERYSEC
    """What an acknowledged move survives."""
    replicas_acknowledge: int = 1
    """With durability `replicated`: so many replicas of the store must have a commit."""
    broker_url: str = "redis://127.0.0.1:6379/1"
    """Celery's broker for bot jobs."""
    broker_quorum: bool = False
    """Declare bot queues as quorum queues; for RabbitMQ."""
    service_token: SecretStr = SecretStr("")
    """What gateways, workers and other services show. Empty: no service is believed."""
    jwt_secret: SecretStr = SecretStr("")
    """HS256 secret of players' tokens, at least 32 bytes. Empty: see `jwks_url`."""
    jwks_url: str = ""
    """Where the public keys of players' tokens are. Empty, and no secret either: players come through gateways only."""
    secret: SecretStr = SecretStr("")
    """Key of table ids, the same for all replicas of a deployment."""
    time_scale: float = Field(default=1.0, gt=0)
    """Divides every duration; for tests."""
    bot_answer_seconds: float = Field(default=2.5, gt=0)
    """How long a bot's worker may take before it is asked again, and then before the policy answers."""
    link_linger_ms: float = Field(default=5.0, ge=0)
    """Longest wait of a batch for company."""
    link_queue_bytes: int = Field(default=4_000_000, gt=0)
    """Bytes that may wait on one link before a table's updates are dropped and asked for anew."""
    link_answers: int = Field(default=4096, gt=0)
    """Answers under way on one link before more are told to try again."""
    metrics_listen: str = ""
    """host:port of the Prometheus page. Empty: none."""
    drain_seconds: float = Field(default=5.0, ge=0)
    """How long calls under way may take after SIGTERM."""
    log_level: str = "info"
    """Least level that is logged."""
    log_style: LogStyle = "auto"
    """`console`, `json`, or what the output is."""

    @model_validator(mode="after")
    def _needs_a_secret(self) -> Self:
        if not self.secret.get_secret_value():
            raise ValueError("CHIEU_SECRET is not set: table ids need a key that all replicas share")
        return self
