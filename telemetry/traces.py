"""OpenTelemetry, off unless an endpoint is named."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["set_up_tracing"]


def set_up_tracing(service: str, endpoint: str) -> Callable[[], None]:
    """Sends spans to an OTLP gRPC endpoint such as `http://collector:4317`. Empty: does nothing and imports nothing.

    Gives back what flushes and stops it. Tracing is process-wide; call it once.
    """
    if not endpoint:
        return lambda: None
    from opentelemetry import trace  # noqa: PLC0415 - 30 ms of imports that most processes do without
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    exporter = OTLPSpanExporter(endpoint=endpoint, insecure=endpoint.startswith("http://"))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return provider.shutdown
