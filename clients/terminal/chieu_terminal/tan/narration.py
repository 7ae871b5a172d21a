"""Tells what happened in a set, an event a line. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from chieu.tan.v1 import tan_pb2
from chieu_client.games import tan
from chieu_terminal.ink import Ink
from chieu_terminal.narration import Teller
from chieu_terminal.speaker import Speaker
from chieu_terminal.tan.picture import suit_letter

__all__ = ["Narrator"]


class Narrator:
    """Tells of a set with one speaker, and draws with one ink."""

    def __init__(self, speaker: Speaker, ink: Ink) -> None:
        self._line, self._say, self._names = speaker.line, speaker.say, speaker.names
        self._words = speaker.words
        self._ink = ink
        # Kinds that are not here are shown well enough by the picture or the scoreboard.
        self.tellers: dict[str, Teller] = {
            "set_started": self._set_started,
            "hand_dealt": lambda event: self._line("dealt", stock=event.stock_count),
            "tribute_paid": lambda event: self._tribute("tribute_paid", event),
            "tribute_skipped": lambda event: self._say("tribute_skipped", event.seat),
            "tribute_returned": self._tribute_returned,
            "round_started": self._round_started,
            "wave_attacked": lambda event: self._say("attacks", event.seat, cards=self._cards(event.cards)),
            "wave_defended": self._wave_defended,
            "attack_stopped": lambda event: self._say("stops", event.seat),
            "table_taken": lambda event: self._say("takes", event.seat, cards=self._cards(event.cards)),
            "table_discarded": lambda event: self._line("discarded", count=len(event.cards)),
            "cards_drawn": self._drawn,
            "seat_out": lambda event: self._say("goes_out", event.seat, rank=self._rank(event.rank)),
            "seat_busted": self._busted,
            "lead_skipped": lambda event: self._say("lead_skipped", event.seat),
            "stall_warning": lambda event: self._line("stall_warning", rounds=event.rounds_left),
        }

    def _set_started(self, event: tan_pb2.SetStarted) -> Text:
        suit = self._words.get(f"suit.{suit_letter(event.royal)}", "")
        return self._say("set_started", event.leader, set_no=event.set_no, suit=suit)

    def _round_started(self, event: tan_pb2.RoundStarted) -> Text:
        main, defender = self._names[event.main], self._names[event.defender]
        return self._line("round_started", round_no=event.round_no, main=main, defender=defender)

    def _wave_defended(self, event: tan_pb2.WaveDefended) -> Text:
        pairs = [(tan.name(pair.attack), tan.name(pair.defence)) for pair in event.pairs]
        return self._say("defends", event.seat, pairs=self._ink.pairs(pairs))

    def _drawn(self, event: tan_pb2.CardsDrawn) -> Text:
        if event.cards:
            return self._say("draws_cards", event.seat, cards=self._cards(event.cards))
        return self._say("draws", event.seat, count=event.count)

    def _busted(self, event: tan_pb2.SeatBusted) -> Text:
        return self._say("busts", event.seat, count=event.hand_count, rank=self._rank(event.rank))

    def _tribute_returned(self, event: tan_pb2.TributeReturned) -> Text:
        return self._tribute("tribute_returned_card" if event.card else "tribute_returned", event)

    def _tribute(self, key: str, event: tan_pb2.TributePaid | tan_pb2.TributeReturned) -> Text:
        card = self._ink.card(tan.name(event.card))
        return self._line(key, payer=self._names[event.payer], king=self._names[event.king], card=card)

    def _cards(self, cards: Sequence[int]) -> Text:
        return self._ink.cards(tan.names(cards))

    def _rank(self, rank: int) -> str:
        return self._words(f"tan.rank_{rank}")
