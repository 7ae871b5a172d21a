"""Clients' connections: who they are, their limits, and their tables."""

from gateway.session.connection import Connection, Socket, Stage
from gateway.session.hub import Hub
from gateway.session.limits import Bucket, Buckets, Quota, Verdict

__all__ = ["Bucket", "Buckets", "Connection", "Hub", "Quota", "Socket", "Stage", "Verdict"]
