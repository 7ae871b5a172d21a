"""Choices of a made-up Tonk table, for scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chieu.tonk.v1 import tonk_pb2
from chieu_client.games import tonk

__all__ = ["rest", "turn"]


def turn(may: str) -> tonk_pb2.Choices:
    """The start of a turn, with these of `knock`, `stock`, `discard` and `decline`."""
    words = may.split()
    return tonk_pb2.Choices(
        turn=tonk_pb2.TurnChoices(
            may_knock="knock" in words,
            may_draw_stock="stock" in words,
            may_draw_discard="discard" in words,
            may_decline="decline" in words,
        )
    )


def rest(
    discards: str, *, spreads: Sequence[str] = (), hits: Mapping[str, int] | None = None, must_spread: bool = False
) -> tonk_pb2.Choices:
    """The rest of a turn: cards that may go, spreads that may be laid, and cards with the spread that each may hit."""
    meld = tonk_pb2.MeldChoices(
        spreads=[tonk_pb2.Group(cards=[tonk.card(text) for text in group.split()]) for group in spreads],
        hits=[tonk_pb2.Hit(card=tonk.card(text), spread=number) for text, number in (hits or {}).items()],
        discards=[tonk.card(text) for text in discards.split()],
        must_spread=must_spread,
    )
    return tonk_pb2.Choices(meld=meld)
