"""`make run`: everything on one machine, for trying out and for development.

Starts what the Procfile names (a real Valkey, the game services, a bot worker, the gateway), waits until a table could
really be played, and says where. Ctrl-C or SIGTERM stops everything. Data and secrets stay in `.data/`, so that tables
are still there the next time.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

from honcho.environ import expand_processes, parse_procfile
from honcho.manager import Manager

__all__ = ["environment", "main"]

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "build" / "page"
"""Where `make setup` builds the page."""
PROCFILE: Final = Path(__file__).with_name("Procfile")
GAMES: Final = {"tan": "CHIEU_LOCAL_TAN_PORT", "chan": "CHIEU_LOCAL_CHAN_PORT", "tonk": "CHIEU_LOCAL_TONK_PORT"}
"""Which setting says where a game listens."""
PORTS: Final = {
    "CHIEU_LOCAL_PORT": 8080,
    "CHIEU_LOCAL_TAN_PORT": 7301,
    "CHIEU_LOCAL_CHAN_PORT": 7302,
    "CHIEU_LOCAL_TONK_PORT": 7303,
    "CHIEU_LOCAL_REDIS_PORT": 7379,
}


def environment(data: Path, given: dict[str, str]) -> dict[str, str]:
    """What every process of a local run is told; what is `given` counts before what we choose."""
    chosen = {name: given.get(name) or str(_free_port(port)) for name, port in PORTS.items()}
    redis = f"redis://127.0.0.1:{chosen['CHIEU_LOCAL_REDIS_PORT']}"
    services = ";".join(f"{game}=127.0.0.1:{chosen[port]}" for game, port in GAMES.items())
    ours = {
        **chosen,
        **_secrets(data / "secrets"),
        "CHIEU_LOCAL_DATA": str(data),
        "CHIEU_REDIS_URL": f"{redis}/0",
        "CHIEU_BROKER_URL": f"{redis}/1",
        "CHIEU_SERVICES": services,
        "CHIEU_GUESTS": "1",
        "CHIEU_PAGE_DIR": str(PAGE),
        "CHIEU_BOT_HEARTBEAT_FILE": str(data / "worker.heartbeat"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "PYTHONUNBUFFERED": "1",
    }
    return {**ours, **given}


def _free_port(wanted: int) -> int:
    """The usual port, or any free one if that is taken."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            found: int = probe.getsockname()[1]
            return found
    raise OSError("no free port")


def _secrets(folder: Path) -> dict[str, str]:
    """Secrets of this folder's tables, drawn once."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for name in ("CHIEU_SECRET", "CHIEU_SERVICE_TOKEN", "CHIEU_JWT_SECRET"):
        file = folder / name.lower()
        if not file.exists():
            file.touch(mode=0o600)
            file.write_text(secrets.token_urlsafe(48))
        found[name] = file.read_text()
    return found


def _listening(name: str, env: dict[str, str]) -> dict[str, str]:
    """The process's own address: each listens under the same setting."""
    ports = {**GAMES, "gateway": "CHIEU_LOCAL_PORT"}
    return {"CHIEU_LISTEN": f"127.0.0.1:{env[ports[name]]}"} if name in ports else {}


def main() -> int:
    """Run until told to stop, or until a process ends by itself; then 1."""
    data = Path(os.environ.get("CHIEU_LOCAL_DATA") or ROOT / ".data").resolve()
    env = environment(data, {name: value for name, value in os.environ.items() if name.startswith("CHIEU_")})
    (data / "worker.heartbeat").unlink(missing_ok=True)
    manager = Manager()
    processes = parse_procfile(PROCFILE.read_text())
    for process in expand_processes(processes.processes, env=env, port=None):
        own = {**os.environ, **env, **_listening(process.name.partition(".")[0], env)}
        manager.add_process(process.name, process.cmd, env=own, cwd=str(ROOT))
    address = f"http://127.0.0.1:{env['CHIEU_LOCAL_PORT']}"
    probe = [sys.executable, "-m", "deploy.local.probe", address, env["CHIEU_BOT_HEARTBEAT_FILE"]]
    subprocess.Popen(probe, cwd=ROOT)  # noqa: S603 - our own module; it says when a table can be played, and ends
    manager.loop()
    return 0 if manager.returncode in (0, 128 + signal.SIGINT, 128 + signal.SIGTERM) else 1


if __name__ == "__main__":
    sys.exit(main())
