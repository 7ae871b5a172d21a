"""What a service counts. Names are documented in docs/operating.md; labels never name a table or a player."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

__all__ = ["Metrics"]


class Metrics:
    """The metrics of one service process, in a registry of their own."""

    def __init__(self, game: str, registry: CollectorRegistry | None = None) -> None:
        self.registry = registry or CollectorRegistry()
        self.commits = self._counter("chieu_commits_total", "Commits that counted.", game)
        self.conflicts = self._counter("chieu_conflicts_total", "Commits that lost against another writer.", game)
        self.unknown = self._counter("chieu_commits_unknown_total", "Commits that the store did not answer.", game)
        self.faults = self._counter("chieu_faults_total", "Faults of ours while a table was served.", game)
        self.jobs = self._counter("chieu_bot_jobs_total", "Bot jobs handed to the broker.", game)
        self.jobs_dropped = self._counter(
            "chieu_bot_jobs_dropped_total", "Bot jobs that found no place or no broker; the second ask follows.", game
        )
        self.policy_moves = self._counter(
            "chieu_bot_policy_moves_total", "Moves that the policy made for bots since no worker answered.", game
        )
        self.refusals = Counter(
            "chieu_refusals_total", "Refused answers and calls.", ("game", "reason"), registry=self.registry
        )
        self.links = Gauge("chieu_links", "Open links from gateways.", ("game",), registry=self.registry).labels(game)
        self.tables = Gauge("chieu_cached_tables", "Tables in memory.", ("game",), registry=self.registry).labels(game)
        self.subscriptions = Gauge(
            "chieu_subscriptions", "Connections that have a table open here.", ("game",), registry=self.registry
        ).labels(game)
        self.commit_seconds = Histogram(
            "chieu_canary_seconds", "A write to the store and back.", ("game",), registry=self.registry
        ).labels(game)
        self.game = game

    def _counter(self, name: str, what: str, game: str) -> Counter:
        return Counter(name, what, ("game",), registry=self.registry).labels(game)

    def refused(self, reason: str) -> None:
        """Count a refusal by its reason."""
        self.refusals.labels(self.game, reason).inc()
