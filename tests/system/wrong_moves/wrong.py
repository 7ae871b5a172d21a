"""What a wrong move is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from google.protobuf.message import Message

from chieu_client import Prompt

__all__ = ["NO_CARD", "Wrong"]

NO_CARD = 99
"""The number of no card in any pack."""


@dataclass(frozen=True)
class Wrong:
    """A move that the rules refuse with the rulebook's code `rule`.

    `made` makes it for a prompt, or gives None where nothing is wrong with it. With more than one thing wrong, the code
    is the one that the rulebook tests first.
    """

    rule: str
    made: Callable[[Prompt], Message | None]
