"""Turns a typed line into a move of Tonk. Pure.

Cards are numbers of the hand or names. One card is thrown, three or more are laid, `card>number` hits a spread. A line
may well be illegal: the server says so, and says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from chieu.tonk.v1.tonk_pb2 import Choices, Move
from chieu_client.games import tonk
from chieu_terminal.reading import Unreadable, bare, pick, split
from chieu_terminal.tonk.offer import laid_by_letter
from chieu_terminal.typed import Play, Typed

__all__ = ["read"]

_ACTS: dict[str, Callable[[], Move]] = {
    **dict.fromkeys(("stock", "s", "draw", "d", "boc", "b"), tonk.draw),
    **dict.fromkeys(("take", "t", "an", "a"), tonk.draw_discard),
    **dict.fromkeys(("knock", "k", "go", "g"), tonk.knock),
    **dict.fromkeys(("decline", "n", "bo qua", "khong an"), tonk.decline),
}
_SPREAD = {"spread", "lay", "ha"}
_HIT = {"hit", "gui"}
_THROW = {"throw", "discard", "danh"}
_HIT_SIGN = re.compile(r"\s*[>=+]\s*")
_SMALLEST_SPREAD = 3


def read(line: str, choices: Choices, hand: Sequence[str]) -> Typed:
    """The move that a line means for this prompt and hand, or why it means none."""
    said = bare(line)
    laid = laid_by_letter(choices.meld)
    try:
        if said in laid:
            return Play(laid[said])
        if said in _ACTS:
            return Play(_ACTS[said]())
        return Play(_with_cards(_HIT_SIGN.sub(">", line), choices, hand))
    except Unreadable as unreadable:
        return unreadable.unclear


def _with_cards(line: str, choices: Choices, hand: Sequence[str]) -> Move:
    first, *others = words = split(line)
    act = bare(first)
    if act in _HIT or any(">" in word for word in words):
        return _hit(others if act in _HIT else words, choices, hand)
    if act in {*_SPREAD, *_THROW}:
        words = others
    cards = [pick(word, hand, tonk.card, tonk.name) for word in words]
    if len(cards) == 1 and act not in _SPREAD:
        return tonk.discard(cards[0])
    if len(cards) < _SMALLEST_SPREAD or act in _THROW:
        raise Unreadable("tonk.unclear_cards", len(cards))
    return tonk.spread(*cards)


def _hit(words: Sequence[str], choices: Choices, hand: Sequence[str]) -> Move:
    """`4>1`, `hit 4 1`, or `hit 4` where the card fits one spread only."""
    parts = " ".join(words).replace(">", " ").split()
    if len(parts) not in {1, 2}:
        raise Unreadable("tonk.unclear_hit")
    card = pick(parts[0], hand, tonk.card, tonk.name)
    fitting = [fit.spread for fit in choices.meld.hits if tonk.name(fit.card) == card]
    named = parts[1:] or [str(number) for number in fitting]
    if len(named) != 1 or not named[0].isdecimal():
        raise Unreadable("tonk.unclear_hit")
    return tonk.hit(card, int(named[0]))
