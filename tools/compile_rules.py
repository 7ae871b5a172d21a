"""Compiles the rules of all games with mypyc into build/compiled.

    python tools/compile_rules.py [--force]

Needs mypy (with mypyc), setuptools and a C compiler. Skips the work when the sources have not changed.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.needs import is_met  # noqa: E402 - found only now


def main(arguments: list[str]) -> int:
    """Builds, and writes the manifest last, so that an interrupted build is never taken for a whole one."""
    os.chdir(ROOT)
    if not is_met("compiler"):
        print("no C compiler: the rules run interpreted, which is right but slower")
        return 0
    os.environ["CHIEU_RULES"] = "python"
    from services import compiled  # noqa: PLC0415 - only now that the form is chosen

    directory = compiled.build_directory()
    manifest = directory / compiled.MANIFEST
    wanted = compiled.digests()
    if "--force" not in arguments and _is_built(manifest, wanted):
        print("compiled rules are up to date")
        return 0
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    files = [str(file.relative_to(ROOT)) for file in compiled.sources().values()]
    with tempfile.TemporaryDirectory() as scratch:
        _build(files, compiled.GROUP, directory, Path(scratch))
    manifest.write_text(json.dumps(wanted, indent=1, sort_keys=True) + "\n", "utf-8")
    print(f"compiled {len(files)} modules into {directory.relative_to(ROOT)}")
    return 0


def _is_built(manifest: Path, wanted: dict[str, str]) -> bool:
    try:
        return bool(json.loads(manifest.read_text("utf-8")) == wanted)
    except (OSError, ValueError):
        return False


def _build(files: list[str], group: str, into: Path, scratch: Path) -> None:
    from mypyc.build import mypycify  # noqa: PLC0415 - heavy, and most runs find everything built
    from setuptools import setup  # noqa: PLC0415 - as above

    extensions = mypycify(
        ["--strict", *files],
        opt_level="3",
        debug_level="0",
        target_dir=str(scratch),
        group_name=group,
    )
    for extension in extensions:
        # Lets the C compiler put small functions into their callers inside one module.
        extension.extra_compile_args += ["-fno-semantic-interposition"]
    setup(
        name="chieu-rules",
        packages=[],
        py_modules=[],
        ext_modules=extensions,
        script_args=["-q", "build_ext", "--build-lib", str(into), "--build-temp", str(scratch)],
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
