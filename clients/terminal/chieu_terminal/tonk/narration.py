"""Tells what happened in a hand, an event a line. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from chieu.tonk.v1 import tonk_pb2
from chieu_client.games import tonk
from chieu_terminal.ink import Ink
from chieu_terminal.narration import Teller
from chieu_terminal.speaker import Speaker
from chieu_terminal.tonk.picture import spread_kind

__all__ = ["Narrator"]


class Narrator:
    """Tells of a hand with one speaker, and draws with one ink."""

    def __init__(self, speaker: Speaker, ink: Ink) -> None:
        self._line, self._say, self._names = speaker.line, speaker.say, speaker.names
        self._words = speaker.words
        self._ink = ink
        # Kinds that are not here are shown well enough by the picture or the scoreboard.
        self.tellers: dict[str, Teller] = {
            "dealer_drawn": self._dealer_drawn,
            "seat_short": lambda event: self._say("short", event.seat, chips=event.bankroll, cover=event.cover),
            "seat_left": lambda event: self._say("leaves", event.seat),
            "hand_started": lambda event: self._say("hand_started", event.dealer, hand_no=event.hand_no),
            "cards_dealt": lambda event: self._line("dealt", stock=event.stock_count),
            "upcard_turned": lambda event: self._line("upcard", card=self._card(event.card)),
            "initial_tonk": self._initial_tonk,
            "drawn": self._drawn,
            "spread_laid": self._spread_laid,
            "spread_hit": self._spread_hit,
            "discarded": lambda event: self._say("throws", event.seat, card=self._card(event.card)),
            "knocked": lambda event: self._say("knocks", event.seat),
            "declined": lambda event: self._say("declines", event.seat),
        }

    def _dealer_drawn(self, event: tonk_pb2.DealerDrawn) -> Text:
        drawn = zip(self._names, event.cards, strict=False)
        cards = Text(", ").join(Text.assemble(f"{name} ", self._card(card)) for name, card in drawn)
        return self._say("dealer_drawn", event.dealer, cards=cards)

    def _initial_tonk(self, event: tonk_pb2.InitialTonk) -> Text:
        return Text(" ").join(
            self._say("initial_tonk", hand.seat, total=hand.total, cards=self._cards(hand.cards))
            for hand in event.hands
        )

    def _drawn(self, event: tonk_pb2.Drawn) -> Text:
        if event.source == tonk_pb2.SOURCE_DISCARD:
            return self._say("takes", event.seat, card=self._card(event.card))
        if event.card:
            return self._say("draws_card", event.seat, card=self._card(event.card))
        return self._say("draws", event.seat)

    def _spread_laid(self, event: tonk_pb2.SpreadLaid) -> Text:
        kind = spread_kind(event.kind, self._words)
        return self._say("lays", event.seat, kind=kind, cards=self._cards(event.cards), number=event.spread)

    def _spread_hit(self, event: tonk_pb2.SpreadHit) -> Text:
        owner = self._names[event.owner]
        return self._say("hits", event.seat, card=self._card(event.card), number=event.spread, owner=owner)

    def _card(self, card: int) -> Text:
        return self._ink.card(tonk.name(card))

    def _cards(self, cards: Sequence[int]) -> Text:
        return self._ink.cards(tonk.names(cards))
