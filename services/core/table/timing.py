"""How long things take. All durations of core in one place, divided by the time scale."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Timing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Durations in milliseconds; `scale` divides every one of them (for tests)."""

    scale: float = 1.0
    ask_ms: int = 2_500
    """How long a bot's worker may take before it is asked again, and then before the policy answers."""
    margin_ms: int = 250
    """How long before a deadline the policy answers for a bot whose worker has not."""
    abandon_ms: int = 600_000
    """No present player for so long closes a table."""
    over_ms: int = 3_600_000
    """A finished or closed table is kept so long."""
    kept_ms: int = 7 * 86_400_000
    """A table that nothing has happened at is kept so long, whatever else should have closed it."""

    def scaled(self, milliseconds: float) -> int:
        """A duration as it really runs."""
        return int(milliseconds / self.scale)
