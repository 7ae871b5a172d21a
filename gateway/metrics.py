"""What the gateway counts.

The hot path adds to plain numbers; they become Prometheus samples when somebody scrapes. A counter object of the
library would cost a lock and a microsecond for each frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

__all__ = ["Counts", "GatewayCollector"]


@dataclass(slots=True)
class Counts:
    """Numbers that only grow, since the process began."""

    frames: Counter[str] = field(default_factory=Counter)
    """Frames of clients, by kind."""
    refusals: Counter[str] = field(default_factory=Counter)
    """The gateway's own refusals, by reason."""
    closes: Counter[str] = field(default_factory=Counter)
    """Connections that the gateway ended, by close code."""
    calls: Counter[str] = field(default_factory=Counter)
    """HTTP calls to services, by status."""
    updates: int = 0
    """Updates handed to connections."""
    replies: int = 0
    """Replies handed to connections."""
    link_batches_in: int = 0
    """Batches that came from services."""


Gauges = Callable[[], dict[str, float]]
"""Numbers as they are now, by name."""

_LABELLED = {
    "frames": ("chieu_gateway_frames", "Frames of clients.", "kind"),
    "refusals": ("chieu_gateway_refusals", "Refusals that the gateway made itself.", "reason"),
    "closes": ("chieu_gateway_closes", "Connections that the gateway ended.", "code"),
    "calls": ("chieu_gateway_http_calls", "HTTP calls to services.", "status"),
}
_PLAIN = {
    "updates": ("chieu_gateway_updates", "Updates handed to connections."),
    "replies": ("chieu_gateway_replies", "Replies handed to connections."),
    "link_batches_in": ("chieu_gateway_link_batches_in", "Batches that came from services."),
}


class GatewayCollector(Collector):
    """Makes samples of the counts, and of gauges that are asked for at each scrape."""

    def __init__(self, counts: Counts, gauges: Gauges) -> None:
        self._counts = counts
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        """The samples of one scrape."""
        for name, (metric, text, label) in _LABELLED.items():
            family = CounterMetricFamily(metric, text, labels=[label])
            for value, count in sorted(getattr(self._counts, name).items()):
                family.add_metric([value], count)
            yield family
        for name, (metric, text) in _PLAIN.items():
            yield CounterMetricFamily(metric, text, value=getattr(self._counts, name))
        for name, value in self._gauges().items():
            yield GaugeMetricFamily(f"chieu_gateway_{name}", f"{name.replace('_', ' ').capitalize()} now.", value=value)
