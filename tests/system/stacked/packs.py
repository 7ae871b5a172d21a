"""Packs from the hands that they deal. A pack may be short: then the stock holds only what is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from services.chan.rules import kinds
from services.chan.rules.kinds import COPIES, DEALT
from services.core import cards
from services.core.game import Chance

__all__ = ["chan_pack", "tonk_pack"]

_OPENING = 20
_HAND = 19


def tonk_pack(*hands: str, dealer: int, upcard: str, stock: str, order: Sequence[int] | None = None) -> Chance:
    """Five cards for each seat, for instance `2C 3D 4H 5S TC`; the upcard; and the stock from its top.

    `order` lists the seats that are dealt in, where that is not all of them; `hands` goes by it.
    """
    seats = range(len(hands)) if order is None else order
    held = [[cards.parse(card) for card in hand.split()] for hand in hands]
    first = list(seats).index(dealer) + 1
    turns = [*held[first:], *held[:first]]
    dealt = [card for around in zip(*turns, strict=True) for card in around]
    rest = [cards.parse(card) for card in f"{upcard} {stock}".split()]
    deck = [*dealt, *rest]
    assert len(set(deck)) == len(deck), "a card is dealt twice"
    king, deuces = cards.parse("KS"), [cards.parse(f"2{suit}") for suit in "CDH"]
    drawn = [king if seat == dealer else deuces.pop() for seat in seats]
    return {"deck": deck, "dealer": drawn}


def chan_pack(*hands: str, dealer: int, stock: str) -> Chance:
    """Hands by seat, for instance `2v*3 4n cc`, and the stock from its top.

    A hand that names fewer cards than it holds is filled up with what is named nowhere.
    """
    named = [list(_copies(hand)) for hand in hands]
    laid = list(_copies(stock))
    left = Counter(card.kind for card in kinds.LIBRARY[:DEALT])
    left.subtract(kind for pile in [*named, laid] for kind in pile)
    assert min(left.values()) >= 0, "more than four of a kind"
    rest = _scattered(left)
    turns = [(dealer + turn) % len(hands) for turn in range(len(hands))]
    deck: list[int] = []
    for seat in turns:
        size = _OPENING if seat == dealer else _HAND
        assert len(named[seat]) <= size, f"too many cards for seat {seat}"
        deck += [*named[seat], *(next(rest) for _ in range(size - len(named[seat])))]
    return {"deck": [kind * COPIES for kind in [*deck, *laid]], "dealer": [dealer]}


def _copies(text: str) -> Iterator[int]:
    for word in text.split():
        code, _, times = word.partition("*")
        yield from [kinds.parse(code)] * int(times or 1)


def _scattered(left: Counter[int]) -> Iterator[int]:
    """One copy of each kind after the other, so that what fills a hand up makes few pairs in it."""
    for _ in range(COPIES):
        for kind in range(kinds.KINDS):
            if left[kind]:
                left[kind] -= 1
                yield kind
