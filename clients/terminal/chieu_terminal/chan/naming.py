"""Reads the name of a card as a person types it. Pure.

The code goes on every keyboard: `5v` Ngũ Vạn, `5s` Ngũ Sách, `5n` Ngũ Văn, `cc` Chi chi. Names are read as well, with
or without accents; without them Vạn and Văn look alike, and the hand decides if it can.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from chieu_client.games import chan
from chieu_terminal.reading import Unreadable, bare

__all__ = ["card_named"]

_CODE = re.compile(r"([2-9])\s*([vsn])")
_CHI_CHI = {"cc", "c c", "chi chi", "chichi", "chi"}
_RANKS = {bare(word): code for code, word in chan.RANKS.items()} | {code: code for code in chan.RANKS}


def card_named(text: str, hand: Collection[str]) -> str:
    """The code of a card. Raises Unreadable for what is none, and for what may be two cards of the hand or none."""
    said = bare(text)
    if said in _CHI_CHI:
        return "cc"
    if code := _CODE.fullmatch(said):
        return "".join(code.groups())
    rank, _, suit = said.rpartition(" ")
    named = [_RANKS[rank] + letter for letter in _suits(text, suit)] if rank in _RANKS else []
    if len(named) > 1:
        named = [name for name in named if name in hand] or named
    if not named:
        raise Unreadable("chan.unclear_card", text.strip())
    if len(named) > 1:
        raise Unreadable("chan.two_cards", _RANKS[rank])
    return named[0]


def _suits(text: str, said: str) -> Iterator[str]:
    """The letters of the suits that the last word may be: by its accents, if it has them."""
    accented = unicodedata.normalize("NFC", text).casefold().split()[-1]
    for letter, name in chan.SUITS.items():
        if accented in {name.casefold(), said} and bare(name) == said:
            yield letter
