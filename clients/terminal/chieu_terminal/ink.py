"""How cards look: with suit signs and colours on a terminal, as plain names elsewhere. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

__all__ = ["Ink", "fill"]

_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_COLOURS = {"C": "green", "D": "bright_blue", "H": "red", "S": "white"}
_ROYAL = "bold black on yellow"
_JOKER = "bold magenta"


@dataclass(frozen=True, slots=True)
class Ink:
    """Draws cards given by name, `7C` or `X1`. `royal` is the letter of the suit that beats the others."""

    is_plain: bool
    royal: str = ""

    def card(self, name: str) -> Text:
        """One card."""
        if self.is_plain:
            return Text(name)
        rank, suit = name[0], name[1:]
        if rank == "X":
            return Text(name, style=_JOKER)
        return Text(rank + _SIGNS.get(suit, suit), style=_ROYAL if suit == self.royal else _COLOURS.get(suit, ""))

    def cards(self, names: Iterable[str]) -> Text:
        """Cards in a row."""
        return Text(" ").join(self.card(name) for name in names)

    def pair(self, attack: str, defence: str) -> Text:
        """A card and what covers it; a `?` while nothing does."""
        covering = self.card(defence) if defence else Text("?", style="" if self.is_plain else "bold")
        return Text.assemble(self.card(attack), "<" if self.is_plain else " ← ", covering)

    def pairs(self, pairs: Iterable[tuple[str, str]]) -> Text:
        """Pairs in a row."""
        return Text(" " if self.is_plain else "   ").join(self.pair(*pair) for pair in pairs)

    def numbered(self, cards: Sequence[tuple[int, str]]) -> Text:
        """Cards with the numbers by which one picks them."""
        return Text("  ").join(Text.assemble(f"{number}:", self.card(name)) for number, name in cards)

    def suit(self, name: str) -> Text:
        """The royal suit, by its name in words."""
        if self.is_plain or not self.royal:
            return Text(f"{self.royal} ({name})" if name else "")
        return Text.assemble((f" {_SIGNS[self.royal]} ", _ROYAL), f" {name}")


def fill(sentence: str, **parts: Text | str | int) -> Text:
    """A sentence with drawn parts in its fields, which keep their colours."""
    filled = Text()
    rest = sentence
    while "{" in rest:
        before, _, rest = rest.partition("{")
        key, _, rest = rest.partition("}")
        part = parts[key]
        filled.append(before)
        filled.append_text(part if isinstance(part, Text) else Text(str(part)))
    return filled.append(rest)
