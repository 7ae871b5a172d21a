"""Checks that the contract still keeps what it promised: `python tools/breaking.py`, a part of `make check`.

The protos are compared with those of the last release (tag `v*`); before there is one, with those of `main`, and on
`main` itself with those of the commit before. A commit that breaks the contract on purpose says why in a
trailer, `Contract-Break: <reason>`; then the breaks are listed and accepted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def git(*arguments: str) -> str | None:
    """What git prints, or None if it refuses."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def baseline() -> str | None:
    """The commit whose protos are promised, or None if nothing is."""
    if asked := os.environ.get("BREAKING_AGAINST"):
        return git("rev-parse", "--verify", f"{asked}^{{commit}}") or sys.exit(f"BREAKING_AGAINST: no commit {asked}")
    if release := git("describe", "--tags", "--abbrev=0", "--match", "v*"):
        return git("rev-parse", f"{release}^{{commit}}")
    head = git("rev-parse", "HEAD")
    for main in ("origin/main", "main"):
        if (common := git("merge-base", "HEAD", main)) and common != head:
            return common
    return git("rev-parse", "--verify", "--quiet", "HEAD^")


def unpack(commit: str, into: Path) -> None:
    """Lays out the commit's protos; an archive works in worktrees too, which buf's own git input does not."""
    archive = subprocess.run(["git", "archive", commit, "protos"], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x"], cwd=into, input=archive.stdout, check=True)
    (into / "buf.yaml").write_bytes((ROOT / "buf.yaml").read_bytes())


def main() -> None:
    """Exits with 0 if nothing is broken, or if the breaks are meant."""
    commit = baseline()
    if not commit or not git("ls-tree", "-r", "--name-only", commit, "--", "protos"):
        sys.stdout.write("breaking: no earlier protos to compare with\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        unpack(commit, Path(folder))
        found = subprocess.run(["buf", "breaking", "--against", folder], cwd=ROOT, check=False).returncode
    reasons = git("log", f"{commit}..HEAD", "--format=%(trailers:key=Contract-Break,valueonly,separator=%x3B )")
    if found and reasons:
        sys.stdout.write("breaking: meant, because: " + "; ".join(filter(None, reasons.splitlines())) + "\n")
        return
    raise SystemExit(found)


if __name__ == "__main__":
    main()
