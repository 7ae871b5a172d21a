"""Where everything is shown: a terminal in colours, or plain lines."""

from __future__ import annotations

from rich.console import Console, RenderableType
from rich.text import Text

__all__ = ["Screen"]

_PLAIN_WIDTH = 10_000


class Screen:
    """A console. Plain, which is the default away from a terminal: a fact a line, no colours, never wrapped."""

    def __init__(self, console: Console | None = None, *, is_plain: bool | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.is_plain = not self.console.is_terminal if is_plain is None else is_plain
        if self.is_plain:
            self.console.width = _PLAIN_WIDTH

    def show(self, what: RenderableType | None) -> None:
        """Shows something drawn; nothing for None."""
        if what is not None:
            self.console.print(what, soft_wrap=self.is_plain)

    def say(self, sentence: str, style: str = "") -> None:
        """Shows a sentence, exactly as it is written."""
        self.show(Text(sentence, style=style))

    def news(self, line: Text | str) -> None:
        """Shows what happened."""
        self.show(Text.assemble(("· ", "dim"), line))

    def trouble(self, sentence: str) -> None:
        """Shows what did not work."""
        self.show(Text(sentence, style="yellow"))

    def ask(self) -> None:
        """Shows that a line may be typed now."""
        if not self.is_plain:
            self.console.print(Text("> ", style="bold"), end="")
