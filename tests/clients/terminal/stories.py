"""Whole matches by the real rules, and everything that a player could be shown of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from google.protobuf.message import Message
from rich.console import RenderableType

from chieu.table.v1.update_pb2 import Update
from chieu_client import Prompt
from chieu_client.clock import ServerClock
from chieu_client.games import game
from chieu_terminal.faces import Face
from chieu_terminal.table_news import events_of, outcome, tell_table
from chieu_terminal.words import Words
from tests.clients.real_table import RealTable

__all__ = ["story", "whole_match"]

NOW = 1_700_000_000_000


def whole_match(
    name: str, seats: int, seed: int, options: Message | None = None, *, audience: int | None = 0
) -> RealTable:
    """A match to its end; seat 0 draws its moves."""
    match = RealTable(f"{name}:01.x", game=name, seats=seats, seed=seed, options=options, audience=audience, now_ms=NOW)
    chance = Random(seed)
    while not match.end:
        match.play(0, game(name).random_move(match.asked(), chance))
    return match


def story(updates: list[Update], face: Face, words: Words) -> Iterator[RenderableType | None]:
    """What a player sees, in the order in which it comes."""
    for update in updates:
        events = events_of(update)
        yield from tell_table(events, update, words)
        yield from face.narrate(events, update)
        yield face.score(update)
        if update.HasField("prompt"):
            yield face.picture(update, 12.4)
            yield face.offer(Prompt.of(update, ServerClock()))
        elif face.wants_picture(events):
            yield face.picture(update)
        yield outcome(update, words) or None
