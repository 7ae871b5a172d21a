"""What all games' readings of typed lines share. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from chieu_terminal.typed import Unclear

__all__ = ["Unreadable", "bare", "named", "pick", "split"]

_SEPARATORS = re.compile(r"[\s,;]+")


class Unreadable(Exception):  # noqa: N818 - an answer to whoever typed, not an error
    """The line is no move; `unclear` says why."""

    def __init__(self, key: str, value: object = "") -> None:
        super().__init__(key)
        self.unclear = Unclear(key, value)


def bare(line: str) -> str:
    """The line in small letters without accents, so that `Cầm` and `cam` are one."""
    plain = unicodedata.normalize("NFD", line.casefold().replace("đ", "d"))
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())


def split(line: str) -> list[str]:
    """The words of a line, at least one. Raises Unreadable."""
    words = [word for word in _SEPARATORS.split(line) if word]
    if not words:
        raise Unreadable("input.unclear", line.strip())
    return words


def pick(word: str, hand: Sequence[str], card: Callable[[str], int], name: Callable[[int], str]) -> str:
    """The name of a card, given by its number in the hand, from 1, or by its name. Raises Unreadable."""
    if word.isdecimal():
        if not 1 <= int(word) <= len(hand):
            raise Unreadable("input.no_such_number", int(word))
        return hand[int(word) - 1]
    return named(word, card, name)


def named(word: str, card: Callable[[str], int], name: Callable[[int], str]) -> str:
    """A card's name in its usual spelling. Raises Unreadable."""
    try:
        return name(card(word))
    except ValueError:
        raise Unreadable("input.unclear", word) from None
