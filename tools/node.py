"""Says whether this machine's Node.js will do: exit code 0 if `node` and `npm` are there and new enough.

`make setup` installs the wheel of requirements/node.txt where they are not.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import Final

__all__ = ["OLDEST", "found_node"]

OLDEST: Final = (20, 19)
"""What the TypeScript client runs on, and what its tools need; `engines` in package.json says the same."""


def found_node() -> tuple[int, int] | None:
    """The version of the `node` that the path finds, where `npm` is there too."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return None
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return (int(version[1]), int(version[2])) if version else None


def main() -> None:
    """Exits with 1 where there is none, or an older one."""
    found = found_node()
    if found is None or found < OLDEST:
        sys.exit(1)


if __name__ == "__main__":
    main()
