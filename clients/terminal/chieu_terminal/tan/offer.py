"""Says what a prompt's seat may do. Pure; everything comes from the prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rich.text import Text

from chieu.tan.v1.tan_pb2 import AttackChoices, Choices, DefendChoices
from chieu_client.games import tan
from chieu_client.games.pairing import pairings
from chieu_terminal.ink import Ink, fill
from chieu_terminal.words import Words

__all__ = ["LETTERS", "offer", "only_cover"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The names of the cards that wait to be covered, in the prompt's order."""


def offer(choices: Choices, hand: Sequence[str], words: Words, ink: Ink) -> list[Text]:
    """A line for each thing that may be done. `hand` gives the cards their numbers."""
    match choices.WhichOneof("choices"):
        case "attack":
            return list(_attack(choices.attack, hand, words, ink))
        case "defend":
            return list(_defence(choices.defend, hand, words, ink))
        case _:
            return [Text(words("tan.offer_return"))]


def only_cover(choices: DefendChoices) -> dict[str, str] | None:
    """The one way to cover everything; None where there is no way, or more than one."""
    beaters = {tan.name(pending.attack): tan.names(pending.beaters) for pending in choices.pending}
    ways = list(islice(pairings(beaters), 2)) if choices.may_defend else []
    return ways[0] if len(ways) == 1 else None


def _attack(choices: AttackChoices, hand: Sequence[str], words: Words, ink: Ink) -> Iterator[Text]:
    if choices.fitting:
        key = "tan.offer_attack_one_rank" if choices.one_rank else "tan.offer_attack"
        cards = ink.numbered(_numbered(tan.names(choices.fitting), hand))
        yield fill(words.sentence(key), limit=choices.limit, cards=cards)
    else:
        yield Text(words("tan.offer_none_fits"))
    if choices.may_stop:
        yield Text(words("tan.offer_stop"))


def _defence(choices: DefendChoices, hand: Sequence[str], words: Words, ink: Ink) -> Iterator[Text]:
    for letter, pending in zip(LETTERS, choices.pending, strict=False):
        card = Text.assemble(f"{letter}:", ink.card(tan.name(pending.attack)))
        cards = ink.numbered(_numbered(tan.names(pending.beaters), hand))
        yield fill(words.sentence("tan.offer_defend"), card=card, cards=cards or words("tan.offer_uncoverable"))
    if (cover := only_cover(choices)) is not None:
        yield fill(words.sentence("tan.offer_cover"), pairs=ink.pairs(cover.items()))
    yield Text(words("tan.offer_take"))


def _numbered(names: Sequence[str], hand: Sequence[str]) -> list[tuple[int, str]]:
    return [(hand.index(name) + 1, name) for name in names if name in hand]
