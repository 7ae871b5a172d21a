"""Generates Python from the protos: `python tools/protos.py`, which is what `make protos` runs.

Writes into build/protos, which is an import root and is replaced as a whole:

    chieu/<package>/v1/*_pb2.py, *_pb2_grpc.py   the code
    chieu/<package>/v1/*.pyi                     its types
    chieu/chieu.binpb                            every message with its comments, for the documents made from them
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "protos"
TARGET = ROOT / "build" / "protos"
WELL_KNOWN = Path(grpc_tools.__file__).parent / "_proto"


def generate(files: list[Path], into: Path) -> None:
    """Runs protoc over the files, and raises SystemExit with its code if it fails."""
    arguments = [
        "protoc",
        f"--proto_path={SOURCE}",
        f"--proto_path={WELL_KNOWN}",
        f"--python_out={into}",
        f"--grpc_python_out={into}",
        f"--mypy_out=quiet:{into}",
        f"--mypy_grpc_out=quiet:{into}",
        f"--descriptor_set_out={into / 'chieu' / 'chieu.binpb'}",
        "--include_imports",
        "--include_source_info",
        *[str(file) for file in files],
    ]
    if code := protoc.main(arguments):
        raise SystemExit(code)


def make_packages(below: Path) -> None:
    """Makes a package of each folder: without `__init__.py` two roots could share a name unseen."""
    for folder in [below, *(path for path in below.rglob("*") if path.is_dir())]:
        (folder / "__init__.py").touch()


def main() -> None:
    """Replaces build/protos by what the protos say now."""
    files = sorted(SOURCE.rglob("*.proto"))
    TARGET.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=TARGET.parent) as scratch:
        fresh = Path(scratch) / "protos"
        (fresh / "chieu").mkdir(parents=True)
        if files:
            generate(files, fresh)
        make_packages(fresh / "chieu")
        shutil.rmtree(TARGET, ignore_errors=True)
        fresh.rename(TARGET)
    sys.stdout.write(f"build/protos: {len(files)} protos\n")


if __name__ == "__main__":
    main()
