"""What an acknowledged commit survives."""

from __future__ import annotations

from enum import Enum

__all__ = ["Durability"]


class Durability(Enum):
    """How durable a commit is before its answer counts.

    `EVERYSEC` and `ALWAYS` are the server's to keep (`appendonly yes` with this `appendfsync`);
    `REPLICATED` is asked for by the store, with WAIT, on top of whatever the server does.
    """

    EVERYSEC = "everysec"
    """About two seconds of acknowledged commits may be lost when the server's machine or process dies."""
    ALWAYS = "always"
    """Nothing is lost when processes die: the server syncs its log before it answers."""
    REPLICATED = "replicated"
    """A commit counts once replicas have it. What a failover loses besides is the replication's to say."""

    @property
    def appendfsync(self) -> str:
        """The server's setting that goes with it."""
        return "always" if self is Durability.ALWAYS else "everysec"
