"""Logs, metrics and traces: how every process of Chiếu reports what it does."""

from telemetry.logs import LogStyle, hide, set_up_logging
from telemetry.metrics import MetricsServer, new_registry, render, serve_metrics
from telemetry.traces import set_up_tracing

__all__ = [
    "LogStyle",
    "MetricsServer",
    "hide",
    "new_registry",
    "render",
    "serve_metrics",
    "set_up_logging",
    "set_up_tracing",
]
