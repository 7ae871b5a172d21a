"""Chooses between the interpreted and the compiled form of the rules when `services` is imported.

`tools/compile_rules.py` puts extension modules and a manifest into `build/compiled`, never beside the
sources, so that a stray build cannot shadow an edit. CHIEU_RULES says which form is loaded:

* `python`: the sources;
* `compiled`: the extensions; importing fails if they are missing or were built from other sources;
* `auto` (default): the extensions if they were built from exactly these sources, else the sources.

One form is taken for all rules of a process: compiled modules call each other past the import system.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

__all__ = ["GROUP", "MANIFEST", "build_directory", "digests", "install", "loaded_form", "sources"]

GROUP: Final = "chieu_rules"
"""mypyc's name for modules compiled together; the code of all of them is in `<GROUP>__mypyc`."""

MANIFEST: Final = "manifest.json"

_ROOT: Final = Path(__file__).resolve().parents[1]
_FORMS: Final = ("python", "compiled", "auto")


def build_directory() -> Path:
    """Where the compiled rules are."""
    return _ROOT / "build" / "compiled"


def sources() -> dict[str, Path]:
    """Every module that is compiled, by name: shared card code, each game's rules and policy, the worker's searches.

    They are compiled together, since a call between two groups costs as much as one that is not compiled.
    """
    services = _ROOT / "services"
    files = [services / "core" / f"{name}.py" for name in ("cards", "chance", "packing")]
    files += sorted(services.glob("*/rules/*.py")) + sorted(services.glob("*/policy.py"))
    found = {_module_name(file, _ROOT): file for file in files if file.name != "__init__.py"}
    worker = _ROOT / "ai-worker"
    return found | {_module_name(file, worker): file for file in sorted(worker.glob("ai_worker/search/*_*.py"))}


def _module_name(file: Path, root: Path) -> str:
    return ".".join(file.relative_to(root).with_suffix("").parts)


def digests() -> dict[str, str]:
    """SHA-256 of each source, by module."""
    return {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in sources().items()}


def install() -> None:
    """Makes later imports of rules load the chosen form. Does nothing the second time."""
    form = os.environ.get("CHIEU_RULES", "auto")
    if form not in _FORMS:
        raise ImportError(f"CHIEU_RULES must be one of {', '.join(_FORMS)}, not {form!r}")
    if form == "python" or any(isinstance(finder, _CompiledFinder) for finder in sys.meta_path):
        return
    problem, files = _usable_build()
    if problem is None:
        sys.meta_path.insert(0, _CompiledFinder(files))
    elif form == "compiled":
        raise ImportError(f"CHIEU_RULES=compiled, but {problem}: run tools/compile_rules.py")


def _usable_build() -> tuple[str | None, Mapping[str, Path]]:
    """What is wrong with the build, or None and its files by module."""
    directory = build_directory()
    try:
        built = json.loads((directory / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return "the rules have not been compiled", {}
    if built != digests():
        return "the compiled rules were built from other sources", {}
    files = {name: _extension(directory, name) for name in [*built, f"{GROUP}__mypyc"]}
    missing = [name for name, file in files.items() if file is None]
    if missing:
        return f"no extension module for this Python was built for {missing[0]}", {}
    return None, {name: file for name, file in files.items() if file is not None}


def _extension(directory: Path, name: str) -> Path | None:
    stem = directory.joinpath(*name.split("."))
    found = [stem.with_name(stem.name + suffix) for suffix in EXTENSION_SUFFIXES]
    return next((file for file in found if file.exists()), None)


class _CompiledFinder:
    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - the import system passes it
        target: ModuleType | None = None,  # noqa: ARG002 - as above
    ) -> ModuleSpec | None:
        file = self._files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)


def loaded_form() -> str:
    """`python` or `compiled`: which form of the rules this process has imported."""
    names = sources()
    loaded = [module for name, module in sys.modules.items() if name in names]
    compiled = [str(module.__file__).endswith(tuple(EXTENSION_SUFFIXES)) for module in loaded]
    if not loaded or any(compiled) != all(compiled):
        raise AssertionError("the rules are not loaded, or both forms at once")
    return "compiled" if compiled[0] else "python"
