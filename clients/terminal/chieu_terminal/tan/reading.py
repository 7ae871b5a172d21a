"""Turns a typed line into a move of Tấn. Pure.

Cards are numbers of the hand or names. A line may well be illegal: the server says so, and says why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from chieu.tan.v1.tan_pb2 import Choices, DefendChoices
from chieu_client.games import tan
from chieu_client.games.pairing import one_pairing
from chieu_terminal.reading import Unreadable, bare, named, pick, split
from chieu_terminal.tan.offer import LETTERS, only_cover
from chieu_terminal.typed import Play, Typed, Unclear

__all__ = ["read"]

_TAKE = {"take", "t", "cam", "cam len"}
_STOP = {"stop", "s", "thoi", "thoi tan"}
_COVER = {"cover", "c", "do"}
_PAIR = re.compile(r"[=<]")


def read(line: str, choices: Choices, hand: Sequence[str]) -> Typed:
    """The move that a line means for this prompt and hand, or why it means none."""
    try:
        return _read(line, choices, hand)
    except Unreadable as unreadable:
        return unreadable.unclear


def _read(line: str, choices: Choices, hand: Sequence[str]) -> Typed:
    said = bare(line)
    if said in _TAKE:
        return Play(tan.take())
    if said in _STOP:
        return Play(tan.stop())
    if said in _COVER:
        return _only_cover(choices)
    words = split(line)
    match choices.WhichOneof("choices"):
        case "defend":
            return _defence(words, choices.defend, hand)
        case "return_tribute":
            cards = [_card(word, hand) for word in words]
            return Play(tan.return_tribute(cards[0])) if len(cards) == 1 else Unclear("input.one_card")
        case _:
            return Play(tan.attack(*(_card(word, hand) for word in words)))


def _only_cover(choices: Choices) -> Typed:
    if choices.WhichOneof("choices") != "defend" or not choices.defend.may_defend:
        return Unclear("input.no_cover")
    cover = only_cover(choices.defend)
    return Unclear("input.several") if cover is None else Play(tan.defend(cover))


def _defence(words: Sequence[str], choices: DefendChoices, hand: Sequence[str]) -> Typed:
    pending = [tan.name(card.attack) for card in choices.pending]
    if any(_PAIR.search(word) for word in words):
        return Play(tan.defend(dict(_pair(word, pending, hand) for word in words)))
    cards = [_card(word, hand) for word in words]
    if len(cards) != len(pending):
        return Unclear("input.one_for_each", len(pending))
    offers = {
        tan.name(card.attack): [name for name in cards if name in tan.names(card.beaters)] for card in choices.pending
    }
    in_that_order = dict(zip(pending, cards, strict=True))
    return Play(tan.defend(one_pairing(offers) or in_that_order))


def _pair(word: str, pending: Sequence[str], hand: Sequence[str]) -> tuple[str, str]:
    attack, _, defence = _PAIR.sub("=", word).partition("=")
    letter = LETTERS.find(attack.casefold()) if len(attack) == 1 else -1
    attacking = pending[letter] if 0 <= letter < len(pending) else named(attack, tan.card, tan.name)
    return attacking, _card(defence, hand)


def _card(word: str, hand: Sequence[str]) -> str:
    return pick(word, hand, tan.card, tan.name)
