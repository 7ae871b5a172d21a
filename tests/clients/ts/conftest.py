from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

CLIENT = Path(__file__).resolve().parents[3] / "clients" / "ts"


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of the client, with what its package would hold in `dist`."""
    subprocess.run(["tsc", "--project", "tsconfig.build.json"], cwd=CLIENT, check=True)
    return CLIENT
