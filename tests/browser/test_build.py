"""The page as it is built, and its own unit tests. Their names are in web/tests."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "build" / "page"
BUDGET = 150_000
PERMISSIVE = {"0BSD", "Apache-2.0", "(Apache-2.0 AND BSD-3-Clause)", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"}

pytestmark = pytest.mark.needs("node")


def test_the_parts_of_the_page_keep_their_promises() -> None:
    ran = subprocess.run(["vitest", "run", "--no-color"], cwd=ROOT / "web", capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.search(r"Tests +\d+ passed", ran.stdout)


def test_the_whole_page_is_small_on_the_wire() -> None:
    sizes = {str(path.relative_to(PAGE)): path.stat().st_size for path in PAGE.rglob("*.gz")}
    assert {path.relative_to(PAGE).suffix for path in PAGE.rglob("*") if path.is_file()} <= {
        ".gz",
        ".html",
        ".js",
        ".css",
        ".svg",
    }
    assert sizes
    assert sum(sizes.values()) < BUDGET, sizes


def test_the_page_names_no_other_host() -> None:
    words = re.compile(r"https?://[\w.-]+")
    allowed = {"http://www.w3.org"}  # names of namespaces, never asked for
    found = {
        host
        for path in PAGE.rglob("*")
        if path.suffix in {".html", ".js", ".css", ".svg"}
        for host in words.findall(path.read_text(encoding="utf-8"))
    }
    assert found <= allowed


def test_what_the_page_ships_is_under_a_permissive_licence() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    for name in package["dependencies"]:
        licence = json.loads((ROOT / "node_modules" / name / "package.json").read_text(encoding="utf-8"))["license"]
        assert licence in PERMISSIVE, name
