"""Tells what happened in a hand, an event a line. Pure."""

from __future__ import annotations

from rich.text import Text

from chieu.chan.v1 import chan_pb2
from chieu_client.games import chan
from chieu_terminal.chan.ink import KindInk
from chieu_terminal.narration import Teller
from chieu_terminal.speaker import Speaker

__all__ = ["Narrator"]

_CLAIMS = {chan_pb2.CLAIM_WIN: "claims_win", chan_pb2.CLAIM_CHIU: "claims_chiu"}


class Narrator:
    """Tells of a hand with one speaker, and draws with one ink."""

    def __init__(self, speaker: Speaker, ink: KindInk) -> None:
        self._line, self._say, self._names = speaker.line, speaker.say, speaker.names
        self._ink = ink
        # Kinds that are not here are shown well enough by the picture or the scoreboard.
        self.tellers: dict[str, Teller] = {
            "hand_started": self._hand_started,
            "discarded": self._discarded,
            "stock_revealed": lambda event: self._say("reveals", event.seat, card=self._card(event.card)),
            "claimed": lambda event: self._line(_CLAIMS.get(event.claim, "claims_nothing")),
            "passed": self._passed,
            "captured": self._captured,
            "chiued": self._chiued,
            "dead_hand": lambda event: self._say("dead_hand", event.seat),
        }

    def _hand_started(self, event: chan_pb2.HandStarted) -> Text:
        return self._say("hand_started", event.dealer, hand_no=event.hand_no, stock=event.stock_count)

    def _discarded(self, event: chan_pb2.Discarded) -> Text:
        card = self._card(event.card)
        match event.reason:
            case chan_pb2.DISCARD_REASON_OPENING:
                return self._say("opens", event.seat, card=card)
            case chan_pb2.DISCARD_REASON_RETURN:
                return self._say("returns", event.seat, card=card, door=self._names[event.door])
            case _:
                return self._say("discards", event.seat, card=card)

    def _passed(self, event: chan_pb2.Passed) -> Text:
        return self._say("passes_locked" if event.locked else "passes", event.seat, card=self._card(event.card))

    def _captured(self, event: chan_pb2.Captured) -> Text:
        card, given = self._card(event.card), self._card(event.hand_card)
        key = "takes_ca" if event.form == chan_pb2.MELD_FORM_CA else "takes_chan"
        return self._say(key, event.seat, card=card, given=given)

    def _chiued(self, event: chan_pb2.Chiued) -> Text:
        card = self._card(event.card)
        if event.HasField("return_door"):
            return self._say("claims_chiu_out_of_turn", event.seat, card=card, door=self._names[event.return_door])
        return self._say("takes_chiu", event.seat, card=card)

    def _card(self, kind: int) -> Text:
        return self._ink.card(chan.name(kind))
