"""How Chắn's cards look: by their players' names, with the code that one types. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text

from chieu_client.games import chan

__all__ = ["KindInk"]

_RED = "bold red"


@dataclass(frozen=True, slots=True)
class KindInk:
    """Draws cards given by code, such as `5v`. Red ones are red on a terminal; a code says its card anywhere."""

    is_plain: bool

    def code(self, name: str) -> Text:
        """A card in a row: `5v`."""
        return Text(name, style=self._style(name))

    def codes(self, names: Iterable[str]) -> Text:
        """Cards in a row."""
        return Text(" ").join(self.code(name) for name in names)

    def full(self, name: str) -> Text:
        """A card by its name: `Ngũ Vạn`."""
        return Text(chan.full_name(name), style=self._style(name))

    def card(self, name: str) -> Text:
        """A card in a sentence: `Ngũ Vạn (5v)`."""
        return Text(f"{chan.full_name(name)} ({name})", style=self._style(name))

    def cards(self, names: Iterable[str]) -> Text:
        """Cards in a sentence."""
        return Text(", ").join(self.card(name) for name in names)

    def group(self, names: Iterable[str]) -> Text:
        """Cards that belong together: `5v+5s`."""
        return Text("+").join(self.code(name) for name in names)

    def groups(self, groups: Iterable[Iterable[str]]) -> Text:
        """Groups in a row."""
        return Text("  ").join(self.group(names) for names in groups)

    def _style(self, name: str) -> str:
        return _RED if name in chan.RED and not self.is_plain else ""
