"""What the terminal says, by key and language. One TOML file a language; all have the same keys and fields."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

__all__ = ["LANGUAGES", "Words"]

LANGUAGES = ("en", "vi")


class Words:
    """The sentences of one language: `words("tan.attacks", who="An", cards="7C")`."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"expected one of {', '.join(LANGUAGES)}, got {language!r}")
        text = resources.files(__name__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
        self.language = language
        self._sentences = dict(_flat(tomllib.loads(text)))

    def __call__(self, key: str, **fields: object) -> str:
        """The sentence with its fields filled in. Raises KeyError for a key that is in no file."""
        return self._sentences[key].format(**fields)

    def get(self, key: str, default: str) -> str:
        """The bare sentence, or another one where a later contract has said something that is in no file."""
        return self._sentences.get(key, default)

    def keys(self) -> set[str]:
        """Every key."""
        return set(self._sentences)

    def sentence(self, key: str) -> str:
        """The sentence with its fields still open."""
        return self._sentences[key]


def _flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)
