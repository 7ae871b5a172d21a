"""One process of ours, as tests treat it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from deploy.local.valkey import dying_with_us
from tests.system.polling import eventually, eventually_sync

__all__ = ["Process"]

_READY_SECONDS = 120.0


class Process:
    """`python -m MODULE` with an environment of its own. It dies with the thread that started it."""

    def __init__(self, name: str, module: str, environment: dict[str, str], folder: Path) -> None:
        self.name = name
        self.environment = environment
        self.log = folder / f"{name}.log"
        self.is_leaving = False
        """Whether it was asked to end, and has not been started since."""
        self._module = module
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process, while it runs."""
        assert self._child is not None, f"{self.name} was not started"
        return self._child.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._child is not None and self._child.poll() is None

    def start(self) -> None:
        """Start it, for the first time or again; returns at once."""
        assert not self.is_running, f"{self.name} runs already"
        self.is_leaving = False
        with self.log.open("ab") as output:
            self._child = subprocess.Popen(
                [sys.executable, "-m", self._module],
                env=self.environment,
                stdout=output,
                stderr=output,
                cwd=self.log.parent,
                preexec_fn=dying_with_us(),  # noqa: PLW1509 - it takes no lock
            )

    def is_ready(self) -> bool:
        """Whether it does its work."""
        return self.is_running

    async def ready(self) -> None:
        """Return when it does its work."""
        await eventually(self._is_ready_or_over, _READY_SECONDS, f"{self.name} did not get ready")

    def await_ready(self) -> None:
        """As `ready`, while no loop runs in this thread."""
        eventually_sync(self._is_ready_or_over, _READY_SECONDS, f"{self.name} did not get ready")

    def kill(self) -> None:
        """Kill it with signal 9, and its children with it; return when it is dead."""
        if self._child is not None:
            children = self.children()
            self._child.kill()
            self._child.wait()
            for child in children:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)

    def kill_alone(self) -> list[int]:
        """Kill it with signal 9 and leave its children to themselves; who they are."""
        assert self._child is not None
        children = self.children()
        self._child.kill()
        self._child.wait()
        return children

    def tell_to_go(self) -> None:
        """Ask it to end, as an operator does."""
        self.is_leaving = True
        self._send(signal.SIGTERM)

    async def gone(self, within: float = 30.0) -> int:
        """Its exit code, once it has ended."""
        child = self._child
        assert child is not None
        await eventually(lambda: child.poll() is not None, within, f"{self.name} did not end")
        return child.returncode

    def pause(self) -> None:
        """Stop it in its tracks: connections stay, nothing answers."""
        self._send(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self._send(signal.SIGCONT)

    def children(self) -> list[int]:
        """The processes that it has started."""
        with suppress(OSError):
            listed = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii")
            return [int(pid) for pid in listed.split()]
        return []

    def said(self) -> str:
        """All that it has logged."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def _send(self, number: signal.Signals) -> None:
        assert self._child is not None, f"{self.name} was not started"
        self._child.send_signal(number)

    def _is_ready_or_over(self) -> bool:
        assert self.is_running, f"{self.name} ended by itself"
        return self.is_ready()
