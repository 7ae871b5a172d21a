"""Says what a prompt's seat may do. Pure; everything comes from the prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from chieu.tonk.v1.tonk_pb2 import Choices, MeldChoices, Move, TurnChoices, View
from chieu_client.games import tonk
from chieu_terminal.ink import Ink, fill
from chieu_terminal.words import Words

__all__ = ["laid_by_letter", "offer"]

_LETTERS = "abcdefgijklmnopstuvwxyz"
"""Without those that may be typed at any time: help, quit and ready."""


def offer(choices: Choices, view: View, words: Words, ink: Ink) -> list[Text]:
    """A line for each thing that may be done."""
    if choices.WhichOneof("choices") == "turn":
        return list(_start(choices.turn, view, words, ink))
    return list(_rest(choices.meld, tonk.names(view.hand), words, ink))


def laid_by_letter(choices: MeldChoices) -> dict[str, Move]:
    """The spreads, then the hits, that a letter stands for. There are seldom as many as letters."""
    moves = [move for move in tonk.legal_moves(Choices(meld=choices)) if not move.HasField("discard")]
    return dict(zip(_LETTERS, moves, strict=False))


def _start(choices: TurnChoices, view: View, words: Words, ink: Ink) -> Iterator[Text]:
    if choices.may_draw_stock:
        yield Text(words("tonk.offer_stock", stock=view.stock_count))
    if choices.may_draw_discard:
        yield fill(words.sentence("tonk.offer_take"), card=ink.card(tonk.name(view.top)))
    if choices.may_knock:
        yield Text(words("tonk.offer_knock", count=view.count, cover=view.cover))
    if choices.may_decline:
        yield Text(words("tonk.offer_decline"))


def _rest(choices: MeldChoices, hand: Sequence[str], words: Words, ink: Ink) -> Iterator[Text]:
    for letter, move in laid_by_letter(choices).items():
        if move.HasField("spread"):
            cards = ink.numbered(_numbered(tonk.names(move.spread.cards), hand))
            yield fill(words.sentence("tonk.offer_spread"), letter=letter, cards=cards)
        else:
            card = ink.numbered(_numbered([tonk.name(move.hit.card)], hand))
            yield fill(words.sentence("tonk.offer_hit"), letter=letter, card=card, number=move.hit.spread)
    if choices.must_spread:
        yield Text(words("tonk.offer_must_spread"))
    if len(choices.discards) == len(hand):
        yield Text(words("tonk.offer_throw"))
    elif choices.discards:
        cards = ink.numbered(_numbered(tonk.names(choices.discards), hand))
        yield fill(words.sentence("tonk.offer_throw_some"), cards=cards)


def _numbered(names: Sequence[str], hand: Sequence[str]) -> list[tuple[int, str]]:
    return [(hand.index(name) + 1, name) for name in names if name in hand]
