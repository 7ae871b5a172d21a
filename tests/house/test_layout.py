"""How the house is laid out: what holds for every file in it, whoever wrote it."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_MODULE = 800
PURE = re.compile(r"services/(core/(game|cards|packing)|(?!core/)\w+/(rules|policy))\w*(/\w+)*\.py")
EFFECTS = {"asyncio", "celery", "google", "grpc", "logging", "random", "redis", "socket", "time"}


def tracked(*patterns: str) -> list[Path]:
    """The files that git knows or would add, so that what was generated is not looked at."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def pure_modules() -> list[str]:
    """The modules below services/ that must be functions of their arguments."""
    names = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in tracked("services/*.py")
        if PURE.fullmatch(str(path.relative_to(ROOT)))
    }
    return sorted(names)


@pytest.mark.parametrize("module", pure_modules())
def test_importing_the_rules_loads_nothing_that_has_effects(module: str) -> None:
    program = f"import sys; sys.path[:0] = {sys.path!r}; before = set(sys.modules); import {module}; print(*set(sys.modules) - before)"
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, check=True, text=True)
    assert not EFFECTS & {name.partition(".")[0] for name in ran.stdout.split()}


def test_the_interface_of_a_game_is_among_the_pure_modules() -> None:
    assert "services.core.game" in pure_modules()


def test_no_module_is_longer_than_one_can_read() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in tracked("*.py", "*.ts", "*.lua")
        if (lines := path.read_text(encoding="utf-8").count("\n")) > LONGEST_MODULE
    }
    assert not long


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    places = re.compile("|".join([re.escape(str(ROOT)), r"(?<![\w.-])/(home|Users)/\w", r"(?<![\w.-])/root/"]).encode())
    naming = [
        str(path.relative_to(ROOT)) for path in tracked() if places.search(path.read_bytes()) and path != Path(__file__)
    ]
    assert not naming


def test_every_python_folder_below_an_import_root_is_a_package() -> None:
    roots = ("services", "gateway", "identity", "telemetry", "ai-worker/ai_worker", "clients/*/chieu_*")
    folders = {path.parent for path in tracked(*(f"{root}/*.py" for root in roots))}
    assert folders
    assert not [str(folder.relative_to(ROOT)) for folder in folders if not (folder / "__init__.py").exists()]


def locked(name: str) -> list[str]:
    """The distributions of one lock file, by name."""
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    return re.findall(r"^([\w.-]+)==", text, flags=re.MULTILINE)


def stated_licence(distribution: str) -> str:
    """What a distribution says about its licence: the expression, else the classifiers, else the licence's own text."""
    about = metadata.metadata(distribution)
    said = about.get_all("License-Expression") or [
        line for line in about.get_all("Classifier") or [] if line.startswith("License ::")
    ]
    texts = [file for file in metadata.files(distribution) or [] if "licens" in str(file).lower()]
    return " ".join(said or about.get_all("License") or [file.read_text()[:300] for file in texts])


@pytest.mark.parametrize("distribution", locked("base.txt"))
def test_what_ships_is_under_a_permissive_licence(distribution: str) -> None:
    stated = stated_licence(distribution)
    assert re.search(r"MIT|BSD|Apache|Python|PSF|MPL|Mozilla|ISC", stated), f"{distribution}: {stated!r}"
    assert not re.search(r"GPL|General Public License|SSPL|Commons Clause", stated, re.IGNORECASE), stated


def test_the_locks_of_running_and_of_building_agree() -> None:
    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        return set(re.findall(r"^[\w.-]+==\S+", text, flags=re.MULTILINE))

    assert pins("base.txt") <= pins("dev.txt")
