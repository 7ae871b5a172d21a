"""The form of the rules that was asked for is the one that is tested."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from services import compiled
from tests.conformance.games import TABLES

pytestmark = pytest.mark.conformance


def test_the_form_asked_for_is_loaded() -> None:
    asked = os.environ.get("CHIEU_RULES", "auto")
    assert TABLES
    assert compiled.loaded_form() == asked or asked == "auto"


def test_all_rules_are_loaded_in_one_form() -> None:
    files = {name: str(sys.modules[name].__file__) for name in compiled.sources() if name in sys.modules}
    assert files
    native = {name for name, file in files.items() if file.endswith(tuple(EXTENSION_SUFFIXES))}
    assert native == (set(files) if compiled.loaded_form() == "compiled" else set())


def test_no_compiled_module_lies_beside_a_source() -> None:
    services = Path(compiled.__file__).parent
    stray = [file for suffix in EXTENSION_SUFFIXES for file in services.rglob(f"*{suffix}")]
    assert not stray


def _import_with(tmp_path: Path, rules: str) -> subprocess.CompletedProcess[str]:
    """Imports the services from a copy that has no build."""
    copy = tmp_path / "services"
    if not copy.exists():
        copy.mkdir()
        source = Path(compiled.__file__).parent
        for name in ("__init__.py", "compiled.py"):
            (copy / name).write_text((source / name).read_text("utf-8"), "utf-8")
    return subprocess.run(
        [sys.executable, "-c", "import services"],
        cwd=tmp_path,
        env={**os.environ, "CHIEU_RULES": rules, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_asking_for_compiled_rules_without_a_build_fails_and_says_what_to_do(
    tmp_path: Path,
) -> None:
    tried = _import_with(tmp_path, "compiled")
    assert tried.returncode
    assert "tools/compile_rules.py" in tried.stderr
    assert _import_with(tmp_path, "auto").returncode == 0
    assert "CHIEU_RULES must be one of" in _import_with(tmp_path, "fast").stderr
