from __future__ import annotations

import subprocess
import sys

from telemetry import set_up_tracing


def test_without_an_endpoint_nothing_is_imported() -> None:
    code = "import sys, telemetry; telemetry.set_up_tracing('x', '')(); sys.exit('opentelemetry' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_stopping_what_was_never_started_does_nothing() -> None:
    set_up_tracing("x", "")()
