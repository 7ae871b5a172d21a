"""Makes every message of the contract known to protobuf's descriptor pool, so that JSON can show what an Any holds."""

from __future__ import annotations

import importlib
import pkgutil

import chieu

__all__ = ["register_messages"]


def register_messages() -> list[str]:
    """Imports every generated `*_pb2` module below the package `chieu` and gives back their names, sorted.

    A new game needs nothing here: its messages are found because they are there.
    """
    found = sorted(
        module.name for module in pkgutil.walk_packages(chieu.__path__, "chieu.") if module.name.endswith("_pb2")
    )
    for name in found:
        importlib.import_module(name)
    return found
